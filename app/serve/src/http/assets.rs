//! The page, as it is in `web/`: read from there while it is being worked on, and part of the
//! program otherwise.

use std::sync::Arc;

use axum::{
    Router,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};

use super::{Site, api};

/// A file of the page.
struct Asset {
    path: &'static str,
    kind: &'static str,
    content: &'static str,
}

macro_rules! assets {
    ($($path:literal, $kind:expr;)*) => {
        &[$(Asset {
            path: $path,
            kind: $kind,
            content: include_str!(concat!("../../web/", $path)),
        }),*]
    };
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

const ASSETS: &[Asset] = assets! {
    "index.html", "text/html; charset=utf-8";
    "style.css", "text/css; charset=utf-8";
    "icon.svg", "image/svg+xml";
    "main.js", SCRIPT;
    "api.js", SCRIPT;
    "dom.js", SCRIPT;
    "board.js", SCRIPT;
    "engine.js", SCRIPT;
    "position.js", SCRIPT;
    "tree.js", SCRIPT;
    "game.js", SCRIPT;
    "compare.js", SCRIPT;
    "runs.js", SCRIPT;
    "vendor/d3-hierarchy.js", SCRIPT;
};

pub(crate) fn routes() -> Router<Arc<Site>> {
    let mut routes = Router::new()
        .route("/", get(|| async { ASSETS[0].answer() }))
        .fallback(|| async { api::error(StatusCode::NOT_FOUND, "there is nothing here") });
    for asset in ASSETS {
        routes = routes.route(&format!("/{}", asset.path), get(|| async { asset.answer() }));
    }
    routes
}

impl Asset {
    fn answer(&self) -> Response {
        ([(header::CONTENT_TYPE, self.kind)], self.text()).into_response()
    }

    #[cfg(not(debug_assertions))]
    fn text(&self) -> &'static str {
        self.content
    }

    #[cfg(debug_assertions)]
    fn text(&self) -> String {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("web").join(self.path);
        std::fs::read_to_string(path).unwrap_or_else(|_| self.content.to_owned())
    }
}
