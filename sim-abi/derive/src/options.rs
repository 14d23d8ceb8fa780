//! Options in the attributes of fields and choices.

use proc_macro2::{Punct, Spacing, TokenStream, TokenTree};
use syn::{Attribute, Field, Ident, LitStr, Token};

/// Options of a field.
#[derive(Default)]
pub struct Options {
    /// Expression of the default.
    pub default: Option<TokenStream>,
    /// Unit; may be empty.
    pub unit: String,
    /// Expression of the minimum.
    pub min: Option<TokenStream>,
    /// Expression of the maximum.
    pub max: Option<TokenStream>,
    /// Former name.
    pub formerly: Option<String>,
}

impl Options {
    /// Removes the options from a field and returns them.
    pub fn take(field: &mut Field) -> syn::Result<Self> {
        let mut options = Self::default();
        let (own, kept): (Vec<_>, Vec<_>) =
            field.attrs.drain(..).partition(|attribute| attribute.path().is_ident("param"));
        field.attrs = kept;
        for attribute in own {
            for entry in entries(attribute.meta.require_list()?.tokens.clone()) {
                let (name, value): (Ident, TokenStream) = syn::parse::Parser::parse2(entry_of, entry)?;
                match name.to_string().as_str() {
                    "default" => options.default = Some(value),
                    "min" => options.min = Some(value),
                    "max" => options.max = Some(value),
                    "unit" => options.unit = string(value)?,
                    "formerly" => options.formerly = Some(string(value)?),
                    _ => {
                        let message = "unknown option; known: default, unit, min, max, formerly";
                        return Err(syn::Error::new_spanned(name, message));
                    }
                }
            }
        }
        Ok(options)
    }
}

/// Entries separated by commas. A comma within an expression, as in `Map::<A, B>::new()`, is not followed by a name and
/// `=`.
fn entries(tokens: TokenStream) -> Vec<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let begins = |rest: &[TokenTree]| match rest {
        [] => true,
        [TokenTree::Ident(_), TokenTree::Punct(sign), ..] => is(sign, '=') && sign.spacing() == Spacing::Alone,
        _ => false,
    };
    let mut entries = vec![Vec::new()];
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Punct(sign) if is(sign, ',') && begins(&tokens[index + 1..]) => entries.push(Vec::new()),
            _ => entries.last_mut().expect("invariant: never empty").push(token.clone()),
        }
    }
    entries.into_iter().filter(|entry| !entry.is_empty()).map(|entry| entry.into_iter().collect()).collect()
}

fn is(sign: &Punct, letter: char) -> bool {
    sign.as_char() == letter
}

/// `name = value`.
fn entry_of(input: syn::parse::ParseStream) -> syn::Result<(Ident, TokenStream)> {
    let expected = |error: syn::Error| syn::Error::new(error.span(), "expected `name = value`");
    let name: Ident = input.parse().map_err(expected)?;
    input.parse::<Token![=]>().map_err(expected)?;
    let value: TokenStream = input.parse()?;
    if value.is_empty() { Err(syn::Error::new_spanned(name, "expected `name = value`")) } else { Ok((name, value)) }
}

fn string(value: TokenStream) -> syn::Result<String> {
    let refused = syn::Error::new_spanned(&value, "expected a string in quotes");
    syn::parse2::<LitStr>(value).map(|text| text.value()).map_err(|_| refused)
}

/// The serde options `rename` and `alias` of a field or choice. The schema must match serde's behavior, so other options are
/// rejected.
pub fn named(attributes: &[Attribute], known: &[&str]) -> syn::Result<(Option<String>, Vec<String>)> {
    let (mut renamed, mut aliases) = (None, Vec::new());
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        attribute.parse_nested_meta(|meta| {
            let word = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
            if !known.contains(&word.as_str()) {
                return Err(
                    meta.error(format!("`#[params]` supports only these serde options here: {}", known.join(", ")))
                );
            }
            let text: LitStr = meta.value()?.parse()?;
            match word.as_str() {
                "rename" => renamed = Some(text.value()),
                _ => aliases.push(text.value()),
            }
            Ok(())
        })?;
    }
    Ok((renamed, aliases))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    fn texts(tokens: TokenStream) -> Vec<String> {
        entries(tokens).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn entries_end_at_commas_before_a_name_or_the_end() {
        let tokens = quote!(default = Map::<A, B>::from([(a, 1)]), unit = "m", min = if a == b { 1 } else { 2 },);
        let expected = [
            quote!(default = Map::<A, B>::from([(a, 1)])),
            quote!(unit = "m"),
            quote!(min = if a == b { 1 } else { 2 }),
        ];
        assert_eq!(texts(tokens), expected.map(|entry| entry.to_string()));
        assert_eq!(texts(quote!(default = f::<A, B>(a, b == c))), [quote!(default = f::<A, B>(a, b == c)).to_string()]);
        assert!(texts(quote!()).is_empty());
    }

    #[test]
    fn what_the_schema_would_not_follow_is_refused() {
        let refusal = |attribute: Attribute| named(&[attribute], &["rename"]).unwrap_err().to_string();
        assert!(refusal(syn::parse_quote!(#[serde(skip)])).contains("supports only these serde options here: rename"));
        assert!(refusal(syn::parse_quote!(#[serde(rename(serialize = "a"))])).contains("expected `=`"));
        let known = named(&[syn::parse_quote!(#[serde(rename = "a", alias = "b")])], &["rename", "alias"]).unwrap();
        assert_eq!(known, (Some("a".to_string()), vec!["b".to_string()]));
    }

    #[test]
    fn options_are_taken_and_mistakes_said() {
        let take = |mut field: Field| Options::take(&mut field).map(|options| (options, field.attrs.len()));
        let (options, left) = take(syn::parse_quote!(#[param(default = [1.0, 2.0], unit = "m")] #[a] x: f64)).unwrap();
        assert_eq!((options.unit.as_str(), left), ("m", 1));
        assert_eq!(options.default.unwrap().to_string(), quote!([1.0, 2.0]).to_string());
        let refusal = |field: Field| take(field).err().unwrap().to_string();
        assert!(refusal(syn::parse_quote!(#[param(unit = 3)] x: f64)).contains("expected a string"));
        assert!(refusal(syn::parse_quote!(#[param(step = 3)] x: f64)).contains("unknown option; known: default"));
        assert!(refusal(syn::parse_quote!(#[param(default)] x: f64)).contains("expected `name = value`"));
    }
}
