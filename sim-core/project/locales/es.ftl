# Lo que se dice de los proyectos.

build-no-library = la compilación no ha hecho ninguna biblioteca para el simulador
build-no-library-help = en Cargo.toml la hace `crate-type = ["cdylib"]` bajo `[lib]`; con make y CMake tiene que estar en la carpeta `plugins`
build-no-program = `{ $program }`, que compila esto, no está instalado
build-no-program-found = no está en ninguna de estas carpetas: { $folders }
build-no-program-help = instalarlo, por ejemplo con `{ $command }`, y compilar de nuevo
build-not-started = no se puede iniciar `{ $what }`, que compila esto
build-not-started-help = comprobar que el programa se puede ejecutar y que el disco no está lleno
kit-elsewhere = un crate que lo toma de otro lugar
kit-no-crate = esto no es un crate con un kit propio
kit-no-crate-expected = un Cargo.toml con { $line }
kit-no-crate-help = nombrar la carpeta de un crate hecho con `sim new`, o escribir esta dependencia; no se ha cambiado nada
kit-none = no está el crate `sim-abi`, que necesita el crate nuevo
kit-none-expected = una carpeta con su Cargo.toml
kit-none-found = ninguno en: { $folders }
kit-none-help = decir dónde está con `--sdk RUTA`; viene con el programa como `sdk/sim-abi`
kit-not-copied = no se ha podido copiar el kit
kit-not-copied-help = comprobar que se puede escribir en la carpeta y que el disco no está lleno
kit-source = no se puede copiar el kit del árbol de fuentes del simulador
kit-source-expected = el kit que viene con el programa como `sdk`
kit-source-help = usar el programa de `target/dist`, que hace `cargo xtask build`, o decir dónde hay un kit con `--sdk RUTA`
new-folder-full = una carpeta con archivos
new-letters = letras minúsculas, cifras y guiones, la primera una letra, 40 en total como mucho
new-no-folder = algo que no es una carpeta, o una carpeta que no se puede leer
new-no-name = el nombre no sirve para un crate
new-no-name-help = `line-follower` serviría
new-not-written = no se ha podido escribir la carpeta
new-project-help = `my-robots` serviría; `--dir` dice en qué carpeta se hace; no se ha escrito nada
new-project-letters = letras de la a a la z, cifras, guiones y guiones bajos, la primera una letra o una cifra, 40 en total como mucho
new-project-name = el nombre no sirve para un proyecto
new-reserved = el nombre tiene un significado para Rust o Cargo
new-reserved-help = tomar `my-{ $name }`, por ejemplo
new-there = ya hay algo donde se haría la carpeta
new-there-expected = ninguna carpeta con este nombre, o una vacía
new-there-help = tomar otro nombre, o `--dir` para hacerlo en otro lugar; no se ha escrito nada
