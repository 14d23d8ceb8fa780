//! The dialect of PyBot 0.29.

use super::address::number;
use super::*;

impl Engine {
    /// Replies to a request.
    pub(super) fn pybot(&mut self, client: ClientId, words: &[&str], robots: &mut dyn Robots) -> Reply {
        let (command, given) = words.split_first().map_or(("", words), |(command, given)| (*command, given));
        let answer = match (command, given) {
            ("LIST", _) => {
                robots.refresh();
                Answer::list(self.handles(&robots.catalogue()), ",")
            }
            ("LISTI", []) => installed(robots, "0"),
            ("LISTI", [board]) => installed(robots, board),
            ("OPEN", [address]) => self.open_by(client, address, robots),
            ("CLOSE", [address]) => self.close_by(address, robots),
            ("DESCRIBE", [name]) => {
                robots.refresh();
                let module = described(&robots.catalogue(), name).cloned();
                module.map_or_else(|| Answer::text("{}"), |module| describe::python(&module))
            }
            ("CALL", [address, call @ ..]) if !call.is_empty() => {
                let catalogue = robots.catalogue();
                let answer = find(&catalogue, address).map(|target| self.call(client, &target, call, robots));
                answer.and_then(Result::ok).unwrap_or_else(Answer::error)
            }
            ("LISTI" | "OPEN" | "CLOSE" | "DESCRIBE" | "CALL", _) => Answer::empty(),
            ("BUTIA_COUNT", _) => Answer::text(robots.catalogue().boards.len().to_string()),
            ("REFRESH", _) => {
                robots.refresh();
                Answer::empty()
            }
            ("HELP", []) => Answer::list(help::commands(), ", "),
            ("HELP", [command, ..]) => Answer::text(help::of(command)),
            ("VERSION", _) => Answer::text(self.options.version.as_str()),
            ("CLIENTS", _) => {
                let clients = robots.clients().into_iter();
                Answer::list(clients.map(|(_, peer)| format!("{}, {}", peer.ip(), peer.port())).collect(), "; ")
            }
            ("QUIT", _) => {
                self.leave(client, robots);
                return Reply { quit: true, ..Answer::text("BYE").into() };
            }
            _ => Answer::text("").enclosed(format!("Unknown command '{command}"), "'"),
        };
        answer.into()
    }

    /// `name:handle` of all modules in use, board by board, sorted by handle.
    fn handles(&self, catalogue: &Catalogue) -> Vec<String> {
        let several = catalogue.boards.len() > 1;
        let mut list = Vec::new();
        for (number, board) in catalogue.boards.iter().enumerate() {
            let open = self.open.get(&board.name);
            let handle = |module: &Module| {
                let opened = || Some(module.fixed_handle().or_else(|| open?.of(&module.name))?.to_string());
                module.port.clone().or_else(opened)
            };
            let used = board.modules.iter().filter_map(|module| Some((handle(module)?, module.name.as_str())));
            let empty = board.empty_ports.iter().filter(|_| self.options.list_empty_ports);
            let mut entries: Vec<_> = used.chain(empty.map(|port| (port.clone(), "port"))).collect();
            entries.sort_by(|(a, _), (b, _)| port_order(a).cmp(&port_order(b)));
            entries.dedup();
            list.extend(entries.into_iter().map(|(handle, name)| match several {
                true => format!("{name}@{number}:{handle}"),
                false => format!("{name}:{handle}"),
            }));
        }
        list
    }

    fn open_by(&mut self, client: ClientId, address: &str, robots: &mut dyn Robots) -> Answer {
        let catalogue = robots.catalogue();
        let handle = find(&catalogue, address).and_then(|target| {
            self.uses(client, target.board);
            self.open(target.board, target.module)
        });
        handle.map_or_else(Answer::error, |handle| Answer::text(handle.to_string()))
    }

    fn close_by(&mut self, address: &str, robots: &mut dyn Robots) -> Answer {
        let catalogue = robots.catalogue();
        let closed = find(&catalogue, address).is_some_and(|target| {
            let open = self.open.get_mut(&target.board.name);
            open.is_some_and(|open| target.module.port.is_none() && open.close(&target.module.name))
        });
        if closed { Answer::text("1") } else { Answer::error() }
    }
}

/// Names of all modules available for a board.
fn installed(robots: &mut dyn Robots, board: &str) -> Answer {
    robots.refresh();
    let catalogue = robots.catalogue();
    match number(board).is_some_and(|board| board < catalogue.boards.len()) {
        true => Answer::list(catalogue.known.iter().map(|module| module.name.clone()).collect(), ","),
        false => Answer::empty(),
    }
}
