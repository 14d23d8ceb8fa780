//! The stable codes of all diagnostics, with one title line each.

use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

macro_rules! codes {
    ($($(#[$meta:meta])* $name:ident = $code:literal, $title:literal;)*) => {
        /// Stable identity of an error class; the text form (`SC007`) never changes meaning once released.
        ///
        /// The two letters name the subject: `SC` scene, `PL` plugins, `MD` models, `RC` recordings,
        /// `CF` configuration and command line, `IM` worlds of other programs, `PK` packs, `EN` engine.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = concat!("`", $code, "`: ", $title, ".")] $(#[$meta])* $name,)*
        }

        impl Code {
            /// All codes in order; the error documentation is checked against this list.
            pub fn all() -> &'static [Code] {
                &[$(Code::$name),*]
            }

            /// The text form, for example `SC007`.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$name => $code),* }
            }

            /// One-line title of the class.
            pub fn title(self) -> &'static str {
                match self { $(Code::$name => $title,)* }
            }
        }
    };
}

codes! {
    SceneUnreadable = "SC001", "a scene file cannot be read";
    SceneNotText = "SC002", "a scene file is not UTF-8 text";
    SceneSyntax = "SC003", "a scene file is not well-formed";
    SceneNumber = "SC004", "a number is not finite or does not fit its type";
    SceneVersion = "SC005", "the format version is missing or unknown";
    SceneTooNew = "SC006", "the scene was written for a newer program";
    SceneUnknownField = "SC007", "unknown field";
    SceneMissingField = "SC008", "a required field is missing";
    SceneDuplicateField = "SC009", "a field is given twice";
    SceneType = "SC010", "a value has the wrong type";
    SceneChoice = "SC011", "a word is not one of the possible choices";
    SceneRange = "SC012", "a value is outside its range";
    SceneArity = "SC013", "a list or tuple has the wrong number of elements";
    SceneDuplicateName = "SC014", "a name is used twice";
    SceneReference = "SC015", "a name refers to an unknown item";
    SceneIncludeCycle = "SC016", "files include each other in a cycle";
    SceneContradiction = "SC017", "two fields contradict each other";
    SceneGeometry = "SC018", "a shape is degenerate";
    ScenePeriod = "SC019", "a period is not a whole multiple of the time step";
    SceneComponentId = "SC020", "a component id has the wrong form";
    SceneSetPath = "SC021", "a path of --set does not exist in the scene";
    ScenePlacement = "SC022", "a fleet does not fit into its area";
    SceneFile = "SC023", "a file that the scene references is missing or unreadable";
    SceneTable = "SC024", "rows of a table are not in increasing order";
    SceneDepth = "SC025", "a file is nested too deeply";
    SceneParameterUnknown = "SC026", "unknown parameter of a component";
    SceneParameterType = "SC027", "a parameter has the wrong type or shape";
    SceneParameterRange = "SC028", "a parameter is outside its range";
    SceneParameterMissing = "SC029", "a required parameter is missing";
    SceneName = "SC030", "a name is invalid";
    SceneNoEffect = "SC031", "a field has no effect";
    ScenePlace = "SC032", "an object or robot starts at an invalid position";
    ScenePassage = "SC033", "a robot does not fit through a passage";
    SceneNotFree = "SC034", "a space that must be clear is obstructed";
    SceneRenamed = "SC035", "a name is outdated";
    SceneDegrees = "SC036", "an angle seems to be in degrees";
    SceneUnsuitable = "SC037", "the dynamics model of a robot does not suit the scene";
    SceneRoute = "SC038", "a robot does not fit on its route";

    PluginUnreadable = "PL001", "a plugin file cannot be read or loaded";
    PluginNotLibrary = "PL002", "a plugin file is not a shared library";
    PluginArchitecture = "PL003", "a plugin was built for a different architecture or system";
    PluginNoEntry = "PL004", "a library is not a plugin of this simulator";
    PluginAbiOlder = "PL005", "a plugin was built for an older ABI";
    PluginAbiNewer = "PL006", "a plugin was built for a newer ABI";
    PluginLayout = "PL007", "data layouts of a plugin and the program differ";
    PluginAborts = "PL008", "a plugin was built with panic = \"abort\"";
    PluginDuplicateId = "PL009", "two libraries define the same component id";
    PluginUnknownComponent = "PL010", "no plugin defines the component";
    PluginWrongKind = "PL011", "a component is of the wrong kind";
    PluginDependency = "PL012", "a plugin needs a library that is missing";
    PluginSetup = "PL013", "the setup of a component failed";
    PluginDeclaration = "PL014", "the declaration of a component is invalid";
    PluginReload = "PL015", "a changed plugin could not replace the running one";
    PluginDescribe = "PL016", "the manifest of a library cannot be queried";
    PluginShadowed = "PL017", "a library defines an id of the installation";
    PluginEnded = "PL018", "a plugin ended the program, or does not return";
    PluginProcess = "PL019", "a library cannot be isolated";
    PluginCache = "PL020", "the cached copy of a library was changed";

    ModelUnreadable = "MD001", "a model file cannot be read";
    ModelSyntax = "MD002", "a model file is not well-formed";
    ModelValue = "MD003", "a value of a model is invalid";
    ModelReference = "MD004", "a model references an unknown link, joint or mount";
    ModelPackage = "MD005", "a package path of a model cannot be resolved";
    ModelIgnored = "MD006", "a part of a model file was ignored";
    ModelMesh = "MD007", "a mesh cannot be used";
    ModelRepaired = "MD008", "a part of a model file was repaired";
    ModelUndriven = "MD009", "no actuator drives a joint of a robot";

    RecordingUnreadable = "RC001", "a recording cannot be read";
    RecordingDamaged = "RC002", "a recording is damaged or incomplete";
    RecordingTooNew = "RC003", "a recording was written by a newer program";
    RecordingUnwritable = "RC004", "a recording cannot be written";
    RecordingDiffers = "RC005", "the replay differs from the recording";
    RecordingFiles = "RC006", "files are missing from the recording, or too large";

    ConfigValue = "CF001", "a command-line value is invalid";
    ConfigOutput = "CF003", "an output cannot be written";
    ConfigConflict = "CF004", "two options contradict each other";
    ConfigOverwrite = "CF005", "an output would overwrite an existing file or an input";

    ImportSyntax = "IM001", "a world of another program cannot be read";
    ImportValue = "IM002", "a value of an imported world cannot be used";
    ImportLeftOut = "IM003", "a part of an imported world was left out";

    PackMissing = "PK001", "a pack is not installed";
    PackConflict = "PK002", "versions of packs conflict";
    PackLock = "PK003", "a lock file cannot be read";
    PackArchive = "PK004", "a file is not a pack archive, or is damaged";
    PackPath = "PK005", "a file in a pack has an invalid name";
    PackLimit = "PK006", "a pack is too large";
    PackContent = "PK007", "the files of a pack do not match its description";
    PackTarget = "PK008", "a pack does not have a library for this system";
    PackStore = "PK009", "the pack store cannot be read or written";
    PackBuild = "PK010", "a pack could not be built";
    PackSignature = "PK011", "a signature or a key is not accepted";
    PackIndex = "PK012", "an index of packs cannot be used";
    PackNetwork = "PK013", "a pack server is unreachable or responds incorrectly";
    PackRevoked = "PK014", "a pack version is revoked";

    Graphics = "GR001", "the graphics device cannot draw";

    EnginePanic = "EN001", "a component panicked and was stopped";
    EngineError = "EN002", "a component reported an error and was stopped";
    EngineCommand = "EN003", "a command is not a finite number";
    EngineState = "EN004", "a state is not finite or out of bounds";
    EngineChannels = "EN005", "a component returned the wrong number of values";
    EngineBinding = "EN006", "a component needs a sensor or actuator that is absent";
    EngineParameters = "EN007", "a component rejected its parameters";
    EngineSnapshot = "EN008", "a snapshot does not match the running scene";
    EngineAcceptance = "EN009", "an acceptance condition failed";
    EngineGrant = "EN010", "a service lacks a grant";
    EngineEnded = "EN011", "the program was terminated";
    EngineProcess = "EN012", "the process of a component ended";
}

impl Code {
    /// Parses a code.
    pub fn parse(text: &str) -> Option<Code> {
        Code::all().iter().copied().find(|code| code.as_str() == text)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom(format!("unknown code `{text}`")))
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_ordered_and_found_again() {
        let texts: Vec<_> = Code::all().iter().map(|code| code.as_str()).collect();
        let mut unique = texts.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), texts.len());
        for code in Code::all() {
            assert_eq!(Code::parse(code.as_str()), Some(*code));
            assert!(!code.title().is_empty() && !code.title().contains('\n'));
        }
        assert_eq!(Code::parse("SC999"), None);
    }
}
