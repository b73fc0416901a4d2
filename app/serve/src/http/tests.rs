//! The answers, without a socket. Browsers are tried in `web/tests/`.

use std::{fs, sync::Arc, time::Duration};

use axum::{
    body::Body,
    http::{Request, Response, StatusCode, header},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use starboard::{BadInput, Registry};
use tower::ServiceExt;

use super::*;

const HOST: &str = "127.0.0.1:8650";

fn site(config: Config) -> Arc<Site> {
    let games = Registry::new().with_all(starboard_small::entries::games());
    Arc::new(Site::new(games, config, "0123".repeat(8), PORT))
}

/// A request as the page makes it.
fn request(path: &str, body: Option<&Value>) -> Request<Body> {
    let method = if body.is_some() { "POST" } else { "GET" };
    Request::builder()
        .method(method)
        .uri(path)
        .header(header::HOST, HOST)
        .header(guard::TOKEN, "0123".repeat(8))
        .body(body.map_or_else(Body::empty, |body| Body::from(body.to_string())))
        .expect("a request")
}

fn post(path: &str, body: &Value) -> Request<Body> {
    request(&format!("/api/1/{path}"), Some(body))
}

fn get(path: &str) -> Request<Body> {
    request(path, None)
}

async fn send(site: &Arc<Site>, request: Request<Body>) -> Response<Body> {
    router(Arc::clone(site)).oneshot(request).await.expect("it always answers")
}

async fn text(response: Response<Body>) -> String {
    let bytes = response.into_body().collect().await.expect("a body").to_bytes();
    String::from_utf8(bytes.to_vec()).expect("text")
}

async fn answer(site: &Arc<Site>, request: Request<Body>) -> (StatusCode, Value) {
    let response = send(site, request).await;
    let status = response.status();
    (status, serde_json::from_str(&text(response).await).expect("JSON"))
}

/// What is refused, and the sentence that says why.
async fn refused(site: &Arc<Site>, request: Request<Body>) -> (StatusCode, String) {
    let (status, value) = answer(site, request).await;
    assert!(status.is_client_error(), "{status}: {value}");
    (status, value["error"].as_str().expect("a sentence").to_owned())
}

/// The events of a stream, by name.
async fn events(site: &Arc<Site>, request: Request<Body>) -> Vec<(String, Value)> {
    let response = send(site, request).await;
    assert_eq!(response.status(), StatusCode::OK);
    let text = text(response).await;
    let events = text.split("\n\n").filter_map(|event| {
        let (name, data) = event.strip_prefix("event: ")?.split_once("\ndata: ")?;
        Some((name.to_owned(), serde_json::from_str(data).expect("JSON")))
    });
    events.collect()
}

/// Runs a test that waits for answers.
fn wait(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(test);
}

#[test]
fn a_search_is_told_as_it_deepens_and_is_that_of_the_library() {
    wait(async {
        let site = site(Config::default());
        let body =
            json!({ "game": "connect-four", "engine": "alpha-beta", "depth": 5, "lines": 2 });
        let events = events(&site, post("analyse", &body)).await;
        let (last, reports) = events.split_last().expect("events");
        assert!(last.0 == "done" && reports.len() == 5, "{events:?}");
        assert!(reports.iter().all(|(name, _)| name == "report"));
        let game = site.games.find("connect-four").expect("a game");
        let mut engine = game.engine(Some("alpha-beta")).expect("an engine");
        let root = starboard_core::Root::lines(2);
        let limits = starboard_core::Limits::depth(5).with_all_ties();
        let own = engine.analyse_with(&game.start(), &root, &limits, &<_>::default(), &mut |_| ());
        let own = serde_json::to_value(own.report).expect("JSON");
        for what in ["value", "pv", "best_moves", "candidates", "counters"] {
            assert_eq!(last.1["report"][what], own[what], "{what}");
        }
        assert_eq!(site.slots.running(), 0);
    });
}

#[test]
fn positions_have_boards_and_moves() {
    wait(async {
        let site = site(Config::default());
        for game in site.games.games() {
            let (status, view) =
                answer(&site, post("position", &json!({ "game": game.name() }))).await;
            assert_eq!(status, StatusCode::OK, "{view}");
            let moves = view["moves"].as_array().expect("moves");
            assert_eq!(moves.len(), game.start().count(), "{view}");
            let play = json!({ "game": game.name(), "play": moves[0]["text"] });
            let (_, next) = answer(&site, post("position", &play)).await;
            assert_eq!(next["played"], moves[0]["text"]);
            assert_eq!(next["position"], game.start().after(starboard::Move(0)).format());
        }
        let (status, why) =
            refused(&site, post("position", &json!({ "game": "tic-tac-toe", "play": "k" }))).await;
        assert!(status == StatusCode::BAD_REQUEST && why.contains("\"k\""), "{why}");
        let (_, why) = refused(&site, post("position", &json!({ "game": "nim" }))).await;
        assert!(why.contains("there is no game \"nim\"; there are: "), "{why}");
        let (_, why) = refused(&site, post("position", &json!({ "position": 1 }))).await;
        assert!(why.starts_with("the request: "), "{why}");
    });
}

#[test]
fn trees_are_told_for_searches_and_samples() {
    wait(async {
        let site = site(Config::default());
        let star = json!({ "game": "einstein", "engine": "star2", "depth": 2, "most": 50 });
        let (_, tree) = answer(&site, post("tree", &star)).await;
        assert_eq!(tree["nodes"].as_array().map(Vec::len), Some(50), "{tree}");
        assert!(tree["nodes"][1]["window"].is_object() && tree["dropped"].as_u64() > Some(0));
        let mcts = json!({ "game": "tic-tac-toe", "engine": "mcts", "nodes": 300 });
        let (_, tree) = answer(&site, post("tree", &mcts)).await;
        assert!(tree["nodes"][0]["visits"].as_u64() > Some(10), "{tree}");
        let (_, why) = refused(&site, post("tree", &json!({ "game": "nim" }))).await;
        assert!(why.contains("there is no game"), "{why}");
        let random = json!({ "game": "tic-tac-toe", "engine": "random" });
        let (_, why) = refused(&site, post("tree", &random)).await;
        assert!(why.contains("does not search node by node"), "{why}");
    });
}

#[test]
fn a_whole_game_is_reviewed_move_by_move() {
    wait(async {
        let site = site(Config::default());
        // The corner is met by an edge, which loses.
        let game = |text: &str| json!({ "game": "tic-tac-toe", "content": STANDARD.encode(text), "depth": 9 });
        let events = events(&site, post("review", &game("0 1"))).await;
        let names: Vec<_> = events.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["game", "move", "move", "done"]);
        assert_eq!(events[0].1["moves"], json!(["0", "1"]));
        assert_eq!(events[3].1["moves"][1]["verdict"]["mark"], "very-bad", "{}", events[3].1);
        let (_, why) = refused(&site, post("review", &game("0 0"))).await;
        assert!(why.contains("\"0\""), "{why}");
        let none = json!({ "game": "tic-tac-toe", "content": "?" });
        assert!(refused(&site, post("review", &none)).await.1.contains("not base64"));
        let mut second = game("0 1");
        second["number"] = json!(2);
        assert!(refused(&site, post("review", &second)).await.1.contains("no game 2"));
    });
}

