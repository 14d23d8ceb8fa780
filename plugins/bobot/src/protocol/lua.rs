//! The dialect of the Lua bobot-server.

use super::*;

impl Engine {
    /// Replies to a request.
    pub(super) fn lua(&mut self, client: ClientId, words: &[&str], robots: &mut dyn Robots) -> Reply {
        let (command, given) = words.split_first().map_or(("", words), |(command, given)| (*command, given));
        let answer = match (command, given) {
            ("LIST", _) => {
                robots.refresh();
                let catalogue = robots.catalogue();
                Answer::list(devices(&catalogue).into_iter().map(|(name, _)| name).collect(), ",")
            }
            ("OPEN", [address, ..]) => {
                let catalogue = robots.catalogue();
                let target = device(&catalogue, address);
                if let Some(target) = &target {
                    self.uses(client, target.board);
                    self.open(target.board, target.module);
                }
                Answer::text(if target.is_some() { "ok" } else { "fail" })
            }
            ("DESCRIBE", [address, ..]) => {
                robots.refresh();
                let catalogue = robots.catalogue();
                let target = device(&catalogue, address);
                if let Some(target) = &target {
                    self.open(target.board, target.module);
                }
                match target.map(|target| target.module).or_else(|| described(&catalogue, address)) {
                    None => Answer::text("fail"),
                    Some(module) if module.functions.is_empty() => Answer::text("missing driver"),
                    Some(module) => describe::lua(module),
                }
            }
            ("CALL", [address, call @ ..]) if !call.is_empty() => {
                let catalogue = robots.catalogue();
                match device(&catalogue, address).map(|target| self.call(client, &target, call, robots)) {
                    None => Answer::text("fail"),
                    Some(Err(Trouble::UnknownFunction)) => Answer::text("missing call"),
                    Some(Err(Trouble::Failed)) => Answer::error(),
                    Some(Ok(answer)) => answer,
                }
            }
            ("CLOSEALL", _) => {
                self.open.clear();
                stop(robots, |_| true);
                Answer::text("ok")
            }
            ("REFRESH", _) => {
                robots.refresh();
                Answer::text("ok")
            }
            ("INIT", _) => {
                robots.refresh();
                Answer::empty()
            }
            ("DEBUG", []) => Answer::text("missing parameter"),
            ("DEBUG" | "BOOTLOADER", _) => Answer::text("ok"),
            ("QUIT", _) if robots.clients().iter().any(|(other, _)| *other != client) => Answer::text("server in use"),
            ("QUIT", _) => {
                self.leave(client, robots);
                return Reply { quit: true, ..Answer::text("ok").into() };
            }
            _ => Answer::empty(),
        };
        answer.into()
    }
}

/// All callable modules with their listed names: openable modules first, then the others with their ports; with several
/// boards, each with its board. Duplicate names get `#2`, `#3` and so on.
fn devices(catalogue: &Catalogue) -> Vec<(String, Target<'_>)> {
    let several = catalogue.boards.len() > 1;
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    let mut list = Vec::new();
    for (number, board) in catalogue.boards.iter().enumerate() {
        for module in &board.modules {
            let at = if several { format!("@{number}") } else { String::new() };
            let port = module.port.as_ref().map_or(String::new(), |port| format!(":{port}"));
            let name = format!("{}{at}{port}", module.name);
            let count = taken.entry(name.clone()).or_default();
            *count += 1;
            let name = if *count > 1 { format!("{name}#{count}") } else { name };
            list.push((name, Target { board, module, alias: None }));
        }
    }
    list
}

/// Finds a device by its listed name; falls back to the other dialect's lookup, for clients that use both.
fn device<'a>(catalogue: &'a Catalogue, name: &str) -> Option<Target<'a>> {
    let listed = devices(catalogue).into_iter().find(|(listed, _)| listed == name);
    listed.map(|(_, target)| target).or_else(|| find(catalogue, name))
}
