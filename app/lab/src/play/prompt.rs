//! Where lines come from.

#[cfg(feature = "completion")]
#[path = "completion.rs"]
mod completion;

use std::{
    collections::VecDeque,
    io::{self, BufRead, IsTerminal, Write},
};

/// Asks somebody for a line.
pub trait Prompt {
    /// The line that is answered, or `None` when there will be no more. `words` are what a
    /// line may begin with, for whoever completes; `out` is where the question may be written.
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
    /// Where they are read from.
    pub from: R,
    /// Whether to write each line after its question, because nobody sees it typed.
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

/// Lines that are answered first, before somebody else is asked.
pub struct ScriptedPrompt<'a> {
    /// The lines that are left.
    pub lines: VecDeque<String>,
    /// Who is asked then.
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
