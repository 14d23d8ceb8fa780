//! The macros that describe the types of a scene.

/// A table with named fields: `name: type = default => check;` (default and check are optional).
macro_rules! record {
    (@default $ty:ty) => { None };
    (@default $ty:ty, $default:expr) => { Some((|| $default) as fn() -> $ty) };
    (@check) => { |_, _, _| () };
    (@limits $ty:ty) => { ($crate::form::Limits::default(), "") };
    (@limits $ty:ty, $check:expr) => { $crate::check_value::Check::<$ty>::limits(&$check) };
    (@check $check:expr) => {
        |value, node, decoder| $crate::check_value::Check::check(&$check, value, node, decoder)
    };
    (
        $(#[$meta:meta])*
        struct $name:ident is $what:literal {
            $($(#[doc = $help:literal])* $field:ident : $ty:ty $(= $default:expr)? $(=> $check:expr)?;)*
        }
        $(short $short:ident;)?
        $(number $number:ident;)?
        $(verify $verify:path;)?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $($(#[doc = $help])* pub $field: $ty,)*
        }

        impl $crate::decode::Field for $name {
            fn expected() -> String {
                concat!($what, " `(…)`").to_string()
            }

            fn decode(
                node: &$crate::text::Node,
                decoder: &mut $crate::decode::Decoder<'_>,
            ) -> Option<Self> {
                $(
                    let text = |kind: &_| matches!(kind, $crate::text::Kind::Text(_));
                    let long = $crate::decode::long_form(node, stringify!($short), text);
                    let node = long.as_ref().unwrap_or(node);
                )?
                $(
                    let number = |kind: &_| matches!(kind, $crate::text::Kind::Number(_));
                    let long = $crate::decode::long_form(node, stringify!($number), number);
                    let node = long.as_ref().unwrap_or(node);
                )?
                let entries = decoder.table(node, stringify!($name), $what, Self::FIELDS)?;
                $(
                    let $field = decoder.field::<$ty>(
                        (node, entries),
                        ($what, Self::FIELDS, stringify!($field), &[$($help),*]),
                        record!(@default $ty $(, $default)?),
                        record!(@check $($check)?),
                    );
                )*
                let record = Self { $($field: $field?,)* };
                $($verify(&record, node, decoder);)?
                Some(record)
            }

            fn encode(&self) -> $crate::text::Node {
                let mut fields = Vec::new();
                $(
                    let default: Option<fn() -> $ty> = record!(@default $ty $(, $default)?);
                    if default.is_none_or(|default| default() != self.$field) {
                        fields.push((stringify!($field), $crate::decode::Field::encode(&self.$field)));
                    }
                )*
                $(
                    if let [(stringify!($short), node)] = fields.as_slice() {
                        return node.clone();
                    }
                )?
                $(
                    if let [(stringify!($number), node)] = fields.as_slice() {
                        return node.clone();
                    }
                )?
                $crate::text::Node::table(fields)
            }

            fn form() -> $crate::form::Form {
                $crate::form::Form::Record(|| vec![$(
                    $crate::form::FieldForm::new::<$ty>(
                        stringify!($field),
                        concat!(stringify!($name), "-", stringify!($field)),
                        &[$($help),*],
                        record!(@limits $ty $(, $check)?),
                        record!(@default $ty $(, $default)?),
                    )
                ),*])
            }
        }

        impl $name {
            /// Names of all fields, in the order in which they are written.
            pub const FIELDS: &'static [&'static str] = &[$(stringify!($field)),*];
        }

        serde_through_tree!($name);
    };
}

/// A word, or a word with content: `Name`, `Name(Type)` or `Name(Type => check)`.
macro_rules! choice {
    (@has) => { false };
    (@bind $ty:ty, $content:ident) => { $content };
    (@tree $word:expr) => { $crate::text::Node::new($crate::text::Kind::Word($word.into())) };
    (@tree $word:expr, $ty:ty, $content:ident) => {
        $crate::text::Node::tagged($word, $crate::decode::Field::encode($content))
    };
    (@has $ty:ty) => { true };
    (@form) => { None };
    (@form $ty:ty) => { Some(<$ty as $crate::decode::Field>::form()) };
    (
        $(#[$meta:meta])*
        enum $name:ident is $what:literal {
            $($(#[doc = $help:literal])* $variant:ident $(($ty:ty $(=> $check:expr)?))?,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $name {
            $($(#[doc = $help])* $variant $(($ty))?,)*
        }

        impl $crate::decode::Field for $name {
            fn expected() -> String {
                let names = [$(stringify!($variant)),*];
                let choices = sim_diagnostics::words::one_of(&names);
                format!(concat!($what, ": {}"), choices)
            }

            fn decode(
                node: &$crate::text::Node,
                decoder: &mut $crate::decode::Decoder<'_>,
            ) -> Option<Self> {
                let known = [$((stringify!($variant), choice!(@has $($ty)?))),*];
                let (word, body) = decoder.variant(node, $what, &known)?;
                let empty = $crate::text::Node::table(Vec::new());
                let _content = body.unwrap_or(&empty);
                $(
                    if word == stringify!($variant) {
                        return Some($name::$variant $(({
                            let content = <$ty as $crate::decode::Field>::decode(_content, decoder)?;
                            $($crate::check_value::Check::check(&$check, &content, _content, decoder);)?
                            content
                        }))?);
                    }
                )*
                None
            }

            fn encode(&self) -> $crate::text::Node {
                match self {
                    $($name::$variant $((choice!(@bind $ty, content)))? => {
                        choice!(@tree stringify!($variant) $(, $ty, content)?)
                    })*
                }
            }

            fn form() -> $crate::form::Form {
                $crate::form::Form::Choice(|| vec![$(
                    $crate::form::VariantForm::new(
                        stringify!($variant),
                        concat!(stringify!($name), "-", stringify!($variant)),
                        &[$($help),*],
                        choice!(@form $($ty)?),
                    )
                ),*])
            }
        }

        impl $name {
            /// The words of all variants.
            pub const WORDS: &'static [&'static str] = &[$(stringify!($variant)),*];
        }

        serde_through_tree!($name);
    };
}

/// Serde in the same form as the scene's JSON, with the same checks.
macro_rules! serde_through_tree {
    ($name:ident) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::decode::Field::encode(self).to_json().serialize(serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = <serde_json::Value as serde::Deserialize>::deserialize(deserializer)?;
                $crate::decode::from_value(&value).map_err(serde::de::Error::custom)
            }
        }
    };
}
