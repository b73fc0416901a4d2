//! Access control: which requests are let in.
//!
//! A page on this machine can be asked by any page in the same browser, so being on this
//! machine proves nothing. A request has to be meant for this address (a foreign `Host` is a
//! sign of DNS rebinding), must not come from a page of another origin (`Origin`), and has to
//! know the token, which is only in the printed address, in the part that browsers never send.

use std::{net::IpAddr, sync::Arc};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    middleware::Next,
    response::Response,
};

use crate::http::Site;

/// The header that carries the token.
pub(crate) const TOKEN: &str = "x-starboard-token";

/// What the page may load and run: its own files, and nothing written in the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' \
    data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/// The names by which a page at this address may be addressed; none, which means any, where it
/// listens on every address of the machine.
pub(crate) fn hosts(host: IpAddr, port: u16) -> Vec<String> {
    if host.is_unspecified() {
        return Vec::new();
    }
    let mut hosts = vec![std::net::SocketAddr::new(host, port).to_string()];
    if host.is_loopback() {
        hosts.extend(["127.0.0.1", "localhost", "[::1]"].map(|name| format!("{name}:{port}")));
    }
    hosts
}

/// Lets a request through, or says why not; adds the security headers to answers.
pub(crate) async fn check(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let refused = refusal(&site, request.headers(), request.uri().path());
    let mut response = match refused {
        Some((status, why)) => super::api::error(status, why),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn refusal(site: &Site, headers: &HeaderMap, path: &str) -> Option<(StatusCode, &'static str)> {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let ours = |host: &str| {
        site.hosts.is_empty() || site.hosts.iter().any(|own| own.eq_ignore_ascii_case(host))
    };
    let host = text("host").unwrap_or_default();
    if !ours(host) {
        return Some((StatusCode::MISDIRECTED_REQUEST, "this is not the address of this page"));
    }
    if let Some(origin) = text("origin")
        && origin.strip_prefix("http://").is_none_or(|from| !from.eq_ignore_ascii_case(host))
    {
        return Some((StatusCode::FORBIDDEN, "another page may not ask this one"));
    }
    if path.starts_with("/api/")
        && !text(TOKEN).is_some_and(|given| same(given.as_bytes(), site.token.as_bytes()))
    {
        let why = "the token is missing or wrong: open the address that the server printed";
        return Some((StatusCode::FORBIDDEN, why));
    }
    None
}

/// Whether two texts are the same, in a time that does not depend on where they differ.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}
