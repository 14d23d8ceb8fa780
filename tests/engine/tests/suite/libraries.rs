//! Handling of libraries by the host before and after they are opened, with C libraries built for each test.

use sim_abi::declare::Kind;
use sim_abi::serde_json;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::{BuildOptions, Simulation};
use sim_core::plugins::{Arrivals, Describe, PluginHost, Row, SearchPath, Status};
use sim_engine_tests::c_library::c_library;
use sim_engine_tests::{load, plugin_files};
use std::path::Path;

fn child(cache: Option<&Path>) -> Describe {
    Describe::Child { program: env!("CARGO_BIN_EXE_describe").into(), cache: cache.map(Path::to_path_buf) }
}

/// A host that lets child processes describe the libraries of a folder.
fn host(folder: &Path, cache: Option<&Path>) -> PluginHost {
    let mut host = PluginHost::describing(SearchPath::only([folder.to_path_buf()]), child(cache)).unwrap();
    host.load_all();
    host
}

#[track_caller]
fn refusal(host: &PluginHost, file: &Path) -> Diagnostic {
    let row = host.rows().iter().find(|row| row.file == file).expect("the file has a row");
    match &row.status {
        Status::Failed(diagnostic) => (**diagnostic).clone(),
        other => panic!("{} is not refused: {other:?}", file.display()),
    }
}

/// Definitions that append a byte to a file whenever the library is opened.
fn counted(file: &Path) -> String {
    format!("#define CONSTRUCTOR FILE *f = fopen({:?}, \"a\"); fputc('x', f); fclose(f)", file.display().to_string())
}

fn opened(file: &Path) -> usize {
    std::fs::read(file).map_or(0, |bytes| bytes.len())
}

const SCENE: &str =
    r#"(format_version: 1, run: (dt: 0.01), robots: [(name: "a", model: "scout/standard", controller: "c/one")])"#;

fn build(host: &mut PluginHost, scene: &str) -> Result<Simulation, String> {
    for file in plugin_files() {
        host.load_file(&file).unwrap_or_else(|diagnostic| panic!("{diagnostic}"));
    }
    let built = Simulation::build(&load(scene), host, &BuildOptions::default());
    built.map(|built| built.simulation).map_err(|findings| findings.to_string())
}

#[test]
fn a_library_that_aborts_loops_or_has_an_invalid_manifest_gets_a_row_and_the_others_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let make = |name: &str, definitions: &str| c_library(folder.path(), name, definitions);
    let aborts = make("aborts", "#define CONSTRUCTOR abort()");
    let leaves = make("leaves", "#define CONSTRUCTOR _exit(0)");
    let loops = make("loops", "#define CONSTRUCTOR for (;;) pause()");
    let sheet = make("sheet", "#define DESCRIBE abort()");
    let nonsense = make("nonsense", "#define MANIFEST \"{nonsense\"");
    let good = make("good", "");
    let data = make("data", "#define AS_DATA\n#define ID \"c/two\"\n#define CONSTRUCTOR abort()");
    let host = host(folder.path(), None);
    for file in [&aborts, &leaves, &loops, &sheet] {
        let diagnostic = refusal(&host, file);
        assert_eq!(diagnostic.code, Code::PluginDescribe, "{diagnostic}");
        assert_eq!(diagnostic.file, Some(file.display().to_string()));
    }
    let found = |file: &Path| refusal(&host, file).found.unwrap();
    assert!(found(&aborts).contains("the query process ended: signal: 6"), "{}", found(&aborts));
    assert_eq!(found(&leaves), "invalid response");
    assert_eq!(found(&loops), "no response within 5 s");
    assert!(found(&sheet).contains("signal: 6"), "{}", found(&sheet));
    assert_eq!(refusal(&host, &nonsense).code, Code::PluginDeclaration);
    let ids: Vec<String> = host.components().iter().map(|offer| offer.id().to_string()).collect();
    assert_eq!(ids, ["c/one", "c/two"]);
    for library in host.libraries() {
        assert!(library.file == good || library.file == data);
        assert!(!library.is_open(), "{} has been opened", library.file.display());
    }
}

