//! A client's side of the numbered changes: the state after a change, from the state before it.

use serde_json::{Map, Value, json};

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
                let keep = value["keep"].as_u64().expect("a number") as usize;
                let moves = state["moves"].as_array_mut().expect("moves");
                moves.truncate(keep);
                moves.extend_from_slice(value["add"].as_array().expect("texts"));
            }
            "scene" => apply_scene(&mut state["scene"], value),
            name => state[name] = value.clone(),
        }
    }
    if let Some(seat) = change.get("seat") {
        state["scene"]["viewer"] =
            if seat.is_null() { json!("public") } else { json!({"seat": seat}) };
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
            name => frame[name] = value.clone(),
        }
    }
    let list = |name: &str| change[name].as_array().cloned().unwrap_or_default();
    let gone = list("gone");
    let pieces = frame["pieces"].as_array_mut().expect("pieces");
    pieces.retain(|piece| !gone.contains(&piece["cell"]));
    pieces.extend(list("placed"));
}

/// The choices of a scene, from their compact form.
fn choices(compact: Option<&Value>) -> Value {
    let Some(Value::Array(entries)) = compact else { return json!([]) };
    let plain = |text: String, from: &Value, piece: &Value, to: &str, captures: bool| {
        json!({"text": text, "kind": "move", "piece": piece, "from": from, "to": to,
            "variant": null, "captures": captures, "danger": null})
    };
    let mut all = Vec::new();
    for entry in entries {
        if let Value::Object(other) = entry {
            let mut choice = Map::new();
            for name in ["piece", "from", "to", "variant", "danger"] {
                choice.insert(name.to_owned(), Value::Null);
            }
            choice.insert("captures".to_owned(), json!(false));
            choice.extend(other.clone());
            all.push(Value::Object(choice));
            continue;
        }
        let lead = entry[2].as_str().expect("a lead");
        for cell in entry[3].as_str().expect("cells").split(' ') {
            let to = cell.strip_suffix('x').unwrap_or(cell);
            all.push(plain(format!("{lead}{to}"), &entry[0], &entry[1], to, to != cell));
        }
    }
    Value::Array(all)
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
