//! Writing.

use super::{Collection, Node};

/// What is still to be written.
enum Task {
    /// A node and what follows it.
    Node(usize),
    /// The same in parentheses.
    Tree(usize),
    /// The parenthesis at the end.
    Close,
}

pub(super) fn write(collection: &Collection) -> String {
    let mut text = String::new();
    let mut tasks: Vec<_> = collection.games.iter().rev().map(|&game| Task::Tree(game)).collect();
    while let Some(task) = tasks.pop() {
        match task {
            Task::Close => text.push_str(")\n"),
            Task::Tree(index) => {
                text.push('(');
                tasks.extend([Task::Close, Task::Node(index)]);
            }
            Task::Node(index) => {
                let node = &collection.nodes[index];
                write_node(&mut text, node);
                match node.children[..] {
                    [] => {}
                    [next] => {
                        text.push('\n');
                        tasks.push(Task::Node(next));
                    }
                    ref several => {
                        text.push('\n');
                        tasks.extend(several.iter().rev().map(|&child| Task::Tree(child)));
                    }
                }
            }
        }
    }
    text
}

fn write_node(text: &mut String, node: &Node) {
    text.push(';');
    for property in &node.properties {
        text.push_str(&property.name);
        for value in &property.values {
            text.push('[');
            for c in value.chars() {
                if matches!(c, ']' | '\\') {
                    text.push('\\');
                }
                text.push(c);
            }
            text.push(']');
        }
    }
}
