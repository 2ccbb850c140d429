//! A deserializer around that of JSON, which is stricter than derived code: no object has a key
//! twice, an array is no object, `null` is no missing value, and a choice has exactly one key. Its
//! errors name the expected keys.

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, Expected, IgnoredAny, IntoDeserializer,
    MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;

/// A strict deserializer, or the seed of one.
pub(crate) struct Strict<T>(pub(crate) T);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Strict<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(AnyVisitor(visitor))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(ObjectVisitor { visitor, keys: &[] })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        keys: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(ObjectVisitor { visitor, keys })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        keys: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let expected = match (&visitor as &dyn Expected).to_string() {
            // The words of derived code, which name a type of the program.
            words if words.starts_with("enum ") => format!("one of {}", list(keys)),
            words => words,
        };
        self.0.deserialize_any(ChoiceVisitor { visitor, keys, expected })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct identifier ignored_any
    }
}

fn list(keys: &[&str]) -> String {
    keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ")
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Strict<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(Strict(from))
    }
}

/// Accepts what the inner visitor accepts, and makes the parts strict.
struct AnyVisitor<V>(V);

impl<'de, V: Visitor<'de>> Visitor<'de> for AnyVisitor<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.0.visit_unit()
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<V::Value, E> {
        self.0.visit_bool(value)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<V::Value, E> {
        self.0.visit_u64(value)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<V::Value, E> {
        self.0.visit_i64(value)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<V::Value, E> {
        self.0.visit_f64(value)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<V::Value, E> {
        self.0.visit_str(text)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, values: A) -> Result<V::Value, A::Error> {
        self.0.visit_seq(Strict(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, pairs: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(Pairs::new(pairs))
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Strict<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.0.next_element_seed(Strict(seed))
    }
}

/// The pairs of an object.
struct Pairs<A> {
    pairs: A,
    /// The keys so far, as it would be ambiguous which of two counts.
    keys: HashSet<String>,
}

impl<A> Pairs<A> {
    fn new(pairs: A) -> Self {
        Self { pairs, keys: HashSet::new() }
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Pairs<A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        let Some(key) = self.pairs.next_key::<String>()? else { return Ok(None) };
        let from: StrDeserializer<'_, A::Error> = key.as_str().into_deserializer();
        let value = seed.deserialize(from)?;
        match self.keys.replace(key) {
            None => Ok(Some(value)),
            Some(key) => Err(A::Error::custom(format!(
                "the key `{key}` stands twice, expected each key once"
            ))),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.pairs.next_value_seed(Strict(seed))
    }
}

/// Accepts an object only.
struct ObjectVisitor<V> {
    visitor: V,
    /// The keys that it may have; none if any.
    keys: &'static [&'static str],
}

impl<'de, V: Visitor<'de>> Visitor<'de> for ObjectVisitor<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.keys {
            [] => f.write_str("an object"),
            keys => write!(f, "an object with {}", list(keys)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, pairs: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_map(Pairs::new(pairs))
    }
}

/// Accepts one of several keywords, or an object with one of several keys.
struct ChoiceVisitor<V> {
    visitor: V,
    keys: &'static [&'static str],
    expected: String,
}

impl<'de, V: Visitor<'de>> Visitor<'de> for ChoiceVisitor<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<V::Value, E> {
        if !self.keys.contains(&text) {
            return Err(E::invalid_value(Unexpected::Str(text), &self));
        }
        self.visitor.visit_enum(Keyword { text, expected: &self.expected, error: PhantomData })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut pairs: A) -> Result<V::Value, A::Error> {
        let expected = self.expected;
        let Some(key) = pairs.next_key::<String>()? else {
            return Err(A::Error::custom(format!("empty object, expected {expected}")));
        };
        if !self.keys.contains(&key.as_str()) {
            return Err(A::Error::custom(format!("unknown field `{key}`, expected {expected}")));
        }
        self.visitor.visit_enum(Pair { key, pairs, expected })
    }
}

/// A keyword.
struct Keyword<'a, E> {
    text: &'a str,
    expected: &'a str,
    error: PhantomData<E>,
}

impl<E: Error> Keyword<'_, E> {
    fn refuse<T>(self) -> Result<T, E> {
        Err(E::invalid_type(Unexpected::Str(self.text), &self.expected))
    }
}

impl<'de, E: Error> EnumAccess<'de> for Keyword<'_, E> {
    type Error = E;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), E> {
        let from: StrDeserializer<'_, E> = self.text.into_deserializer();
        Ok((seed.deserialize(from)?, self))
    }
}

impl<'de, E: Error> VariantAccess<'de> for Keyword<'_, E> {
    type Error = E;

    fn unit_variant(self) -> Result<(), E> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, _: S) -> Result<S::Value, E> {
        self.refuse()
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, E> {
        self.refuse()
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, E> {
        self.refuse()
    }
}

/// An object with one pair.
struct Pair<A> {
    key: String,
    pairs: A,
    expected: String,
}

impl<'de, A: MapAccess<'de>> Pair<A> {
    fn refuse<T>(&self) -> Result<T, A::Error> {
        let Self { key, expected, .. } = self;
        Err(A::Error::custom(format!("unknown field `{key}`, expected {expected}")))
    }
}

impl<'de, A: MapAccess<'de>> EnumAccess<'de> for Pair<A> {
    type Error = A::Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), A::Error> {
        let from: StrDeserializer<'_, A::Error> = self.key.as_str().into_deserializer();
        Ok((seed.deserialize(from)?, self))
    }
}

impl<'de, A: MapAccess<'de>> VariantAccess<'de> for Pair<A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.refuse()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(
        mut self,
        seed: S,
    ) -> Result<S::Value, A::Error> {
        let value = self.pairs.next_value_seed(Strict(seed))?;
        if self.pairs.next_key::<IgnoredAny>()?.is_some() {
            return Err(A::Error::custom(format!("more than one, expected {}", self.expected)));
        }
        Ok(value)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, A::Error> {
        self.refuse()
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, A::Error> {
        self.refuse()
    }
}
