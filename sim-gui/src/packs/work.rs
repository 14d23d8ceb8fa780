//! Pack operations in background threads, so that the window never blocks. All writes to the store and reads of sources go through here.

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

/// A request for an installation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Installation {
    /// Packs from the sources, by name.
    pub names: Vec<Requirement>,
    /// Pack archives.
    pub files: Vec<PathBuf>,
    /// Public key file for verifying signatures of publishers without a stored key.
    pub key: Option<PathBuf>,
}

/// An installation plan.
#[derive(Debug)]
pub struct Offer {
    /// The packs.
    pub packs: Vec<Offered>,
    /// Their icons.
    pub icons: Vec<Option<Icon>>,
    /// New keys that must be trusted first.
    pub keys: Vec<NewKey>,
    /// Newer versions that cannot be used, and why.
    pub passed: Vec<String>,
}

impl Offer {
    /// Total size of the files, bytes.
    pub fn size(&self) -> u64 {
        self.packs.iter().map(|pack| pack.archive.contents.size()).sum()
    }
}

/// A change to the pack store.
#[derive(Debug)]
pub enum Change {
    /// Installs an accepted plan.
    Install(Arc<Offer>),
    /// Removes a pack and dependencies that no other pack needs.
    Remove(Requirement),
    /// Chooses whether the libraries of a pack run in the program's process.
    Isolate {
        /// The pack.
        pack: Requirement,
        /// Whether they run in the program's process.
        in_program: bool,
    },
    /// Enables or disables a source.
    Source {
        /// The source.
        source: String,
        /// Whether to enable it.
        used: bool,
    },
}

/// The result of an operation.
#[derive(Debug)]
pub enum Done {
    /// The installation plan.
    Offered(Result<Arc<Offer>, Diagnostics>),
    /// The installed packs.
    Installed(Result<Vec<InstalledPack>, Diagnostics>),
    /// The removed packs.
    Removed(Result<Removed, Diagnostics>),
    /// The packs whose isolation has changed.
    Isolated(Result<Vec<InstalledPack>, Diagnostics>),
    /// A source was enabled or disabled.
    Source(Result<(), Diagnostics>),
}

/// A background thread and its result.
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
            // The receiver is gone if the window has closed or the operation was abandoned.
            if sender.send(run(&shared)).is_ok() {
                ctx.request_repaint();
            }
        });
        Self { work, done }
    }
}

/// Known packs and operations on them.
#[derive(Default)]
pub struct Packs {
    /// The list. `None` until it has been read once.
    list: Option<Arc<List>>,
    reading: Option<Thread<List>>,
    /// The list changed during reading and must be read again.
    again: bool,
    /// Icons from servers.
    pub pictures: Pictures,
    working: Option<Thread<Done>>,
}

impl Packs {
    /// The list. `None` until it is known.
    pub fn list(&self) -> Option<&Arc<List>> {
        self.list.as_ref()
    }

    /// Whether the list is being read.
    pub fn is_reading(&self) -> bool {
        self.reading.is_some()
    }

    /// The running operation.
    pub fn work(&self) -> Option<&Work> {
        self.working.as_ref().map(|thread| &*thread.work)
    }

    /// Reads the list again.
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

    /// Computes an installation plan. Rejected while another operation is running.
    pub fn offer(&mut self, ctx: &Context, wanted: Installation) -> bool {
        self.start(ctx, move |work| Done::Offered(offer(&wanted, work).map(Arc::new)))
    }

    /// Changes the store. Rejected while another operation is running.
    pub fn change(&mut self, ctx: &Context, change: Change) -> bool {
        if let Change::Source { .. } = change {
            // A running fetch would otherwise cache data of a disabled source.
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

    /// Cancels the running operation. With `forget`, its result is dropped immediately; the result of a change is still reported.
    pub fn cancel(&mut self, forget: bool) {
        if let Some(thread) = &self.working {
            thread.work.cancel();
        }
        if forget {
            self.working = None;
        }
    }

    /// Receives results of the threads. Returns whether the list has changed, and the result of an operation.
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
            // The thread has panicked, which the panic hook reports.
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

/// Computes an installation plan. It is empty if everything is already in the store.
fn offer(wanted: &Installation, work: &Arc<Work>) -> Result<Offer, Diagnostics> {
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
    // Packs that must be built locally are allowed: the dialog lists them before the user accepts.
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
