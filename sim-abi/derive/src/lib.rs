//! The attribute `#[params]` of sim-abi. Authors use it through `sim_abi::params`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::punctuated::Punctuated;
use syn::{Expr, Field, Fields, Item, ItemEnum, ItemStruct, Lit, Meta, Token, parse_macro_input};

/// Turns a struct into parameters: serde, JSON schema, defaults and range checks.
///
/// Each field may carry `#[param(default = …, unit = "…", min = …, max = …)]`; the doc comment becomes its help. A field
/// without `default` takes its type's. Unknown names are refused when the parameters are read.
///
/// On an enum without fields it makes the type of a parameter with named choices, written in snake case; say which one is
/// meant when none is given with `#[derive(Default)]`.
#[proc_macro_attribute]
pub fn params(arguments: proc_macro::TokenStream, item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let item = parse_macro_input!(item as Item);
    if !arguments.is_empty() {
        let message = "`#[params]` takes no arguments; options belong to the fields as `#[param(…)]`";
        return syn::Error::new_spanned(TokenStream::from(arguments), message).to_compile_error().into();
    }
    let expanded = match item {
        Item::Struct(mut item) => expand(&mut item),
        Item::Enum(item) => choices(&item),
        other => Err(syn::Error::new_spanned(other, "`#[params]` wants a struct, or an enum of choices")),
    };
    expanded.unwrap_or_else(|error| error.to_compile_error()).into()
}

fn choices(item: &ItemEnum) -> syn::Result<TokenStream> {
    let krate = quote!(::sim_abi);
    if let Some(variant) = item.variants.iter().find(|variant| !variant.fields.is_empty()) {
        return Err(syn::Error::new_spanned(variant, "a choice has no fields of its own"));
    }
    Ok(quote! {
        #[derive(#krate::params::serde::Serialize, #krate::params::serde::Deserialize, #krate::params::schemars::JsonSchema)]
        #[serde(crate = "::sim_abi::params::serde", rename_all = "snake_case")]
        #[schemars(crate = "::sim_abi::params::schemars", inline)]
        #item
    })
}

#[derive(Default)]
struct Options {
    default: Option<Expr>,
    unit: String,
    min: Option<Expr>,
    max: Option<Expr>,
}

fn expand(item: &mut ItemStruct) -> syn::Result<TokenStream> {
    let krate = quote!(::sim_abi);
    let name = item.ident.clone();
    let (impl_generics, type_generics, where_clause) = item.generics.split_for_impl();
    let mut defaults = Vec::new();
    let mut checks = Vec::new();
    match &mut item.fields {
        Fields::Named(fields) => {
            for field in &mut fields.named {
                let options = take_options(field)?;
                let ident = field.ident.clone();
                let value = match &options.default {
                    Some(expression) => quote!(#expression),
                    None => quote!(::core::default::Default::default()),
                };
                defaults.push(quote!(#ident: #value));
                checks.extend(check(&krate, field, &options));
                annotate(field, &options);
            }
        }
        other => {
            return Err(syn::Error::new_spanned(
                other,
                "`#[params]` wants a struct with named fields, as in a scene file",
            ));
        }
    }
    let output = quote! {
        #[derive(#krate::params::serde::Serialize, #krate::params::serde::Deserialize, #krate::params::schemars::JsonSchema)]
        #[serde(crate = "::sim_abi::params::serde", default, deny_unknown_fields)]
        #[schemars(crate = "::sim_abi::params::schemars")]
        #item

        impl #impl_generics ::core::default::Default for #name #type_generics #where_clause {
            fn default() -> Self {
                Self { #(#defaults),* }
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

fn take_options(field: &mut Field) -> syn::Result<Options> {
    let mut options = Options::default();
    let mut kept = Vec::new();
    for attribute in field.attrs.drain(..) {
        if !attribute.path().is_ident("param") {
            kept.push(attribute);
            continue;
        }
        let entries = attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)?;
        for entry in entries {
            let Meta::NameValue(entry) = entry else {
                return Err(syn::Error::new_spanned(entry, "expected `name = value`"));
            };
            match entry.path.get_ident().map(ToString::to_string).as_deref() {
                Some("default") => options.default = Some(entry.value),
                Some("min") => options.min = Some(entry.value),
                Some("max") => options.max = Some(entry.value),
                Some("unit") => options.unit = string(&entry.value)?,
                _ => {
                    let message = "unknown option; known: default, unit, min, max";
                    return Err(syn::Error::new_spanned(entry.path, message));
                }
            }
        }
    }
    field.attrs = kept;
    Ok(options)
}

fn string(value: &Expr) -> syn::Result<String> {
    match value {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Ok(text.value()),
            other => Err(syn::Error::new_spanned(other, "expected a string such as \"m/s\"")),
        },
        other => Err(syn::Error::new_spanned(other, "expected a string such as \"m/s\"")),
    }
}

fn is_number(field: &Field) -> bool {
    let syn::Type::Path(path) = &field.ty else { return false };
    let Some(ident) = path.path.get_ident() else { return false };
    let name = ident.to_string();
    matches!(
        name.as_str(),
        "f32" | "f64" | "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize"
    )
}

fn check(krate: &TokenStream, field: &Field, options: &Options) -> Option<TokenStream> {
    if !is_number(field) {
        return None;
    }
    let ident = field.ident.as_ref()?;
    let name = ident.to_string();
    let unit = &options.unit;
    let bound = |bound: &Option<Expr>| match bound {
        Some(value) => quote!(::core::option::Option::Some((#value) as f64)),
        None => quote!(::core::option::Option::<f64>::None),
    };
    let (min, max) = (bound(&options.min), bound(&options.max));
    Some(quote! {{
        #[allow(clippy::unnecessary_cast)]
        let (value, min, max) = (self.#ident as f64, #min, #max);
        if !value.is_finite() || min.is_some_and(|min| value < min) || max.is_some_and(|max| value > max) {
            return ::core::result::Result::Err(#krate::params::out_of_range(#name, value, min, max, #unit));
        }
    }})
}

fn annotate(field: &mut Field, options: &Options) {
    let unit = &options.unit;
    if !unit.is_empty() {
        field.attrs.push(syn::parse_quote!(#[schemars(extend("x-unit" = #unit))]));
    }
    match (&options.min, &options.max) {
        (Some(min), Some(max)) => field.attrs.push(syn::parse_quote!(#[schemars(range(min = #min, max = #max))])),
        (Some(min), None) => field.attrs.push(syn::parse_quote!(#[schemars(range(min = #min))])),
        (None, Some(max)) => field.attrs.push(syn::parse_quote!(#[schemars(range(max = #max))])),
        (None, None) => {}
    }
}
