//! The program `simpack-net`: communicates with pack servers for the program that started it. The protocol between the two is
//! defined in `sim-pack-wire`.
//!
//! It is a separate program so that `sim` contains neither TLS nor logins, and so that requests that take too long can be
//! killed.

#![forbid(unsafe_code)]

mod address;
mod client;
mod login;

use sim_pack_wire::{Failure, Reason, Reply, Request};
use std::io::{BufRead, Write};
use std::sync::mpsc;

fn main() {
    let (send, requests) = mpsc::channel::<String>();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            let _ = send.send(line);
        }
        // The parent no longer waits for a reply.
        std::process::exit(0);
    });
    let mut client = client::Client::new(login::Logins::of_user());
    for line in requests {
        let reply = match serde_json::from_str::<Request>(&line) {
            Err(error) => Reply::Failure(Failure { reason: Reason::Nonsense, detail: error.to_string() }),
            Ok(request) => match client.answer(&request, &mut |done, total| say(&Reply::Progress { done, total })) {
                Ok(answer) => Reply::Answer(answer),
                Err(failure) => Reply::Failure(failure),
            },
        };
        say(&reply);
    }
}

fn say(reply: &Reply) {
    let line = serde_json::to_string(reply).expect("invariant: a reply has text keys");
    let mut out = std::io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}
