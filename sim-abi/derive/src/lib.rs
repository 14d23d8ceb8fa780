//! The attribute `#[params]` of sim-abi. Component authors use it as `sim_abi::params`.

mod options;

use options::{Options, named};
use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::{Attribute, Data, DataEnum, DeriveInput, Expr, Field, Fields, Lit, Meta, parse_macro_input};

/// Turns a struct into parameters: serde, JSON schema, defaults and range checks.
///
/// Each field may have `#[param(default = …, unit = "…", min = …, max = …, formerly = "…")]`; the doc comment becomes its help. Default of
/// a field without `default`: that of its type. `formerly` is a former name of the field: scenes with it are read, with a warning. Unknown
/// names are rejected when the parameters are read. `#[serde(rename = "…")]` sets a different name in scenes.
///
/// On an enum without fields, it creates the type of a parameter with named choices, written in snake case; set the default choice with
/// `#[derive(Default)]`. `#[serde(rename = "…")]` and `#[serde(alias = "…")]` set a different and an additional word for a choice.
#[proc_macro_attribute]
pub fn params(arguments: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let mut item = parse_macro_input!(item as DeriveInput);
    if !arguments.is_empty() {
        let message = "`#[params]` takes no arguments; options belong to the fields as `#[param(…)]`";
        return syn::Error::new_spanned(TokenStream::from(arguments), message).to_compile_error().into();
    }
    let expanded = match &item.data {
        Data::Struct(_) => parameters(&mut item),
        Data::Enum(variants) => choices(&item, variants),
        Data::Union(_) => Err(syn::Error::new_spanned(&item, "`#[params]` requires a struct, or an enum of choices")),
    };
    expanded.unwrap_or_else(|error| error.to_compile_error()).into()
}

