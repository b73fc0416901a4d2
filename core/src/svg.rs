//! Places of a picture that a player can point at.

/// A transparent rectangle (left, top, width, height) with the attribute `data-place`, to be
/// drawn over the picture: programs that show it look for such rectangles where a player
/// clicks. [`Game::places`](crate::Game::places) says which places choose a move.
///
/// ```
/// let place = starboard_core::svg::place("e4", [0, 0, 40, 40]);
/// assert!(place.contains("data-place=\"e4\""));
/// ```
pub fn place(name: &str, [x, y, width, height]: [i32; 4]) -> String {
    format!(
        "<rect class=\"place\" data-place=\"{}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" \
         height=\"{height}\" fill=\"transparent\"/>\n",
        escaped(name)
    )
}

/// The names of all places of a picture, in the order they are drawn.
pub fn places(svg: &str) -> impl Iterator<Item = String> {
    let named = svg.split("data-place=\"").skip(1).filter_map(|rest| rest.split('"').next());
    named.map(|name| name.replace("&quot;", "\"").replace("&lt;", "<").replace("&amp;", "&"))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_as_they_were_given() {
        let names = ["a1", "\"<&>\"", ""];
        let svg: String = names.iter().map(|name| place(name, [0; 4])).collect();
        assert!(places(&svg).eq(names.map(str::to_owned)), "{svg}");
    }
}