// The table of what must not happen; book/src/how-to/serve.md has it for people.

#[test]
fn other_machines_are_kept_out() {
    let config = Config { host: [0, 0, 0, 0].into(), port: 0, ..Config::default() };
    let error = serve(&Registry::new(), config, &mut Vec::new()).expect_err("not allowed");
    assert!(error.is::<BadInput>() && error.to_string().contains("--allow-remote"), "{error}");
    assert!(Config::default().host.is_loopback());
}

#[test]
fn names_of_other_places_are_refused() {
    wait(async {
        let site = site(Config::default());
        for (host, expected) in [
            ("evil.example", StatusCode::MISDIRECTED_REQUEST),
            ("evil.example:8650", StatusCode::MISDIRECTED_REQUEST),
            ("127.0.0.1:8651", StatusCode::MISDIRECTED_REQUEST),
            ("", StatusCode::MISDIRECTED_REQUEST),
            ("127.0.0.1:8650", StatusCode::OK),
            ("localhost:8650", StatusCode::OK),
            ("[::1]:8650", StatusCode::OK),
        ] {
            for path in ["/", "/api/1/games"] {
                let mut request = get(path);
                request.headers_mut().insert(header::HOST, host.parse().expect("a header"));
                assert_eq!(send(&site, request).await.status(), expected, "{host:?}, {path}");
            }
        }
    });
}

