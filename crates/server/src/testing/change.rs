//! A client's side of the numbered changes: the state after a change, from the state before it.

use serde_json::{Value, json};

/// Applies a `change` message to the state of a game, in place.
///
/// # Panics
///
/// If the change does not follow this state, or is not a change.
pub fn apply(state: &mut Value, change: &Value) {
    assert_eq!(state["version"], change["from"], "the change follows another state");
    let fields = change.as_object().expect("an object");
    for (name, value) in fields {
        match name.as_str() {
            "type" | "from" | "heard" => {}
            "moves" => {
                let text = &change["scene"]["frame"]["text"];
                let moves = state["moves"].as_array_mut().expect("moves");
                moves.truncate(value["keep"].as_u64().map_or(usize::MAX, |keep| keep as usize));
                match value["add"].as_array() {
                    Some(add) => moves.extend_from_slice(add),
                    None => moves.push(text.clone()),
                }
            }
            "scene" => apply_scene(&mut state["scene"], value),
            name => state[name] = value.clone(),
        }
    }
}

fn apply_scene(scene: &mut Value, change: &Value) {
    scene["choices"] = choices(change.get("choices"));
    for (name, value) in change.as_object().expect("an object") {
        match name.as_str() {
            "choices" => {}
            "frame" => apply_frame(&mut scene["frame"], value),
            name => scene[name] = value.clone(),
        }
    }
}

fn apply_frame(frame: &mut Value, change: &Value) {
    let fields = frame.as_object_mut().expect("an object");
    fields.remove("path");
    fields.remove("told");
    for (name, value) in change.as_object().expect("an object") {
        match name.as_str() {
            "gone" | "placed" => {}
            "position" => frame["position"] = edited(&frame["position"], value),
            name => frame[name] = value.clone(),
        }
    }
    let list = |name: &str| change[name].as_array().cloned().unwrap_or_default();
    let gone = list("gone");
    let placed: Vec<Value> = list("placed").iter().map(placed).collect();
    let pieces = frame["pieces"].as_array_mut().expect("pieces");
    let replaced = |cell: &Value| placed.iter().any(|piece| piece["cell"] == *cell);
    pieces.retain(|piece| !gone.contains(&piece["cell"]) && !replaced(&piece["cell"]));
    pieces.extend(placed);
}

/// A piece, from its compact form.
fn placed(text: &Value) -> Value {
    let mut words = text.as_str().expect("a piece").split(' ');
    let mut word = || words.next().expect("cell, side and kind");
    let (cell, side, kind) = (word(), word(), word());
    json!({"cell": cell, "side": side, "kind": kind, "marks": words.collect::<Vec<_>>()})
}

/// A text after edits.
fn edited(text: &Value, edits: &Value) -> Value {
    let mut rest = text.as_str().expect("a text");
    let mut after = String::new();
    for edit in edits.as_array().expect("edits") {
        let number = |index: usize| edit[index].as_u64().expect("a number") as usize;
        let (kept, tail) = rest.split_at(number(0));
        after += kept;
        after += edit[2].as_str().expect("a text");
        rest = &tail[number(1)..];
    }
    json!(after + rest)
}

/// The choices of a scene, from their compact form.
fn choices(compact: Option<&Value>) -> Value {
    let Some(compact) = compact else { return json!([]) };
    let mut all = compact["others"].as_array().cloned().unwrap_or_default();
    for (origin, targets) in compact["targets"].as_object().into_iter().flatten() {
        let (from, piece) = origin.split_once(' ').unwrap_or((origin, ""));
        let templates = compact["templates"].as_array().expect("templates");
        let targets = targets.as_str().expect("destinations").split('|');
        for (template, targets) in templates.iter().zip(targets) {
            for target in targets.split(' ').filter(|target| !target.is_empty()) {
                all.push(choice(template, from, piece, target));
            }
        }
    }
    Value::Array(all)
}

fn choice(template: &Value, from: &str, piece: &str, target: &str) -> Value {
    let (cells, code) = target.split_once(':').unwrap_or((target, ""));
    let path: Vec<&str> =
        cells.strip_prefix('.').map(|path| path.split('.').collect()).unwrap_or_default();
    let to = path.last().copied().unwrap_or(cells);
    let text = template["text"].as_str().expect("a text");
    let text = text.replace("$p", piece).replace("$f", from).replace("$c", code).replace("$t", to);
    let given = |text: &str| if text.is_empty() { Value::Null } else { json!(text) };
    let mut choice = json!({"kind": "move", "piece": given(piece), "from": given(from), "to": to,
        "variant": null, "captures": false, "danger": null});
    for (name, value) in template.as_object().expect("an object") {
        choice[name] = value.clone();
    }
    if !path.is_empty() {
        choice["path"] = json!(path);
    }
    choice["text"] = json!(text);
    choice
}

/// A state in which the orders of pieces and choices are those of their texts, so that two states
/// can be compared.
#[must_use]
pub fn sorted(mut state: Value) -> Value {
    for list in ["/scene/frame/pieces", "/scene/choices"] {
        if let Some(Value::Array(list)) = state.pointer_mut(list) {
            list.sort_by_cached_key(ToString::to_string);
        }
    }
    state
}
