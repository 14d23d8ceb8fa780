//! Pack icons from servers, fetched on demand, one at a time, in a separate thread.

use super::icon::{self, Icon};
use egui::Context;
use sim_pack::{Index, Link, Listed, Source, Store, Work};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

/// An icon on a server.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The source.
    pub source: Source,
    /// The version with this icon.
    pub listed: Box<Listed>,
}

/// The fetching thread; it ends when this is dropped.
struct Fetching {
    work: Arc<Work>,
    asked: Sender<Picture>,
    fetched: Receiver<(Picture, Icon)>,
}

impl Drop for Fetching {
    fn drop(&mut self) {
        self.work.cancel();
    }
}

/// Requested icons.
#[derive(Default)]
pub struct Pictures {
    /// Icons by the SHA-256 of their archives. `None` while loading or if unavailable.
    known: HashMap<String, Option<Icon>>,
    fetching: Option<Fetching>,
}

impl Pictures {
    /// The icon. `None` while loading or if unavailable.
    pub fn get(&self, picture: &Picture) -> Option<&Icon> {
        self.known.get(&picture.listed.sha256)?.as_ref()
    }

    /// Whether it has not been requested yet.
    pub fn is_unknown(&self, picture: &Picture) -> bool {
        !self.known.contains_key(&picture.listed.sha256)
    }

    /// Fetches an icon, once.
    pub fn fetch(&mut self, ctx: &Context, picture: Picture) {
        if !self.is_unknown(&picture) {
            return;
        }
        self.known.insert(picture.listed.sha256.clone(), None);
        let fetching = self.fetching.get_or_insert_with(|| start(ctx));
        // Sending fails only if the thread has panicked, which the panic hook reports.
        let _ = fetching.asked.send(picture);
    }

    /// Receives fetched icons.
    pub fn take(&mut self) {
        for (picture, icon) in self.fetching.iter().flat_map(|fetching| fetching.fetched.try_iter()) {
            self.known.insert(picture.listed.sha256, Some(icon));
        }
    }

    /// Forgets unavailable icons, so that they can be requested again.
    pub fn forget_missing(&mut self) {
        self.take();
        self.fetching = None;
        self.known.retain(|_, icon| icon.is_some());
    }
}

fn start(ctx: &Context) -> Fetching {
    let ((asked, to_fetch), (sender, fetched)) = (channel::<Picture>(), channel());
    let (ctx, work) = (ctx.clone(), Arc::<Work>::default());
    let shared = work.clone();
    std::thread::spawn(move || {
        let Ok(store) = Store::of_user() else { return };
        let (link, mut away) = (Link::of_work(&store, &shared), HashSet::new());
        for picture in to_fetch {
            if shared.is_canceled() {
                return;
            }
            if away.contains(&picture.source) {
                continue;
            }
            match Index::make(&picture.source, &link).fetch_icon(&picture.listed, &store) {
                Ok(png) => {
                    let Some(icon) = png.and_then(|png| icon::read(&png)) else { continue };
                    if sender.send((picture, icon)).is_err() {
                        return;
                    }
                    ctx.request_repaint();
                }
                // The list reports errors of a source. Do not wait for the source again.
                Err(_) => drop(away.insert(picture.source)),
            }
        }
    });
    Fetching { work, asked, fetched }
}
