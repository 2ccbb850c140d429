//! The types of the wire in TypeScript, made from the schemas of the OpenAPI document.

use serde_json::Value;

/// The declaration of a type, with its description as a comment.
pub(crate) fn declaration(name: &str, schema: &Value) -> String {
    let comment = comment(schema, "");
    if schema["properties"].is_object() {
        let fields = fields(schema, "  ").concat();
        format!("{comment}export interface {name} {{\n{fields}}}\n")
    } else if let Some(kinds) = schema["oneOf"].as_array() {
        let kinds: String = kinds.iter().map(|kind| format!("\n  | {}", type_of(kind))).collect();
        format!("{comment}export type {name} ={kinds};\n")
    } else {
        format!("{comment}export type {name} = {};\n", type_of(schema))
    }
}

/// The description of a schema. That of a type which may be `null` is in one of its parts.
fn description(schema: &Value) -> Option<&str> {
    let parts = schema["oneOf"].as_array().into_iter().flatten();
    let mut all = std::iter::once(schema).chain(parts.filter(|part| part["$ref"].is_string()));
    all.find_map(|schema| schema["description"].as_str())
}

/// A description as a comment.
fn comment(schema: &Value, indent: &str) -> String {
    let Some(text) = description(schema) else { return String::new() };
    if !text.contains('\n') && indent.len() + text.len() + 7 <= 100 {
        return format!("{indent}/** {text} */\n");
    }
    let lines: String = text
        .lines()
        .map(|line| match line {
            "" => format!("{indent} *\n"),
            line => format!("{indent} * {line}\n"),
        })
        .collect();
    format!("{indent}/**\n{lines}{indent} */\n")
}

/// The fields of an object, a text for each.
fn fields(schema: &Value, indent: &str) -> Vec<String> {
    let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
    let properties = schema["properties"].as_object().into_iter().flatten();
    let field = |(name, schema): (&String, &Value)| {
        let mark = if required.iter().any(|key| key == name) { "" } else { "?" };
        format!("{}{indent}{name}{mark}: {};\n", comment(schema, indent), type_of(schema))
    };
    properties.map(field).collect()
}

/// The type of a schema.
pub(crate) fn type_of(schema: &Value) -> String {
    let all = |part: &Value| {
        let mut types: Vec<_> = part.as_array().into_iter().flatten().map(type_of).collect();
        types.sort_by_key(|name| name == "null");
        types
    };
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(values) = schema["enum"].as_array() {
        let values = values.iter().map(|value| value.to_string().replace('"', "'"));
        return values.collect::<Vec<_>>().join(" | ");
    }
    for part in ["oneOf", "anyOf"] {
        if schema[part].is_array() {
            return all(&schema[part]).join(" | ");
        }
    }
    if schema["allOf"].is_array() {
        return all(&schema["allOf"]).join(" & ");
    }
    match &schema["type"] {
        Value::Array(names) => {
            let mut names: Vec<_> = names.iter().map(|name| plain(name, schema)).collect();
            names.sort_by_key(|name| name == "null");
            names.join(" | ")
        }
        name => plain(name, schema),
    }
}

/// The type of a schema whose JSON type is `name`.
fn plain(name: &Value, schema: &Value) -> String {
    match name.as_str().unwrap_or_default() {
        "array" => {
            if let Some(parts) = schema["prefixItems"].as_array() {
                let parts: Vec<_> = parts.iter().map(type_of).collect();
                return format!("[{}]", parts.join(", "));
            }
            let item = type_of(&schema["items"]);
            if item.contains(' ') && !item.starts_with('[') && !item.starts_with('{') {
                format!("({item})[]")
            } else {
                format!("{item}[]")
            }
        }
        "object" if schema["properties"].is_object() => {
            let fields: Vec<_> = schema["properties"]
                .as_object()
                .into_iter()
                .flatten()
                .map(|(name, field)| {
                    let required = schema["required"].as_array().into_iter().flatten();
                    let mark = if required.into_iter().any(|key| key == name) { "" } else { "?" };
                    format!("{name}{mark}: {}", type_of(field))
                })
                .collect();
            format!("{{ {} }}", fields.join("; "))
        }
        "object" if schema["additionalProperties"].is_object() => {
            format!("Record<string, {}>", type_of(&schema["additionalProperties"]))
        }
        "integer" | "number" => "number".to_owned(),
        "string" => "string".to_owned(),
        "boolean" => "boolean".to_owned(),
        "null" => "null".to_owned(),
        "object" => "object".to_owned(),
        _ => "unknown".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::openapi::document;
    use super::*;

    /// The file with the types for the scripts.
    const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/js/common/wire.d.ts");
    const REWRITE: &str = "HETERODOX_REWRITE_WIRE";

    #[test]
    fn the_types_of_the_scripts_are_those_of_the_document() {
        let schemas = document()["components"]["schemas"].as_object().unwrap();
        let types: Vec<_> =
            schemas.iter().map(|(name, schema)| declaration(name, schema)).collect();
        let command = format!("{REWRITE}=1 cargo test -p heterodox-server typescript");
        let text = format!(
            "// What goes over the line. Generated from the OpenAPI document by\n// {command}\n\n{}",
            types.join("\n")
        );
        if std::env::var_os(REWRITE).is_some() {
            std::fs::write(FILE, &text).unwrap();
        }
        let found = std::fs::read_to_string(FILE).unwrap_or_default();
        assert!(found == text, "{FILE} is not fresh: run\n    {command}");
    }
}
