//! What Go shows about a position besides a search: the reasons for moves, and who will
//! own each point.

use starboard::BadInput;
use starboard_core::{Game, Limits, Node, Stop};
use starboard_go::{Explanation, Go, Selector};
use starboard_lab::{
    html::{Document, Table},
    panel::{Field, Panel, Panels, Question},
};

/// The panels of Go.
pub(crate) fn panels() -> Panels {
    let field = Field {
        name: "evaluations",
        label: "Positions evaluated",
        choices: vec!["40", "150", "600", "2000"],
        default: "150",
    };
    let reasons = Panel {
        name: "Reasons",
        about: "What speaks for each point, what of it the search bore out, and whose each point \
            will be.",
        fields: vec![field],
        show: reasons,
    };
    Panels(vec![reasons])
}

fn reasons(question: &Question, _: &Stop) -> anyhow::Result<Document> {
    let game: &Go = question.position.downcast_ref().expect("a position of Go");
    if let Node::Over(_) = game.node() {
        return Err(BadInput::error("the game is over: there is nothing to decide"));
    }
    let evaluations = question.field("evaluations").parse().ok();
    let limits = Limits { evaluations, time: Some(question.time), ..Limits::default() };
    let mut selector = Selector::default();
    let selection = selector.select(game, &limits);
    let analysis = selector.evaluator().analyse(&game.clone().resumed());
    let explanation = Explanation::new(game, &analysis, &selection);
    let mut document = Document::new("Reasons");
    document.paragraph(format!(
        "{} is worth {:+.1} points after {} evaluations; as things stand it is {:+.1}, and sente \
         is worth {:.1}.",
        explanation.best,
        explanation.value,
        explanation.evaluations,
        explanation.lead,
        explanation.sente
    ));
    document.charts([
        (explanation.svg(game), "What the reasons come to, in points; the ring is the move"),
        (analysis.svg(game), "Whose each point will be: the larger the square, the surer"),
    ]);
    let mut table = Table::new(
        "Points by what speaks for them",
        ["Point", "Reasons", "Later", "Found", "Counted"],
    );
    for candidate in &explanation.candidates {
        let found = match candidate.found {
            None => "\u{2013}".to_owned(),
            Some(value) if candidate.exact => format!("{value:+.1}"),
            Some(value) if candidate.estimate => format!("\u{2248} {value:+.1}"),
            Some(value) => format!("\u{2264} {value:+.1}"),
        };
        let counted = candidate.reasons.iter().filter(|reason| reason.counts);
        let why: Vec<_> = counted
            .map(|reason| match &reason.about {
                Some(about) => format!("{} ({about}) {:.1}", reason.name, reason.value),
                None => format!("{} {:.1}", reason.name, reason.value),
            })
            .collect();
        table.row([
            candidate.point.clone(),
            format!("{:.1}", candidate.value),
            format!("{:.1}", candidate.bonus),
            found,
            candidate.counted.map_or("\u{2013}".to_owned(), |value| format!("{value:+.1}")),
        ]);
        // In a column of their own the reasons would be out of sight on a phone.
        if !why.is_empty() {
            table.remark(why.join("; "));
        }
    }
    document.table(table);
    Ok(document)
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, time::Duration};

    use starboard::Position;

    use super::*;

    #[test]
    fn reasons_are_shown_for_a_position() -> anyhow::Result<()> {
        let panel = &panels().0[0];
        let game = Go::parse("9x9 b 7 moves E5 E4 D4 E2 F4 G7").map_err(BadInput::error)?;
        let fields = panel.check(&BTreeMap::from([("evaluations".into(), "40".into())]))?;
        let time = Duration::from_secs(60);
        let question = Question { position: Position::new(game), written: None, fields, time };
        let document = (panel.show)(&question, &Stop::default())?;
        let html = document.fragment();
        assert!(html.contains("captures a string (E4)"), "{html}");
        assert_eq!(html.matches("<svg").count(), 2);
        Ok(())
    }
}