fn choices(item: &DeriveInput, data: &DataEnum) -> syn::Result<TokenStream> {
    let krate = quote!(::sim_abi);
    if let Some(variant) = data.variants.iter().find(|variant| !variant.fields.is_empty()) {
        return Err(syn::Error::new_spanned(variant, "a choice cannot have fields"));
    }
    let mut words = Vec::new();
    for variant in &data.variants {
        let (renamed, aliases) = named(&variant.attrs, &["rename", "alias"])?;
        let word = renamed.unwrap_or_else(|| snake_case(&variant.ident.unraw().to_string()));
        let help = help(&variant.attrs);
        words.extend([word].into_iter().chain(aliases).map(|word| quote!((#word, #help))));
    }
    let (name, help) = (&item.ident, help(&item.attrs));
    let (impl_generics, type_generics, where_clause) = item.generics.split_for_impl();
    Ok(quote! {
        #[derive(#krate::params::serde::Serialize, #krate::params::serde::Deserialize)]
        #[serde(crate = "::sim_abi::params::serde", rename_all = "snake_case")]
        #item

        impl #impl_generics #krate::params::ParamType for #name #type_generics #where_clause {
            fn schema(_: &mut #krate::params::Definitions) -> #krate::serde_json::Value {
                #krate::params::choice(#help, &[#(#words),*])
            }
        }
    })
}

/// A word as serde writes it with `rename_all = "snake_case"`.
fn snake_case(variant: &str) -> String {
    let mut word = String::new();
    for (index, letter) in variant.char_indices() {
        if index > 0 && letter.is_uppercase() {
            word.push('_');
        }
        word.push(letter.to_ascii_lowercase());
    }
    word
}

fn parameters(item: &mut DeriveInput) -> syn::Result<TokenStream> {
    let krate = quote!(::sim_abi);
    let (name, help) = (item.ident.clone(), help(&item.attrs));
    let word = name.unraw().to_string();
    let mut defaults = Vec::new();
    let mut checks = Vec::new();
    let mut fields = Vec::new();
    for field in named_fields(item)? {
        let options = Options::take(field)?;
        let ident = field.ident.clone();
        let value = match &options.default {
            Some(expression) => quote!(#expression),
            None => quote!(::core::default::Default::default()),
        };
        defaults.push(quote!(#ident: #value));
        checks.extend(check(&krate, field, &options));
        fields.push(describe(&krate, field, &options)?);
    }
    let (impl_generics, type_generics, where_clause) = item.generics.split_for_impl();
    let output = quote! {
        #[derive(#krate::params::serde::Serialize, #krate::params::serde::Deserialize)]
        #[serde(crate = "::sim_abi::params::serde", default, deny_unknown_fields)]
        #item

        impl #impl_generics ::core::default::Default for #name #type_generics #where_clause {
            fn default() -> Self {
                Self { #(#defaults),* }
            }
        }

        impl #impl_generics #krate::params::ParamType for #name #type_generics #where_clause {
            fn schema(definitions: &mut #krate::params::Definitions) -> #krate::serde_json::Value {
                definitions.refer::<Self>(#word, |definitions| {
                    let defaults = #krate::serde_json::to_value(<Self as ::core::default::Default>::default());
                    let defaults = defaults.unwrap_or_default();
                    #krate::params::object(definitions, #help, &defaults, ::std::vec![#(#fields),*])
                })
            }
        }

        impl #impl_generics #krate::params::Params for #name #type_generics #where_clause {
            fn check(&self) -> #krate::Result {
                #(#checks)*
                ::core::result::Result::Ok(())
            }
        }
    };
    Ok(output)
}

/// Named fields of a struct.
fn named_fields(item: &mut DeriveInput) -> syn::Result<impl Iterator<Item = &mut Field>> {
    let message = "`#[params]` requires a struct with named fields";
    let refused = syn::Error::new_spanned(&item.ident, message);
    match &mut item.data {
        Data::Struct(data) => match &mut data.fields {
            Fields::Named(fields) => Ok(fields.named.iter_mut()),
            _ => Err(refused),
        },
        _ => Err(refused),
    }
}

/// Text of doc comments, as an expression.
fn help(attributes: &[Attribute]) -> TokenStream {
    let mut parts = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("doc")) {
        let Meta::NameValue(doc) = &attribute.meta else { continue };
        if !parts.is_empty() {
            parts.push(quote!("\n"));
        }
        parts.push(match text(&doc.value) {
            Some(line) => {
                let line = line.strip_prefix(' ').unwrap_or(&line);
                quote!(#line)
            }
            None => {
                let value = &doc.value;
                quote!(#value)
            }
        });
    }
    quote!(::core::concat!(#(#parts),*))
}

/// Text of a string literal, including one passed through a macro.
fn text(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        Expr::Group(group) => text(&group.expr),
        _ => None,
    }
}

/// Checks for each number of a field; `None` if it is neither a number nor an array of numbers.
fn each_number(field: &Field) -> Option<TokenStream> {
    let ident = field.ident.as_ref()?;
    match &field.ty {
        syn::Type::Array(array) if is_number(&array.elem) => Some(quote!(&self.#ident)),
        number if is_number(number) => Some(quote!(&[self.#ident])),
        _ => None,
    }
}

fn is_number(kind: &syn::Type) -> bool {
    let syn::Type::Path(path) = kind else { return false };
    let Some(ident) = path.path.get_ident() else { return false };
    let name = ident.to_string();
    matches!(
        name.as_str(),
        "f32" | "f64" | "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize"
    )
}

/// Name of a field in scenes.
fn name_of(field: &Field) -> syn::Result<String> {
    let (renamed, _) = named(&field.attrs, &["rename"])?;
    let ident = field.ident.as_ref().map(|ident| ident.unraw().to_string());
    Ok(renamed.or(ident).unwrap_or_default())
}

fn check(krate: &TokenStream, field: &Field, options: &Options) -> Option<TokenStream> {
    let numbers = each_number(field)?;
    let name = name_of(field).ok()?;
    let unit = &options.unit;
    let bound = |bound: &Option<TokenStream>| match bound {
        Some(value) => quote!(::core::option::Option::Some((#value) as f64)),
        None => quote!(::core::option::Option::<f64>::None),
    };
    let (min, max) = (bound(&options.min), bound(&options.max));
    Some(quote! {
        for number in #numbers {
            #[allow(clippy::unnecessary_cast)]
            let (value, min, max) = (*number as f64, #min, #max);
            if !value.is_finite() || min.is_some_and(|min| value < min) || max.is_some_and(|max| value > max) {
                return ::core::result::Result::Err(#krate::params::out_of_range(#name, value, min, max, #unit));
            }
        }
    })
}

/// Schema of a field.
fn describe(krate: &TokenStream, field: &Field, options: &Options) -> syn::Result<TokenStream> {
    let (name, help, unit, kind) = (name_of(field)?, help(&field.attrs), &options.unit, &field.ty);
    let bound = |bound: &Option<TokenStream>| match bound {
        Some(value) => quote!(::core::option::Option::Some(#krate::serde_json::Value::from(#value))),
        None => quote!(::core::option::Option::None),
    };
    let (min, max) = (bound(&options.min), bound(&options.max));
    let formerly = options.formerly.as_deref().unwrap_or_default();
    Ok(quote! {
        #krate::params::Field {
            name: #name,
            help: #help,
            unit: #unit,
            min: #min,
            max: #max,
            formerly: #formerly,
            schema: <#kind as #krate::params::ParamType>::schema,
        }
    })
}
