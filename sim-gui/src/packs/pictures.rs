//! Pictures of packs that servers have: fetched on a thread of their own, one after the other, when they are to be shown.

use super::icon::{self, Icon};
use egui::Context;
use sim_pack::{Index, Link, Listed, Source, Store, Work};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// Time after which the way to servers is closed, when nothing is asked for.
const IDLE: Duration = Duration::from_secs(5);

/// A picture that a server has.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The index.
    pub source: Source,
    /// The version whose picture it is.
    pub listed: Box<Listed>,
}

/// The thread that fetches; it ends with this.
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

/// Pictures that were asked for.
#[derive(Default)]
pub struct Pictures {
    /// By the SHA-256 of their archives; none while they come, and where they cannot be had.
    known: HashMap<String, Option<Icon>>,
    fetching: Option<Fetching>,
}

impl Pictures {
    /// A picture; none while it comes, and where it cannot be had.
    pub fn get(&self, picture: &Picture) -> Option<&Icon> {
        self.known.get(&picture.listed.sha256)?.as_ref()
    }

    /// Whether nobody has asked for it so far.
    pub fn is_unknown(&self, picture: &Picture) -> bool {
        !self.known.contains_key(&picture.listed.sha256)
    }

    /// Fetches a picture, once.
    pub fn fetch(&mut self, ctx: &Context, picture: Picture) {
        if !self.is_unknown(&picture) {
            return;
        }
        self.known.insert(picture.listed.sha256.clone(), None);
        let fetching = self.fetching.get_or_insert_with(|| start(ctx));
        // The thread has panicked where it takes nothing: that is told where all panics are.
        let _ = fetching.asked.send(picture);
    }

    /// Takes what has come.
    pub fn take(&mut self) {
        for (picture, icon) in self.fetching.iter().flat_map(|fetching| fetching.fetched.try_iter()) {
            self.known.insert(picture.listed.sha256, Some(icon));
        }
    }

    /// Lets those that could not be had be asked for again.
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
        let (mut link, mut away) = (None, HashSet::new());
        loop {
            let picture = match to_fetch.recv_timeout(IDLE) {
                Ok(picture) => picture,
                Err(RecvTimeoutError::Timeout) => {
                    // Its program ends.
                    link = None;
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return,
            };
            if shared.is_canceled() {
                return;
            }
            if away.contains(&picture.source) {
                continue;
            }
            let link = link.get_or_insert_with(|| Link::of_work(&store, &shared));
            match Index::make(&picture.source, link).fetch_icon(&picture.listed, &store) {
                Ok(png) => {
                    let Some(icon) = png.and_then(|png| icon::read(&png)) else { continue };
                    if sender.send((picture, icon)).is_err() {
                        return;
                    }
                    ctx.request_repaint();
                }
                // The list says what is wrong with a source. It is not waited for again and again.
                Err(_) => drop(away.insert(picture.source)),
            }
        }
    });
    Fetching { work, asked, fetched }
}
