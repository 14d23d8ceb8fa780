//! The real robot as a peer: signs of life for it, and the speed that its replies show.

use super::params::ChannelKind;
use super::{RealChannel, TwinLink};
use l0_protocol::Answer;
use sim_abi::prelude::*;
use twin_link::machine::Reply;

/// Time between two blank lines that show the real robot that the link is there, s.
const KEEP_ALIVE: f64 = 0.5;

/// Differences between the durations of an order for the robot and its twin that count as different speeds: more than a delay of the
/// channel, s, and a fraction of the duration.
const LATER: f64 = 1.0;
const SLOWER: f64 = 0.1;

/// Earliest completion of a command by a robot, as a fraction of its nominal duration.
const EARLIEST: f64 = 0.5;

impl TwinLink {
    /// Returns whether a remote robot cannot have completed the current command yet, so that its response belongs to an
    /// earlier one.
    pub(super) fn is_too_early(&self, time: f64) -> bool {
        let machine = self.link.machine();
        let (Some(order), Some(given)) = (machine.order(), self.given) else { return false };
        let Some(scale) = machine.settings().real_speed_scale else { return false };
        let is_remote = matches!(self.params.channel, ChannelKind::Tcp | ChannelKind::Serial);
        is_remote && time - given < EARLIEST * machine.settings().duration(&order) / scale
    }

    /// Shows a real robot outside of the scene that the link is there: it halts if that is missing.
    pub(super) fn keep_alive(&mut self, io: &mut ServiceIo) -> Result {
        let due = self.params.keep_alive && io.time() >= self.next_alive;
        match self.channel.as_mut().filter(|channel| due && matches!(channel, RealChannel::Remote(_))) {
            Some(channel) => {
                self.next_alive = io.time() + KEEP_ALIVE;
                channel.send("", io)
            }
            None => Ok(()),
        }
    }

    /// Reports a robot that is slower or faster than its twin.
    pub(super) fn report_speeds(&mut self, reply: &Reply, io: &ServiceIo) {
        let settings = self.link.machine().settings();
        let Some(nominal) = self.agreement.ordered().map(|order| settings.duration(&order)) else { return };
        let scale = settings.real_speed_scale.unwrap_or(1.0);
        let order = self.chain.order();
        let text = match (self.chain.arrivals(), *reply) {
            ([twin, Some(real)], Reply::Answer(Answer::GoOk)) => {
                let twin = twin.unwrap_or(nominal);
                let apart = (real - twin / scale).abs();
                if apart <= LATER || apart <= SLOWER * twin || twin <= 0.0 {
                    return;
                }
                format!(
                    "the real robot took {real:.1} s for `{order}` and its twin {twin:.1} s: if their speeds differ, set `real_speed_scale` to {:.2}",
                    twin / real
                )
            }
            ([Some(twin), None], Reply::SyncError) => format!(
                "the twin took {twin:.1} s for `{order}` and the real robot has not arrived: if it is slower, set `real_speed_scale`"
            ),
            ([None, Some(real)], Reply::SyncError) => format!(
                "the real robot took {real:.1} s for `{order}` and its twin has not arrived: if it is faster, set `real_speed_scale`"
            ),
            _ => return,
        };
        self.sparing[3].log(io, LogLevel::Warn, || text);
    }
}
