//! Handles frames, structures and events from the simulation.

use super::Window;
use super::notices::in_short;
use super::preview::Preview;
use crate::panels::log::Line;
use crate::panels::problems::Origin;
use crate::preferences::layout::Pane;
use crate::text;
use sim_abi::ffi::types::LogLevel;
use sim_core::engine::{LogLine, MigrationReport};
use sim_runner::{Event, Frame, RunState, Structure};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

impl Window {
    /// Handles everything received from the simulation since the last call.
    pub(super) fn listen(&mut self, ctx: &egui::Context) {
        let events = self.state.runner.take_events();
        self.notices.log.dropped(events.dropped);
        for event in events.list {
            self.handle_event(event);
        }
        let (frame, structure) = self.shown(ctx);
        if !Arc::ptr_eq(&frame, &self.state.frame) || !Arc::ptr_eq(&structure, self.state.world.structure()) {
            let before = self.state.world.structure().clone();
            if self.state.scene.preview.as_ref().is_some_and(|preview| preview.is_settled(&frame, &structure)) {
                self.state.scene.preview = None;
            }
            let new = self.state.world.follow(&frame, &structure);
            if new {
                // The indices of bodies have changed.
                self.state.scene.preview = None;
                self.renumber(&before);
            }
            self.state.world.show_elsewhere(self.state.scene.preview.iter().flat_map(Preview::poses));
            self.state.world.show_as(self.state.scene.preview.iter().flat_map(Preview::visuals));
            if self.state.scene.player.is_none() {
                self.state.editor.follow_run(frame.tick);
            }
            self.views.follow(&self.state.world, new, &self.state.scene.hidden);
            if self.state.scene.player.is_none() {
                self.compare_frame(&frame, &structure);
            }
            let failed = |frame: &Frame| matches!(frame.state, RunState::Failed(_));
            if failed(&frame) && !failed(&self.state.frame) {
                self.show_panel(Pane::Problems);
            }
            self.state.frame = frame;
            self.follow_alerts();
            for problem in self.views.content.take_problems() {
                self.notices.note(problem);
            }
        }
        if self.state.scene.player.is_none()
            && let Some(left) =
                self.state.scene.acceptance.follow(&self.state.frame, self.state.world.structure(), &self.state.runner)
        {
            ctx.request_repaint_after(left);
        }
    }

    /// Preserves selection and visibility by name after the indices of bodies have changed.
    pub(super) fn renumber(&mut self, before: &Structure) {
        let now = self.state.world.structure().clone();
        let name = |body: usize| before.bodies.get(body).map(|body| body.name.clone());
        let bodies: HashMap<&str, usize> =
            now.bodies.iter().enumerate().rev().map(|(body, info)| (&*info.name, body)).collect();
        let find = |name: Arc<str>| bodies.get(&*name).copied();
        self.state.scene.selected = self.state.scene.selected.iter().filter_map(|body| find(name(*body)?)).collect();
        let hidden = self.state.scene.hidden.iter().enumerate().filter(|(_, hidden)| **hidden);
        let hidden: HashSet<usize> = hidden.filter_map(|(body, _)| find(name(body)?)).collect();
        self.state.scene.hidden = (0..now.bodies.len()).map(|body| hidden.contains(&body)).collect();
        self.state.scene.choose_created(&now);
        self.views.view3d.iter_mut().for_each(|(_, view)| view.renumber(|body| find(name(body)?)));
        self.select_telemetry();
    }

    /// Reports what could not be migrated from the run to the changed scene. New items start normally and are not reported.
    fn carried(&mut self, report: MigrationReport) {
        let restarted: Vec<&str> = report.restarted_names().collect();
        if !restarted.is_empty() {
            self.notices.say(LogLevel::Warn, "", text::log::begin_anew(listed(&restarted)));
        }
        report.refused.into_iter().for_each(|finding| self.notices.note(finding));
    }