#[test]
fn a_description_is_cached_and_a_damaged_one_is_requested_again() {
    let (folder, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let count = cache.path().join("count");
    c_library(folder.path(), "one", &counted(&count));
    let cache = cache.path().join("manifests");
    let discover = || assert_eq!(host(folder.path(), Some(&cache)).components().len(), 1);
    discover();
    discover();
    assert_eq!(opened(&count), 1, "the second start uses the cached description");
    let cached = std::fs::read_dir(cache.join("described")).unwrap().next().unwrap().unwrap().path();
    let good = std::fs::read_to_string(&cached).unwrap();
    let stem = cached.file_stem().unwrap().to_string_lossy();
    let digest = stem.split('-').next().unwrap();
    let of_another = good.replace(digest, &"0".repeat(digest.len()));
    assert_ne!(of_another, good, "a description contains the digest of its library");
    let newer = good.replace("\"format\":4", "\"format\":99");
    for (number, bad) in ["", "{}", &good[..good.len() / 2], &newer, &of_another].into_iter().enumerate() {
        std::fs::write(&cached, bad).unwrap();
        discover();
        assert_eq!(opened(&count), 2 + number, "requested again after {bad:?}");
    }
    assert_eq!(std::fs::read_to_string(&cached).unwrap(), good, "and cached again");
    // A file where the folder should be: nothing can be cached, which is not an error.
    assert_eq!(host(folder.path(), Some(&cached.join("folder"))).components().len(), 1);
}

#[test]
fn a_library_that_fails_is_described_once_until_a_retry_or_a_change_of_its_file() {
    let (folder, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let count = |name: &str| cache.path().join(name);
    let make = |name: &str, more: &str| c_library(folder.path(), name, &format!("{}{more}", counted(&count(name))));
    let files = [
        make("aborts", "; abort()"),
        make("leaves", "; _exit(0)"),
        make("loops", "; for (;;) pause()"),
        make("nonsense", "\n#define MANIFEST \"{nonsense\""),
    ];
    let manifests = cache.path().join("manifests");
    let discover = || {
        let host = host(folder.path(), Some(&manifests));
        files.each_ref().map(|file| refusal(&host, file))
    };
    let asked = || ["aborts", "leaves", "loops", "nonsense"].map(|name| opened(&count(name)));
    let first = discover();
    assert_eq!(asked(), [1; 4]);
    let second = discover();
    assert_eq!(asked(), [1; 4], "a later start uses the cached failure");
    for (first, second) in first.iter().zip(&second) {
        assert_eq!((first.code, &first.message, &first.file), (second.code, &second.message, &second.file));
        assert!(!first.to_string().contains("earlier start"), "{first}");
        let (found, help) = (second.found.as_deref().unwrap(), second.help.as_deref().unwrap());
        assert!(
            found.starts_with(first.found.as_deref().unwrap()) && found.contains("(result of an earlier start)"),
            "{second}"
        );
        assert!(help.starts_with(first.help.as_deref().unwrap()) && help.contains("`sim doctor`"), "{second}");
    }
    // Exclude the library that takes its five seconds from the rest.
    std::fs::remove_file(&files[2]).unwrap();
    child(Some(&manifests)).forget_failures();
    let rest = [&files[0], &files[1], &files[3]];
    let again = host(folder.path(), Some(&manifests));
    rest.iter().for_each(|file| assert!(!refusal(&again, file).to_string().contains("earlier start")));
    assert_eq!(asked(), [2, 2, 1, 2], "requested again on demand");
    make("aborts", "");
    let fixed = host(folder.path(), Some(&manifests));
    assert_eq!(fixed.components().len(), 1);
    assert_eq!(asked(), [3, 2, 1, 2], "only the changed library is described again");
}

#[test]
fn a_failure_possibly_caused_by_the_system_is_not_cached() {
    let (folder, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let count = cache.path().join("count");
    let file = c_library(folder.path(), "one", &format!("{}; exit(1)", counted(&count)));
    let discover = || refusal(&host(folder.path(), Some(&cache.path().join("manifests"))), &file);
    assert_eq!(discover().to_string(), discover().to_string());
    assert_eq!(opened(&count), 2);
}

#[test]
fn a_library_that_nobody_has_touched_is_read_when_it_is_used_and_another_one_is_not_taken_for_it() {
    let (folder, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let file = c_library(folder.path(), "one", "");
    let start = || host(folder.path(), Some(cache.path()));
    let code =
        |host: &PluginHost| host.libraries()[0].module().map(|_| ()).map_err(|diagnostic| diagnostic.to_string());
    assert_eq!(code(&start()), Ok(()), "a file that was written just now is held in memory");
    // Changes later than this can be detected by timestamps.
    std::thread::sleep(std::time::Duration::from_millis(2200));
    start();
    let [first, second, third] = [start(), start(), start()];
    assert!(third.libraries()[0].component(Kind::Controller, "c/one").is_some());
    assert_eq!(code(&first), Ok(()));
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes).unwrap();
    assert_eq!(code(&second), Ok(()), "it was written, but is the same");
    std::fs::write(&file, [&bytes[..], b"more"].concat()).unwrap();
    let refused = code(&third).unwrap_err();
    assert!(refused.contains("one") && refused.contains("changed after it was found"), "{refused}");
    assert_eq!(code(&start()), Ok(()), "the next start opens it directly");
}

#[test]
fn equal_libraries_are_opened_once_by_all_hosts_of_a_program() {
    let [one, copy, count] = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let count = count.path().join("count");
    let file = c_library(one.path(), "one", &format!("#define AS_DATA\n{}", counted(&count)));
    std::fs::copy(&file, copy.path().join("renamed").with_extension(std::env::consts::DLL_EXTENSION)).unwrap();
    for folder in [one.path(), copy.path(), one.path()] {
        build(&mut host(folder, None), SCENE).unwrap();
        assert_eq!(opened(&count), 1);
    }
}

#[test]
fn a_library_is_opened_when_a_scene_uses_it_and_a_failure_stands_at_that_place() {
    let folder = tempfile::tempdir().unwrap();
    let count = folder.path().join("count");
    c_library(folder.path(), "one", &format!("#define AS_DATA\n{}", counted(&count)));
    let mut one = host(folder.path(), None);
    let other = SCENE.replace("c/one", "control/wander");
    build(&mut one, &other).unwrap();
    assert_eq!(opened(&count), 0, "a scene that does not use it does not open it");
    build(&mut one, SCENE).unwrap();
    build(&mut one, SCENE).unwrap();
    assert_eq!(opened(&count), 1, "two simulations share it");

    let folder = tempfile::tempdir().unwrap();
    c_library(folder.path(), "spoils", "#define AS_DATA\n#define CONSTRUCTOR SPOIL");
    let refused = build(&mut host(folder.path(), None), SCENE).err();
    if cfg!(target_arch = "x86_64") {
        let refused = refused.expect("it is refused");
        assert!(refused.contains("the floating-point mode") && refused.contains("libspoils"), "{refused}");
        assert!(refused.contains("PL001"), "{refused}");
    }
}

#[test]
fn ids_of_the_installation_win_by_their_place_and_a_scene_may_say_otherwise() {
    let folders = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let [own, foreign, third] = folders.each_ref().map(|folder| folder.path().to_path_buf());
    let installed = c_library(&own, "own", "#define NAME \"own\"");
    let name = |name: &str| format!("#define NAME \"{name}\"");
    let claims = c_library(&foreign, "claims", &name("claims"));
    c_library(&foreign, "works", "#define ID \"c/other\"");
    let find = |folders: &[&Path], replaced: &[&str]| {
        let search = SearchPath::only(folders.iter().map(|folder| folder.to_path_buf())).installed([own.clone()]);
        let mut host = PluginHost::new(search).unwrap();
        host.load_all();
        let replaced: Vec<String> = replaced.iter().map(ToString::to_string).collect();
        assert!(host.find(Kind::Controller, "c/other").is_ok(), "the rest works");
        let found = host.find_with(Kind::Controller, "c/one", &replaced);
        (found.map(|offer| offer.library.manifest().name.clone()), host.duplicates_with(&replaced))
    };
    let (found, warnings) = find(&[&foreign], &[]);
    assert_eq!(found.unwrap(), "own");
    let [warning] = warnings.as_slice() else { panic!("one warning, not {warnings:?}") };
    assert_eq!(warning.code, Code::PluginShadowed);
    let text = warning.to_string();
    for word in ["`claims`", "`c/one`", &*claims.to_string_lossy(), &*installed.to_string_lossy(), "replace: "] {
        assert!(text.contains(word), "`{word}` is not in {text}");
    }
    let (found, warnings) = find(&[&foreign], &["c/one"]);
    assert_eq!((found.unwrap().as_str(), warnings.len()), ("claims", 0));
    // Two foreign libraries: the installed one is kept; if it may be replaced, neither wins.
    c_library(&third, "third", &name("third"));
    let (found, warnings) = find(&[&foreign, &third], &[]);
    assert_eq!((found.unwrap().as_str(), warnings.len()), ("own", 2));
    let (found, _) = find(&[&foreign, &third], &["c/one"]);
    assert_eq!(found.unwrap_err().code, Code::PluginDuplicateId);
}

#[test]
fn a_copy_of_an_installed_library_elsewhere_is_still_the_one_of_the_installation() {
    let (own, foreign) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let installed = c_library(own.path(), "own", "#define NAME \"own\"");
    std::fs::copy(&installed, foreign.path().join("libcopy.so")).unwrap();
    c_library(foreign.path(), "other", "#define NAME \"other\"");
    let search = SearchPath::only([foreign.path().to_path_buf()]).installed([own.path().to_path_buf()]);
    let mut host = PluginHost::new(search).unwrap();
    host.load_all();
    assert_eq!(host.find(Kind::Controller, "c/one").unwrap().library.manifest().name, "own");
}

#[test]
fn a_scene_names_what_it_replaces() {
    let (own, foreign) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    c_library(own.path(), "own", "#define NAME \"own\"\n#define STEP say(frame->call, \"own\")");
    c_library(foreign.path(), "other", "#define NAME \"other\"\n#define STEP say(frame->call, \"other\")");
    let search = SearchPath::only([foreign.path().to_path_buf()]).installed([own.path().to_path_buf()]);
    let mut host = PluginHost::new(search).unwrap();
    host.load_all();
    let mut logged = |scene: &str| {
        let mut simulation = build(&mut host, scene).unwrap();
        simulation.steps(1).unwrap();
        simulation.take_log().first().map(|line| line.text.to_string()).unwrap()
    };
    assert_eq!(logged(SCENE), "own");
    assert_eq!(logged(&SCENE.replace("robots:", "replace: [\"c/one\"], robots:")), "other");
}

#[test]
fn what_is_too_large_is_refused_with_its_size_and_the_limit() {
    let refused = |definitions: &str| {
        let folder = tempfile::tempdir().unwrap();
        c_library(folder.path(), "large", definitions);
        build(&mut host(folder.path(), None), SCENE).err().expect("it is refused")
    };
    // A 100 MB name: more than the limit for declarations.
    let name = r#"
#define CREATE size_t n = 100000000; char *t = malloc(n + 64); int h = sprintf(t, "{\"channels\":[{\"name\":\""); \
    memset(t + h, 'n', n); strcpy(t + h + n, "\"}]}"); give(reply, t); free(t)"#;
    let text = refused(name);
    assert!(text.contains("the answer has 100000026 bytes, more than the limit of 16777216"), "{text}");
    let many = r#"
#define CREATE char *t = malloc(4000000); char *p = t + sprintf(t, "{\"published\":["); \
    for (int n = 0; n < 100000; n++) p += sprintf(p, "%s{\"name\":\"c%d\"}", n ? "," : "", n); \
    strcpy(p, "]}"); give(reply, t); free(t)"#;
    let text = refused(many);
    assert!(text.contains("published values: 100000 values, more than the limit of 16384"), "{text}");
    let range = "#define DECLARATION \"{\\\"published\\\":[{\\\"name\\\":\\\"v\\\",\\\"min\\\":2,\\\"max\\\":1}]}\"";
    let text = refused(range);
    assert!(text.contains("`v` with a range from 2 to 1"), "{text}");

    let folder = tempfile::tempdir().unwrap();
    let long = "#define DESCRIBE static char t[5000000]; memset(t, ' ', sizeof t - 1); give(reply, t)";
    let file = c_library(folder.path(), "long", long);
    let found = refusal(&host(folder.path(), None), &file).found.unwrap();
    assert!(found.contains("more than the limit of 4194304"), "{found}");
}

#[test]
fn a_library_that_aborts_while_a_simulation_runs_is_refused_and_the_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = c_library(folder.path(), "one", "#define STEP say(frame->call, \"first\")");
    let mut host = host(folder.path(), None);
    let mut simulation = build(&mut host, SCENE).unwrap();
    simulation.steps(5).unwrap();
    let new = c_library(folder.path(), "new", "#define ID \"c/new\"\n#define CONSTRUCTOR abort()");
    // Like a careful author: the new file atomically replaces the old one.
    let other = tempfile::tempdir_in(folder.path()).unwrap();
    let changed =
        c_library(other.path(), "one", "#define STEP say(frame->call, \"second\")\n#define CONSTRUCTOR abort()");
    std::fs::rename(changed, &file).unwrap();
    for (file, stays) in [(&new, false), (&file, true)] {
        let mut arrivals = Arrivals::default();
        host.take_file(file, &mut arrivals);
        let [refused] = arrivals.refused.as_slice() else { panic!("one refusal, not {arrivals:?}") };
        assert_eq!(refused.code, Code::PluginDescribe);
        assert_eq!(refused.file, Some(file.display().to_string()));
        assert_eq!(refused.to_string().contains("is still used"), stays, "{refused}");
        simulation.steps(5).unwrap();
    }
    let count = simulation.take_log().iter().filter(|line| line.text == "first").count();
    assert_eq!(count, 15, "the old library stays in use");
}

#[test]
fn a_component_learns_where_its_library_lies_and_no_two_simulations_share_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let request = folder.path().join("request.json");
    let write = format!(
        "#define CREATE FILE *f = fopen({:?}, \"w\"); fwrite(request.data, 1, request.len, f); fclose(f); give(reply, \"{{}}\")",
        request.display().to_string()
    );
    c_library(folder.path(), "one", &write);
    let mut host = host(folder.path(), None);
    let mut request_of_a_build = || {
        build(&mut host, SCENE).unwrap();
        let text = std::fs::read_to_string(&request).unwrap();
        serde_json::from_str::<sim_abi::declare::Request>(&text).unwrap()
    };
    let (one, other) = (request_of_a_build(), request_of_a_build());
    assert_eq!(Path::new(&one.library_folder), folder.path(), "the folder of the file, not of the copy");
    assert_ne!(one.data_folder, other.data_folder);
    assert!(!Path::new(&one.data_folder).exists(), "created when a component writes into it");
}

#[test]
fn a_mesh_that_a_model_names_counts_from_the_library_and_is_missed_when_the_scene_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let spec = sim_abi::model::RobotModelSpec {
        name: "cup".into(),
        links: vec![sim_abi::model::Link {
            name: "body".into(),
            visual: vec![sim_abi::model::Visual {
                placement: Default::default(),
                geometry: sim_abi::model::Geometry::Mesh { file: "cup.stl".into(), scale: [1.0; 3] },
                color: [0.5; 4],
                paint: false,
            }],
            ..Default::default()
        }],
        ..Default::default()
    };
    let declaration = format!("{:?}", serde_json::to_string(&spec).unwrap());
    let manifest = r#""{\"name\":\"m\",\"version\":\"1\",\"components\":[{\"id\":\"m/cup\",\"kind\":\"robot\"}]}""#;
    c_library(folder.path(), "cup", &format!("#define MANIFEST {manifest}\n#define DECLARATION {declaration}"));
    let scene = r#"(format_version: 1, robots: [(name: "a", model: "m/cup")])"#;
    let refused = build(&mut host(folder.path(), None), scene).err().expect("the mesh is missing");
    let file = folder.path().join("cup.stl");
    for word in ["MD007", "`m/cup`", "`cup.stl`", &*file.to_string_lossy(), "robots[0].model"] {
        assert!(refused.contains(word), "`{word}` is not in {refused}");
    }
    std::fs::write(&file, "solid c\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid c\n").unwrap();
    let built = build(&mut host(folder.path(), None), scene);
    assert!(built.as_ref().is_ok() || !built.as_ref().err().unwrap().contains("MD007"), "{:?}", built.err());
}

