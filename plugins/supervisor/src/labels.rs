//! Text labels over the views that are shown, moved and hidden during a run.

use sim_abi::drawing::published;
use sim_abi::prelude::*;

/// Maximum number of labels, and of characters of one label.
const MAX_LABELS: usize = 1000;
const MAX_TEXT_LENGTH: usize = 1000;

/// A text overlay.
#[params]
pub struct LabelParams {
    /// Name used by functions, unique among the labels.
    name: String,
    /// Text of the label.
    text: String,
    /// Initial position, world axes.
    #[param(default = [0.0, 0.0, 1.0], unit = "m")]
    at: [f64; 3],
    /// Red, green, blue and opacity, each 0 … 1.
    #[param(default = [0.9, 0.1, 0.1, 1.0])]
    color: [f32; 4],
    /// Whether it is initially visible.
    #[param(default = true)]
    shown: bool,
}

/// All labels. Their texts are fixed at creation; positions and visibility are published.
pub struct Labels(Vec<Label>);

struct Label {
    name: String,
    at: Vec3,
    shown: bool,
    published: [Published; 4],
}

impl Labels {
    /// Declares labels.
    ///
    /// # Errors
    /// Fails if two labels share a name, or if a limit is exceeded.
    pub fn new(params: &[LabelParams], setup: &mut ServiceSetup) -> Result<Self> {
        if params.len() > MAX_LABELS {
            return Err(Fault::new(format!("there are {} labels", params.len()))
                .help(format!("use at most {MAX_LABELS}"))
                .parameter("labels"));
        }
        if let Some(number) = params.iter().position(|label| label.text.chars().count() > MAX_TEXT_LENGTH) {
            return Err(Fault::new(format!("the text of label {} is too long", number + 1))
                .help(format!("use at most {MAX_TEXT_LENGTH} characters"))
                .parameter(&format!("labels[{number}].text")));
        }
        let mut labels: Vec<Label> = Vec::with_capacity(params.len());
        for LabelParams { name, text, at, color, shown } in params {
            if labels.iter().any(|label| label.name == *name) {
                return Err(Fault::new(format!("two labels have the name `{name}`"))
                    .help("give each label a unique name")
                    .because(Cause::Parameters));
            }
            let flag = format!("{name}_shown");
            let place =
                ["x", "y", "z"].map(|axis| setup.publish(Channel::new(format!("{name}_{axis}"), "m").frame("world")));
            let help = "1 if the label is visible";
            let visible = setup.publish(Channel::new(&*flag, "1").range(0.0, 1.0).exact().help(help));
            // A brace in a user's text is not a placeholder.
            let text = text.replace('{', "{{");
            setup.draw(Drawing::label("labels", published(name), text).color(*color).while_at_least(flag, 0.5));
            let [x, y, z] = place;
            labels.push(Label { name: name.clone(), at: (*at).into(), shown: *shown, published: [x, y, z, visible] });
        }
        Ok(Self(labels))
    }

    /// Shows a label at a position, m, or hides it.
    ///
    /// # Errors
    /// Fails if the label does not exist.
    pub fn set(&mut self, name: &str, at: Option<Vec3>) -> Result {
        let known = || self.0.iter().map(|label| label.name.as_str()).collect::<Vec<_>>().join(", ");
        let Some(place) = self.0.iter().position(|label| label.name == name) else {
            return Err(Fault::new(format!("unknown label `{name}`")).help(format!("labels of the scene: {}", known())));
        };
        let label = &mut self.0[place];
        label.shown = at.is_some();
        label.at = at.unwrap_or(label.at);
        Ok(())
    }

    /// Publishes positions and visibility.
    pub fn publish(&self, io: &mut ServiceIo) {
        for Label { at, shown, published: [x, y, z, visible], .. } in &self.0 {
            [(x, at.x), (y, at.y), (z, at.z), (visible, f64::from(u8::from(*shown)))]
                .into_iter()
                .for_each(|(channel, value)| io.publish(*channel, value));
        }
    }

    /// Positions and visibility, by name.
    pub fn save(&self) -> Vec<(String, [f64; 3], bool)> {
        self.0.iter().map(|label| (label.name.clone(), label.at.into(), label.shown)).collect()
    }

    /// Restores the result of [`Labels::save`]; labels that no longer exist are skipped.
    pub fn restore(&mut self, saved: Vec<(String, [f64; 3], bool)>) {
        for (name, at, shown) in saved {
            if let Some(label) = self.0.iter_mut().find(|label| label.name == name) {
                (label.at, label.shown) = (at.into(), shown);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::control::Control;
    use sim_abi::prelude::*;

    #[test]
    fn more_than_can_be_shown_is_refused_at_its_place() {
        let label = |name: usize, text: &str| json!({"name": name.to_string(), "text": text});
        let many: Vec<Value> = (0..1001).map(|name| label(name, "here")).collect();
        let long = vec![label(0, "here"), label(1, &"x".repeat(1001))];
        for (labels, path) in [(many, "params.labels"), (long, "params.labels[1].text")] {
            let fault = ServiceRig::<Control>::new(json!({"labels": labels}), &[], &["Edit", "Command"]).err().unwrap();
            assert_eq!(fault.parameter_path(), Some(path), "{fault}");
        }
    }
}
