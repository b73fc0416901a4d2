//! What a game itself has to say of a position.

use std::{collections::BTreeMap, sync::Arc};

use axum::{body::Bytes, extract::State, response::Response};
use serde::Deserialize;
use starboard::BadInput;
use starboard_lab::panel::{Panels, Question};

use crate::{
    answers::{Where, read},
    http::Site,
};

#[derive(Deserialize)]
struct Request {
    #[serde(flatten)]
    at: Where,
    /// Which of the game's panels.
    panel: String,
    /// What was chosen, by the names of the fields.
    #[serde(default)]
    fields: BTreeMap<String, String>,
}

pub(crate) async fn show(State(site): State<Arc<Site>>, body: Bytes) -> Response {
    let owner = Arc::clone(&site);
    let prepared = move || {
        let request: Request = read(&body)?;
        let (game, position) = request.at.find(&owner.games)?;
        let known = game.get::<Panels>().map_or(&[][..], |panels| &panels.0);
        let Some(panel) = known.iter().find(|panel| panel.name == request.panel) else {
            let (name, wanted) = (game.name(), &request.panel);
            return Err(BadInput::error(format!("{name} has no panel {wanted:?}")));
        };
        let fields = panel.check(&request.fields)?;
        let written = request.at.written().map(str::to_owned);
        let time = owner.config.caps.time;
        Ok((panel.show, Question { position, written, fields, time }))
    };
    let work = move |stop: &_| {
        let (show, question) = prepared()?;
        let document = show(&question, stop)?;
        Ok(serde_json::json!({ "html": document.fragment() }))
    };
    site.slots.answer(work).await
}