#[test]
fn a_library_that_nobody_has_opened_goes_with_its_file_or_is_used_from_a_copy() {
    let folder = tempfile::tempdir().unwrap();
    let file = c_library(folder.path(), "one", "");
    let copy = folder.path().join("two").with_extension(std::env::consts::DLL_EXTENSION);
    std::fs::copy(&file, &copy).unwrap();
    let mut host = host(folder.path(), None);
    // The source is next to it.
    std::fs::remove_file(folder.path().join(".one.c")).unwrap();
    let arrivals = host.take_missing();
    assert!(arrivals.report_changed && arrivals.is_empty(), "it was not a library: {arrivals:?}");
    assert!(matches!(host.rows(), [_, Row { status: Status::Copy(_), .. }]), "{:?}", host.rows());
    std::fs::remove_file(&file).unwrap();
    let help = |arrivals: Arrivals| arrivals.gone.first().and_then(|finding| finding.help.clone()).unwrap();
    let text = help(host.take_missing());
    assert_eq!(text, format!("the same library in {} is used instead", copy.display()));
    assert!(matches!(host.rows(), [Row { file, status: Status::Registered }] if *file == copy), "{:?}", host.rows());
    assert_eq!(host.components().len(), 1);
    std::fs::remove_file(&copy).unwrap();
    let text = help(host.take_all());
    assert!(text.starts_with("restore the file to use its components again"), "{text}");
    assert!(host.rows().is_empty() && host.components().is_empty() && host.libraries().is_empty());
    assert!(!host.take_missing().report_changed, "it is reported once");
}
