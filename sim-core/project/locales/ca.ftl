# El que es diu dels projectes.

build-no-library = la compilació no ha fet cap biblioteca per al simulador
build-no-library-help = a Cargo.toml la fa `crate-type = ["cdylib"]` sota `[lib]`; amb make i CMake ha de ser a la carpeta `plugins`
build-no-program = `{ $program }`, que compila això, no està instal·lat
build-no-program-found = no és a cap d'aquestes carpetes: { $folders }
build-no-program-help = instal·lar-lo, per exemple amb `{ $command }`, i compilar de nou
build-not-started = no es pot iniciar `{ $what }`, que compila això
build-not-started-help = comprovar que el programa es pot executar i que el disc no és ple
kit-elsewhere = un crate que el pren d'un altre lloc
kit-no-crate = això no és un crate amb un kit propi
kit-no-crate-expected = un Cargo.toml amb { $line }
kit-no-crate-help = indicar la carpeta d'un crate fet amb `sim new`, o escriure aquesta dependència; no s'ha canviat res
kit-none = no hi ha el crate `sim-abi`, que necessita el crate nou
kit-none-expected = una carpeta amb el seu Cargo.toml
kit-none-found = cap a: { $folders }
kit-none-help = dir on és amb `--sdk CAMÍ`; ve amb el programa com a `sdk/sim-abi`
kit-not-copied = no s'ha pogut copiar el kit
kit-not-copied-help = comprovar que es pot escriure a la carpeta i que el disc no és ple
kit-source = no es pot copiar el kit de l'arbre de fonts del simulador
kit-source-expected = el kit que ve amb el programa com a `sdk`
kit-source-help = fer servir el programa de `target/dist`, que fa `cargo xtask build`, o dir on hi ha un kit amb `--sdk CAMÍ`
new-folder-full = una carpeta amb fitxers
new-letters = lletres minúscules, xifres i guions, la primera una lletra, 40 en total com a molt
new-no-folder = una cosa que no és cap carpeta, o una carpeta que no es pot llegir
new-no-name = el nom no serveix per a un crate
new-no-name-help = `line-follower` serviria
new-not-written = no s'ha pogut escriure la carpeta
new-project-help = `my-robots` serviria; `--dir` diu en quina carpeta es fa; no s'ha escrit res
new-project-letters = lletres de la a a la z, xifres, guions i guions baixos, la primera una lletra o una xifra, 40 en total com a molt
new-project-name = el nom no serveix per a un projecte
new-reserved = el nom té un significat per a Rust o Cargo
new-reserved-help = prendre `my-{ $name }`, per exemple
new-there = ja hi ha alguna cosa on es faria la carpeta
new-there-expected = cap carpeta amb aquest nom, o una de buida
new-there-help = prendre un altre nom, o `--dir` per a fer-lo en un altre lloc; no s'ha escrit res
