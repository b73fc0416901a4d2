//! The answers of the page as WebAssembly: what `starboard serve` answers over a socket, for
//! pages that have no program behind them.

#![forbid(unsafe_code)]

use std::sync::LazyLock;

use js_sys::Function;
use starboard::Registry;
use starboard_core::Stop;
use starboard_serve::{
    Caps,
    answers::{self, AnalyseQuestion, TreeQuestion},
};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

static GAMES: LazyLock<Registry> = LazyLock::new(|| {
    let games = Registry::new().with_all(starboard_small::entries::games());
    #[cfg(feature = "backgammon")]
    let games = games.with(starboard_backgammon::entries::backgammon());
    games
});

/// The answer to a question, as JSON; `report` is called with each iteration of a search.
/// What goes wrong is thrown, as a sentence.
#[wasm_bindgen]
pub fn ask(path: &str, question: &str, report: &Function) -> Result<String, JsValue> {
    answer(path, question.as_bytes(), report).map_err(|why| format!("{why:#}").into())
}

fn answer(path: &str, question: &[u8], report: &Function) -> anyhow::Result<String> {
    let caps = Caps::default();
    let games = &*GAMES;
    // A search is stopped by ending the worker that it runs in.
    let stop = Stop::default();
    Ok(match path {
        "games" => {
            let none = |_: &_| [(); 0];
            serde_json::to_string(&answers::games(games, &caps, [false, false], none))?
        }
        "position" => serde_json::to_string(&answers::position(games, question)?)?,
        "tree" => {
            let question = TreeQuestion::read(games, &caps, question)?;
            serde_json::to_string(&question.answer(games, &stop)?)?
        }
        "analyse" => {
            let question = AnalyseQuestion::read(games, &caps, question)?;
            let mut tell = |found: &_| {
                let text = serde_json::to_string(found).unwrap_or_default();
                // A page that cannot show it still gets the answer.
                let _ = report.call1(&JsValue::NULL, &text.into());
            };
            serde_json::to_string(&question.answer(&stop, &mut tell)?)?
        }
        _ => anyhow::bail!("there is nothing here"),
    })
}
