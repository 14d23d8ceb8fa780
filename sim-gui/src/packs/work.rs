//! What is done to packs: on threads of their own, so that the window waits for nothing. All that writes to the store, or reads
//! sources, goes through here.

use super::icon::{self, Icon};
use super::list::List;
use super::pictures::Pictures;
use egui::Context;
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::packs::{InstalledPack, Requirement};
use sim_pack::{Link, NewKey, Offered, Passed, Removed, Source, Store, Terms, Work, is_installed, new_keys};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// What is to be installed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    /// Packs by name, from the sources.
    pub names: Vec<Requirement>,
    /// Archives.
    pub files: Vec<PathBuf>,
    /// The file of a public key to check signatures of publishers with that have none here.
    pub key: Option<PathBuf>,
}

/// What an installation would bring.
#[derive(Debug)]
pub struct Offer {
    /// The packs.
    pub packs: Vec<Offered>,
    /// Their pictures.
    pub icons: Vec<Option<Icon>>,
    /// Keys that have to be trusted first.
    pub keys: Vec<NewKey>,
    /// Newer versions that cannot be used, and why.
    pub passed: Vec<String>,
}

impl Offer {
    /// Bytes of all files.
    pub fn size(&self) -> u64 {
        self.packs.iter().map(|pack| pack.archive.contents.size()).sum()
    }
}

/// A change of the store.
#[derive(Debug)]
pub enum Change {
    /// Installs what was offered and accepted.
    Install(Arc<Offer>),
    /// Removes a pack, and what only it needed.
    Remove(Requirement),
    /// Lets the libraries of a pack run in the program's own process, or no longer.
    Isolate {
        /// The pack.
        pack: Requirement,
        /// Whether they run in the program's own process.
        in_program: bool,
    },
    /// Uses a source, or no longer.
    Source {
        /// The source.
        source: String,
        /// Whether it is used from now on.
        used: bool,
    },
}

/// What has come of work.
#[derive(Debug)]
pub enum Done {
    /// What would be installed.
    Offered(Result<Arc<Offer>, Diagnostics>),
    /// What was installed.
    Installed(Result<Vec<InstalledPack>, Diagnostics>),
    /// What was removed.
    Removed(Result<Removed, Diagnostics>),
    /// The pack whose libraries run elsewhere now.
    Isolated(Result<Vec<InstalledPack>, Diagnostics>),
    /// A source is used, or no longer.
    Source(Result<(), Diagnostics>),
}

/// A thread at work, and what it will tell.
struct Thread<T> {
    work: Arc<Work>,
    done: Receiver<T>,
}

impl<T: Send + 'static> Thread<T> {
    fn start(ctx: &Context, run: impl FnOnce(&Arc<Work>) -> T + Send + 'static) -> Self {
        let (sender, done) = channel();
        let (ctx, work) = (ctx.clone(), Arc::<Work>::default());
        let shared = work.clone();
        std::thread::spawn(move || {
            // The window may be gone, and what was asked for not be wanted any more.
            if sender.send(run(&shared)).is_ok() {
                ctx.request_repaint();
            }
        });
        Self { work, done }
    }
}

/// What is known of packs, and what is done to them.
#[derive(Default)]
pub struct Packs {
    /// What there is; none until it has been read for the first time.
    list: Option<Arc<List>>,
    reading: Option<Thread<List>>,
    /// What has been read in the meantime may be out of date.
    again: bool,
    /// Pictures that servers have.
    pub pictures: Pictures,
    working: Option<Thread<Done>>,
}

impl Packs {
    /// What there is; none until it is known.
    pub fn list(&self) -> Option<&Arc<List>> {
        self.list.as_ref()
    }

    /// Whether the list is being read.
    pub fn is_reading(&self) -> bool {
        self.reading.is_some()
    }

    /// What is under way.
    pub fn work(&self) -> Option<&Work> {
        self.working.as_ref().map(|thread| &*thread.work)
    }

    /// Reads the list anew.
    pub fn read(&mut self, ctx: &Context) {
        if self.reading.is_some() {
            self.again = true;
            return;
        }
        self.again = false;
        self.pictures.forget_missing();
        self.reading =
            Some(Thread::start(ctx, |work| Store::of_user().map_or_else(unusable, |store| List::read(&store, work))));
    }

    /// Works out what an installation would bring. Refused while other work is under way.
    pub fn offer(&mut self, ctx: &Context, wanted: Wanted) -> bool {
        self.start(ctx, move |work| Done::Offered(offer(&wanted, work).map(Arc::new)))
    }

