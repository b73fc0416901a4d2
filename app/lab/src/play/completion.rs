//! A terminal's lines, completed and remembered.

use std::io::{self, Write};

use rustyline::{
    CompletionType, Config, Context, Editor, Helper, Highlighter, Hinter, Validator,
    completion::Completer, error::ReadlineError, history::DefaultHistory,
};

use super::Prompt;

/// Completes words to those that a line may begin with.
#[derive(Helper, Highlighter, Hinter, Validator)]
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    /// Words of the game may have spaces: the whole line is completed.
    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let begun = line[..at].to_lowercase();
        let begins = |word: &&String| word.to_lowercase().starts_with(&begun);
        Ok((0, self.0.iter().filter(begins).cloned().collect()))
    }
}

/// A terminal with completion by the tab key, a history by the arrow keys.
pub(super) struct Completing(Editor<Words, DefaultHistory>);

impl Completing {
    pub(super) fn new() -> rustyline::Result<Self> {
        let config = Config::builder().completion_type(CompletionType::List).build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(Words(Vec::new())));
        Ok(Self(editor))
    }
}

impl Prompt for Completing {
    fn ask(
        &mut self,
        question: &str,
        words: &[String],
        out: &mut dyn Write,
    ) -> io::Result<Option<String>> {
        out.flush()?;
        self.0.set_helper(Some(Words(words.to_vec())));
        match self.0.readline(question) {
            Ok(line) => {
                let _ = self.0.add_history_entry(&line);
                Ok(Some(line))
            }
            // Both keys that leave a program do.
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}