    pub(super) fn handle_event(&mut self, event: Event) {
        if matches!(event, Event::Plugin(_) | Event::PluginRefused(_) | Event::Installed { .. } | Event::Refused { .. })
        {
            self.progress.loaded();
        }
        match event {
            Event::Log(line) => {
                self.ending.store_line(&line);
                let LogLine { time, robot, component, level, text } = line;
                let component = component.to_string();
                self.notices.log.add(Line { time: Some(time), level, robot, component, text });
            }
            Event::Fault(fault) => {
                // Further faults of the same component appear in the panels only.
                let is_first = self.state.world.faults.of_component(&fault.id).is_none();
                self.state.world.faults.note(&fault);
                let (robot, component) = (fault.robot.as_str().into(), fault.component.as_str().into());
                let (time, text) = (Some(fault.time), fault.message.clone());
                self.notices.log.add(Line { time, level: LogLevel::Error, robot, component, text });
                let robot = Some(fault.robot.clone()).filter(|name| !name.is_empty());
                if is_first {
                    self.notices.announce(&fault.diagnostic());
                }
                self.notices.problems.add_of(fault.diagnostic(), robot);
            }
            Event::Built { warnings, took } => {
                self.notices.say(LogLevel::Debug, "", text::log::built(took.as_secs_f64()));
                self.notices.follow_build(&warnings);
            }
            Event::BuildFailed(findings) => {
                self.end_preview();
                self.notices.follow_build(&findings);
            }
            Event::Plugin(arrival) => {
                let text = arrival.to_string();
                self.notices.toasts.info(&text);
                self.notices.say(LogLevel::Info, text::log::OF_PLUGINS, text);
            }
            Event::PluginRefused(finding) | Event::PluginDuplicate(finding) => {
                self.notices.say(LogLevel::Error, text::log::OF_PLUGINS, in_short(&finding));
                self.notices.note(finding);
            }
            Event::PluginGone(finding) => {
                self.notices.say(LogLevel::Warn, text::log::OF_PLUGINS, in_short(&finding));
                self.notices.note(finding);
            }
            Event::Installed { from, to } => {
                let text = text::log::installed(from.display().to_string(), to.display().to_string());
                self.notices.say(LogLevel::Info, text::log::OF_PLUGINS, text);
            }
            Event::Gone(finding)
            | Event::NotWatching(finding)
            | Event::StepNotSaved(finding)
            | Event::Failed(finding) => self.notices.note(finding),
            Event::Refused { diagnostic: finding, .. } => {
                self.notices.announce(&finding);
                self.notices.problems.add_refusal(finding, Origin::Command);
            }
            Event::Back(path) => self.notices.problems.is_back(&path.display().to_string()),
            Event::StateHash { tick, hash } => self.notices.say(LogLevel::Info, "", text::log::digest(&hash, tick)),
            Event::RecordingStarted { path, missed, warnings } => {
                self.recording_started(&path, missed);
                self.notices.note_all(&warnings);
            }
            Event::RecordingStopped { path, report, reason } => self.recording_stopped(&path, &report, reason),
            Event::RecordingFailed { path, diagnostic } => {
                self.recording_failed(&path, &diagnostic.message);
                self.notices.note(diagnostic);
            }
            Event::Preview { id, result } => {
                if let Some(player) = self.state.scene.player.as_mut().filter(|player| player.number() == id) {
                    let findings = player.take_models(&result, &self.state.runner);
                    self.notices.note_all(&findings);
                }
            }
            Event::Ended(reason) => self.notices.say(LogLevel::Info, "", text::run::ended(reason.sentence())),
            Event::Answer { id, result } => match self.state.scene.calls.answer(id, &result) {
                Some(key) => self.panels.construct.answer(&key, &result),
                None => {
                    let mut panels = self.panels.cameras.iter_mut();
                    panels.find_map(|(_, panel)| panel.answer(id, &result).then_some(()));
                }
            },
            Event::SnapshotTaken { id, .. } => self.state_saved(id),
            Event::Rebuilt(report) => self.carried(report),
            Event::Restored { id: Some(id), .. } => self.went_to_state(id),
            Event::Model { id, result } => self.write_robot(id, result),
            Event::Verdicts(verdicts) => self.state.scene.acceptance.update(verdicts),
            // Visible in the frames, or not requested by this window.
            Event::Reloaded(_) | Event::Restored { id: None, .. } | Event::ChannelLost { .. } => {}
        }
    }
}

/// Names on one line, truncated if there are many.
fn listed(names: &[&str]) -> String {
    const MAX_NAMES: usize = 8;
    let rest = if names.len() > MAX_NAMES { ", …" } else { "" };
    names[..names.len().min(MAX_NAMES)].join(", ") + rest
}
