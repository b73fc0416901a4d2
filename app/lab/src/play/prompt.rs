//! The sources of input lines.

#[cfg(feature = "completion")]
#[path = "completion.rs"]
mod completion;

use std::{
    collections::VecDeque,
    io::{self, BufRead, IsTerminal, Write},
};

/// Asks for a line of input.
pub trait Prompt {
    /// The next line, or `None` at the end of the input. `words` are what a line may begin
    /// with, for completion; `out` is where the prompt may be written.
    ///
    /// # Errors
    ///
    /// If nothing can be read or written.
    fn ask(
        &mut self,
        question: &str,
        words: &[String],
        out: &mut dyn Write,
    ) -> io::Result<Option<String>>;
}

/// Lines of the standard input: of a terminal with completion and a history, if the feature
/// `completion` is on.
pub fn stdin() -> Box<dyn Prompt> {
    let terminal = io::stdin().is_terminal();
    #[cfg(feature = "completion")]
    if terminal && let Ok(editor) = completion::Completing::new() {
        return Box::new(editor);
    }
    Box::new(PlainPrompt { from: io::stdin().lock(), echo: !terminal })
}

/// Lines of a terminal, a pipe or a file, without completion.
pub struct PlainPrompt<R> {
    /// The source of the lines.
    pub from: R,
    /// Whether to echo each line after its prompt, because nobody sees it typed.
    pub echo: bool,
}

impl<R: BufRead> Prompt for PlainPrompt<R> {
    fn ask(
        &mut self,
        question: &str,
        _: &[String],
        out: &mut dyn Write,
    ) -> io::Result<Option<String>> {
        write!(out, "{question}")?;
        out.flush()?;
        let mut line = String::new();
        let some = self.from.read_line(&mut line)? > 0;
        if self.echo || !some {
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(some.then_some(line))
    }
}

/// Prepared lines, followed by those of another prompt.
pub struct ScriptedPrompt<'a> {
    /// The lines that are left.
    pub lines: VecDeque<String>,
    /// The prompt that follows.
    pub then: &'a mut dyn Prompt,
}

impl Prompt for ScriptedPrompt<'_> {
    fn ask(
        &mut self,
        question: &str,
        words: &[String],
        out: &mut dyn Write,
    ) -> io::Result<Option<String>> {
        let Some(line) = self.lines.pop_front() else {
            return self.then.ask(question, words, out);
        };
        writeln!(out, "{question}{line}")?;
        Ok(Some(line))
    }
}