#[test]
fn pages_of_others_are_refused() {
    wait(async {
        let site = site(Config::default());
        for (origin, expected) in [
            ("http://evil.example", StatusCode::FORBIDDEN),
            ("https://127.0.0.1:8650", StatusCode::FORBIDDEN),
            ("http://127.0.0.1:8000", StatusCode::FORBIDDEN),
            ("null", StatusCode::FORBIDDEN),
            ("http://127.0.0.1:8650", StatusCode::OK),
        ] {
            let mut request = get("/api/1/games");
            request.headers_mut().insert(header::ORIGIN, origin.parse().expect("a header"));
            let response = send(&site, request).await;
            assert_eq!(response.status(), expected, "{origin}");
            let allows =
                response.headers().keys().any(|name| name.as_str().contains("allow-origin"));
            assert!(!allows, "{origin}");
        }
    });
}

#[test]
fn nothing_is_answered_without_the_token() {
    wait(async {
        let site = site(Config::default());
        let right = "0123".repeat(8);
        for (token, expected) in [
            (None, StatusCode::FORBIDDEN),
            (Some(""), StatusCode::FORBIDDEN),
            (Some("0123"), StatusCode::FORBIDDEN),
            (Some(&right.replace('3', "4")), StatusCode::FORBIDDEN),
            (Some(&right), StatusCode::OK),
        ] {
            for path in ["games", "runs", "nothing"] {
                let mut request = get(&format!("/api/1/{path}"));
                request.headers_mut().remove(guard::TOKEN);
                if let Some(token) = token {
                    request.headers_mut().insert(guard::TOKEN, token.parse().expect("a header"));
                }
                let expected = match (path, expected) {
                    (_, StatusCode::FORBIDDEN) | ("games", _) => expected,
                    _ => StatusCode::NOT_FOUND,
                };
                assert_eq!(send(&site, request).await.status(), expected, "{token:?} {path}");
            }
        }
    });
}