    /// Changes the store. Refused while other work is under way.
    pub fn change(&mut self, ctx: &Context, change: Change) -> bool {
        if let Change::Source { .. } = change {
            // What is fetched would be kept of a source that is used no more.
            self.pictures.forget_missing();
        }
        self.start(ctx, move |work| match change {
            Change::Install(offer) => Done::Installed(install(&offer, work)),
            Change::Remove(pack) => Done::Removed(of_user().and_then(|store| store.remove(&pack))),
            Change::Isolate { pack, in_program } => {
                Done::Isolated(of_user().and_then(|store| Ok(store.set_in_process(&pack, in_program)?)))
            }
            Change::Source { source, used } => {
                Done::Source(of_user().and_then(|store| use_source(&store, &source, used, work)))
            }
        })
    }

    fn start(&mut self, ctx: &Context, run: impl FnOnce(&Arc<Work>) -> Done + Send + 'static) -> bool {
        let is_free = self.working.is_none();
        if is_free {
            self.working = Some(Thread::start(ctx, run));
        }
        is_free
    }

    /// Cancels what is under way. What is being worked out is forgotten at once; of a change it is told what came of it.
    pub fn cancel(&mut self, forget: bool) {
        if let Some(thread) = &self.working {
            thread.work.cancel();
        }
        if forget {
            self.working = None;
        }
    }

    /// Takes what threads have done. Whether the list is another one, and what has come of work.
    pub fn take(&mut self, ctx: &Context) -> (bool, Option<Done>) {
        self.pictures.take();
        let list = self.reading.as_ref().and_then(|thread| thread.done.try_recv().ok());
        let is_new = list.is_some();
        if let Some(list) = list {
            (self.list, self.reading) = (Some(Arc::new(list)), None);
            if self.again {
                self.read(ctx);
            }
        }
        let done = match self.working.as_ref().map(|thread| thread.done.try_recv()) {
            Some(Ok(done)) => Some(done),
            // The thread has panicked: that is told where all panics are.
            Some(Err(TryRecvError::Disconnected)) => None,
            Some(Err(TryRecvError::Empty)) | None => return (is_new, None),
        };
        self.working = None;
        (is_new, done)
    }
}

fn of_user() -> Result<Store, Diagnostics> {
    Ok(Store::of_user()?)
}

fn unusable(finding: Diagnostic) -> List {
    List { findings: vec![finding], ..List::default() }
}

fn use_source(store: &Store, source: &str, used: bool, work: &Arc<Work>) -> Result<(), Diagnostics> {
    Ok(store.use_source(&Source::of(source)?, used, &Link::of_work(store, work)).map(drop)?)
}

/// What an installation would bring. Where the store holds all of it, that is empty.
fn offer(wanted: &Wanted, work: &Arc<Work>) -> Result<Offer, Diagnostics> {
    let store = of_user()?;
    let (indexes, unusable) = sim_pack::sources(&store, &Link::of_work(&store, work));
    if !wanted.names.is_empty() && indexes.is_empty() {
        let names: Vec<String> = wanted.names.iter().map(ToString::to_string).collect();
        let finding = Diagnostic::error(Code::PackIndex, crate::text::packs::NO_SOURCE)
            .with_expected(names.join(", "))
            .with_help(crate::text::packs::NO_SOURCE_HELP);
        return Err(std::iter::once(finding).chain(unusable).collect());
    }
    let key = wanted.key.as_ref().map(|file| sim_pack::public_key(&file.display().to_string())).transpose()?;
    let key = key.as_deref();
    // The dialog says of what has to be built that it has to be, before anybody accepts it.
    let terms = Terms { key, build: true };
    let mut offered = Vec::new();
    for file in &wanted.files {
        offered.push(store.offer_file(file, &indexes, key, work)?);
    }
    let needed = store.offer_needed(&offered, &indexes, terms, work)?;
    let named = store.offer_named(&wanted.names, &indexes, terms, work)?;
    let passed = needed.passed.iter().chain(&named.passed).map(Passed::sentence).collect();
    offered.extend(needed.packs.into_iter().chain(named.packs));
    store.check(&offered)?;
    let installed = store.installed();
    offered.retain(|pack| !is_installed(pack, &installed));
    let keys = new_keys(&offered);
    let icon = |pack: &Offered| pack.archive.icon().and_then(|bytes| icon::read(&bytes));
    let icons = offered.iter().map(icon).collect();
    Ok(Offer { packs: offered, icons, keys, passed })
}

fn install(offer: &Offer, work: &Work) -> Result<Vec<InstalledPack>, Diagnostics> {
    of_user()?.accept(&offer.packs, work)
}
