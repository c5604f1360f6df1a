// Emscripten starts with an environment of its own; the tests read our variables with getenv.
Module.preRun = [].concat(Module.preRun ?? [], () => {
  for (const [name, value] of Object.entries(process.env)) {
    if (name.startsWith('GLASSFORMER_')) ENV[name] = value;
  }
});