#[test]
fn the_page_runs_nothing_but_its_own_files() {
    wait(async {
        let site = site(Config::default());
        for path in ["/", "/main.js", "/nothing", "/api/1/games"] {
            let response = send(&site, get(path)).await;
            let policy = &response.headers()[header::CONTENT_SECURITY_POLICY];
            let policy = policy.to_str().expect("text");
            assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self';"));
            assert!(!policy.contains("unsafe"), "{policy}");
            assert_eq!(response.headers()[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        }
        let page = text(send(&site, get("/")).await).await;
        for script in page.split("<script").skip(1) {
            assert!(script.starts_with(" type=\"module\" src=\"main.js\"></script>"), "{script}");
        }
        assert!(!page.contains(" on") && !page.contains("javascript:"), "{page}");
        // Whatever the page loads is there.
        for part in page.split("src=\"").chain(page.split("href=\"")).skip(1) {
            let path = part.split('"').next().expect("a path");
            if path.contains('.') {
                assert_eq!(send(&site, get(&format!("/{path}"))).await.status(), StatusCode::OK);
            }
        }
    });
}

/// What no request may exceed changes no answer of a search that ends by itself.
#[test]
fn caps_are_not_used_up() {
    wait(async {
        let site = site(Config::default());
        for engine in ["mcts(simulations=300)", "mcts(simulations=300, nodes=200)"] {
            let body = json!({ "game": "connect-four", "engine": engine, "depth": 6 });
            let events = events(&site, post("analyse", &body)).await;
            let found = &events.last().expect("one").1["report"];
            let game = site.games.find("connect-four").expect("a game");
            let mut own = game.engine(Some(engine)).expect("an engine");
            let limits = starboard_core::Limits::depth(6).with_all_ties();
            let own = own.run(&game.start(), &limits);
            assert_eq!(found["counters"]["nodes"], own.counters.nodes, "{engine}");
            assert_eq!(found["value"], own.value.raw(), "{engine}");
            let (_, tree) = answer(&site, post("tree", &body)).await;
            let visits = tree["nodes"][0]["visits"].as_u64();
            assert!(visits.is_some_and(|visits| visits <= 301), "{engine}: {visits:?}");
        }
    });
}

#[test]
fn no_request_costs_more_than_it_may() {
    wait(async {
        let caps =
            Caps { time: Duration::from_millis(200), nodes: 5000, tree: 20, ..Caps::default() };
        let site = site(Config { caps, ..Config::default() });
        let c4 = |more: Value| {
            let mut body = json!({ "game": "connect-four", "engine": "alpha-beta" });
            body.as_object_mut()
                .expect("an object")
                .extend(more.as_object().cloned().expect("one"));
            body
        };
        // Positions, whatever is asked for.
        for body in [c4(json!({ "depth": 40 })), c4(json!({ "nodes": 1e12 as u64 })), c4(json!({}))]
        {
            let events = events(&site, post("analyse", &body)).await;
            let nodes = events.last().expect("one").1["report"]["counters"]["nodes"].as_u64();
            assert!(nodes.is_some_and(|nodes| nodes <= 5000), "{body}: {nodes:?}");
        }
        let (_, tree) =
            answer(&site, post("tree", &c4(json!({ "depth": 20, "most": 9999 })))).await;
        assert_eq!(tree["nodes"].as_array().map(Vec::len), Some(20));
        // Memory and threads.
        for engine in ["alpha-beta + tt(mb=257)", "mcts(threads=9)", "mcts(capacity=4194305)"] {
            let body = json!({ "game": "connect-four", "engine": engine });
            for path in ["analyse", "tree"] {
                let (_, why) = refused(&site, post(path, &body)).await;
                assert!(why.contains("more than the page may have"), "{why}");
            }
        }
        // The request itself.
        let long = json!({ "game": "connect-four", "position": "4".repeat(2 << 20) });
        let (status, why) = refused(&site, post("position", &long)).await;
        assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
        assert!(why.contains("longer than"), "{why}");
        // The stack.
        let deep = json!({ "game": "ur", "engine": "expectimax", "depth": 10_000 });
        let found = &events(&site, post("analyse", &deep)).await.pop().expect("one").1;
        assert_eq!(found["limits"]["depth"], starboard::MAX_DEPTH, "{found}");
    });
    wait(async {
        let caps = Caps { time: Duration::from_millis(100), nodes: u64::MAX, ..Caps::default() };
        let site = site(Config { caps, ..Config::default() });
        let body = json!({ "game": "connect-four", "engine": "alpha-beta", "time": 1e6 });
        let events = events(&site, post("analyse", &body)).await;
        assert_eq!(events.last().expect("one").1["report"]["stopped_by"], "time");
    });
}

#[test]
fn so_many_searches_run_and_no_more() {
    wait(async {
        let site = site(Config { jobs: 1, ..Config::default() });
        let body = json!({ "game": "connect-four", "engine": "minimax", "depth": 30 });
        let first = send(&site, post("analyse", &body)).await;
        assert_eq!(first.status(), StatusCode::OK);
        let second = send(&site, post("analyse", &body)).await;
        assert_eq!(second.status(), StatusCode::TOO_MANY_REQUESTS);
        assert!(second.headers().contains_key(header::RETRY_AFTER));
        // Who closes the page stops the search, and the next may begin.
        drop(first);
        for _ in 0..500 {
            if site.slots.running() == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(site.slots.running(), 0);
        let third = send(&site, post("analyse", &body)).await;
        assert_eq!(third.status(), StatusCode::OK);
        // An engine is made for whom there is a place, and for nobody else.
        let none = json!({ "game": "connect-four", "engine": "no-such-engine" });
        for path in ["analyse", "tree"] {
            let (status, _) = refused(&site, post(path, &none)).await;
            assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "{path}");
        }
    });
    wait(async {
        let site = site(Config::default());
        let none = json!({ "game": "connect-four", "engine": "no-such-engine" });
        for path in ["analyse", "tree"] {
            let (status, why) = refused(&site, post(path, &none)).await;
            assert!(status == StatusCode::BAD_REQUEST && why.contains("no-such-engine"), "{why}");
        }
        assert_eq!(site.slots.running(), 0);
    });
}

/// A whole game takes no longer than it may, whatever the limits of each move are.
#[test]
fn reviews_are_bounded_in_time() {
    wait(async {
        let caps = Caps { time: Duration::from_secs(3), nodes: 5000, ..Caps::default() };
        let site = site(Config { caps, ..Config::default() });
        for (limit, resort) in [
            (json!({ "evaluations": 1e12 as u64 }), None),
            (json!({ "nodes": 1e12 as u64 }), None),
            (json!({ "time": 1e6 }), None),
            (json!({ "engine": "alpha-beta(evals=1000000000000)" }), None),
            (json!({ "depth": 10_000 }), Some(true)),
        ] {
            let mut body = json!({ "game": "tic-tac-toe", "content": STANDARD.encode("0 1") });
            let more = limit.as_object().cloned().expect("an object");
            body.as_object_mut().expect("an object").extend(more);
            let found = events(&site, post("review", &body)).await.pop().expect("one").1;
            let limits = &found["limits"];
            assert_eq!(limits["time"]["secs"], 15, "{limit}: {found}");
            assert_eq!(limits["last_resort"].as_bool(), resort, "{limit}: {limits}");
            assert!(limits["nodes"].as_u64().is_none_or(|nodes| nodes == 5000), "{limits}");
            assert!(limits["depth"].as_u64().is_none_or(|depth| depth == 64), "{limits}");
        }
    });
}

#[test]
fn moves_lead_from_a_position_to_the_next() {
    wait(async {
        let site = site(Config::default());
        let ask = |moves: Value| json!({ "game": "connect-four", "position": "4", "moves": moves });
        let (_, view) = answer(&site, post("position", &ask(json!(["4", "3"])))).await;
        let game = site.games.find("connect-four").expect("a game");
        let expected = game.position(Some("443")).expect("a position").format();
        assert_eq!((&view["position"], &view["past"]), (&json!(expected), &json!(false)));
        // More than are answered at once.
        let (_, why) = refused(&site, post("position", &ask(json!(vec!["4"; 2000])))).await;
        assert!(why.starts_with("move 6 of those given: "), "{why}");
    });
}

#[test]
fn another_method_is_refused_in_a_sentence() {
    wait(async {
        let site = site(Config::default());
        let (status, why) = refused(&site, get("/api/1/analyse")).await;
        assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED);
        assert!(why.contains("method"), "{why}");
    });
}

/// Who never ends a request keeps nobody from ending the program.
#[test]
fn half_a_request_is_not_waited_for() {
    wait(async {
        let site = site(Config::default());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let mut client = std::net::TcpStream::connect(address).expect("it listens");
        client.write_all(b"POST /api/1/position HTTP/1.1\r\n").expect("it is taken");
        let end = tokio::time::sleep(Duration::from_millis(50));
        let served = until(listener, site, end, Duration::from_millis(100));
        let ended = tokio::time::timeout(Duration::from_secs(10), served).await;
        assert!(matches!(ended, Ok(Ok(()))), "{ended:?}");
    });
}

#[test]
fn runs_are_those_in_the_folder_and_nothing_beside_it() {
    wait(async {
        let folder = tempfile::tempdir().expect("a folder");
        let runs = folder.path().join("runs");
        fs::create_dir(&runs).expect("a folder");
        fs::write(folder.path().join("secret.jsonl"), "{}\n").expect("a file");
        fs::write(runs.join("notes.txt"), "{}\n").expect("a file");
        fs::write(runs.join("a.jsonl"), "{\"experiment\":\"x 1\"}\n{}\n{}\n{\"torn")
            .expect("a file");
        let none = site(Config::default());
        assert!(refused(&none, get("/api/1/runs")).await.1.contains("--runs"));
        let site = site(Config { runs: Some(runs), ..Config::default() });
        let (_, list) = answer(&site, get("/api/1/runs")).await;
        assert_eq!(list.as_array().map(Vec::len), Some(1), "{list}");
        let (_, run) = answer(&site, get("/api/1/runs/a.jsonl")).await;
        assert_eq!((&run["kind"], &run["results"]), (&json!("x 1"), &json!(2)), "{run}");
        for path in ["..%2Fsecret.jsonl", "notes.txt", "%2Fetc%2Fpasswd", "b.jsonl"] {
            let (status, _) = refused(&site, get(&format!("/api/1/runs/{path}"))).await;
            assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        }
    });
}
