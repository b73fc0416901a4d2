//! The page of `starboard serve`, asked as a browser asks it.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
};

use serde_json::Value;

/// A program that serves its page, until this is dropped.
pub(crate) struct Page {
    program: Child,
    address: String,
    token: String,
}

impl Page {
    /// Starts it, with more arguments, at a port that is free.
    pub(crate) fn open(args: &[&str]) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_starboard"))
            .args(["serve", "--port", "0"])
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        let out = program.stdout.as_mut().expect("a pipe");
        BufReader::new(out).read_line(&mut line).expect("an address");
        let place = line.trim().strip_prefix("http://").expect("an address");
        let (address, token) = place.split_once("/#").expect("a token");
        Self { program, address: address.to_owned(), token: token.to_owned() }
    }

    /// Asks, and returns the status and the body.
    pub(crate) fn post(&self, path: &str, body: &Value) -> (u16, String) {
        let (address, token, body) = (&self.address, &self.token, body.to_string());
        let mut stream = TcpStream::connect(address).expect("it listens");
        write!(
            stream,
            "POST /api/1/{path} HTTP/1.1\r\nhost: {address}\r\nx-starboard-token: {token}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
            body.len()
        )
        .expect("it reads");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        let answer = String::from_utf8(answer).expect("UTF-8");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
        let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
        (status, if chunked { joined(body) } else { body.to_owned() })
    }
}

/// A body that came in chunks, each after its length.
fn joined(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((length, rest)) = body.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).expect("a length");
        if length == 0 {
            break;
        }
        whole += &rest[..length];
        body = &rest[length + 2..];
    }
    whole
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
