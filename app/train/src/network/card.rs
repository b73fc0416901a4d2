//! The model card: how a network came about, written by the training itself.

use starboard_network::Shape;

use crate::{Losses, Plan, Summary};

/// The card, as Markdown, of the network that was trained by this plan.
pub(super) fn text(summary: &Summary, plan: &Plan, shape: Shape) -> String {
    let Summary { game, engine, nodes, seed, games, results: [won, drawn, lost], .. } = summary;
    let Summary { training, validation, scale, epochs, best_epoch, version, .. } = summary;
    let (options, program) = (&summary.options, &plan.program);
    let Shape { features, hidden } = shape;
    let (plies, most) = (plan.games.random_plies, plan.games.max_plies);
    let resign = plan.games.adjudication.map_or_else(String::new, |adjudication| {
        format!(" --resign {},{}", adjudication.value, adjudication.moves)
    });
    let row = |name: &str, losses: &Losses| {
        let Losses { training, validation, results } = losses;
        format!("| {name} | {training:.5} | {validation:.5} | {results:.5} |\n")
    };
    format!(
        "# Model card: a network for {game}\n\n\
         One hidden layer of {hidden} units for each player over {features} features, made by \
         Starboard {version} from games of an engine against itself. It evaluates as \
         `net(file=network.bin)`.\n\n\
         ## How it was made\n\n\
         ```sh\n\
         {program} train {game} --evaluator net --dir DIR --games {games} --nodes {nodes} \
         --seed {seed} --random-plies {plies} --max-plies {most}{resign} \\\n  \
         --engine '{engine}' \\\n  \
         --hidden {hidden} --positions {} --results {} --prior {} --rate {} --batch {} --epochs {} \
         --early-stop {}\n\
         ```\n\n\
         | | |\n|---|---|\n\
         | games | {games}; the first player won {won}, drew {drawn}, lost {lost} |\n\
         | positions | {training} fitted to, {validation} for validation, from other games; \
         nobody in check, nothing pending |\n\
         | target | {:.0} % the result, the rest the value of the search; 73 % at a lead of {scale:.0} \
         grid points |\n\
         | fit | epoch {best_epoch} of {epochs} was best |\n\n\
         ## How well it fits\n\n\
         Mean cross-entropy in nats; \"results\" is against the results of the games alone. The \
         usual evaluation is the one that the game had before.\n\n\
         | | fitted to | validation | validation, results |\n|---|---|---|---|\n\
         {}{}{}\n\
         ![The fit, epoch by epoch](loss.svg)\n\n\
         ## What it is not\n\n\
         Both sides of every game were the same engine with few nodes a move: the network knows \
         the positions that it reaches. How well it plays, a match has to show:\n\n\
         ```sh\n\
         {program} match {game} --a 'alpha-beta + net(file=DIR/network.bin)' --b alpha-beta \
         --time 0.1 --games 200\n\
         ```\n",
        options.positions,
        options.results,
        options.prior,
        options.rate,
        options.batch,
        options.epochs,
        options.patience,
        100.0 * options.results,
        row("the usual evaluation", &summary.before),
        row("the network", &summary.after),
        row("the network, in whole numbers", &summary.rounded),
    )
}
