// Required by Node before its program: WebAssembly is compiled by V8's baseline compiler alone.
require('node:v8').setFlagsFromString('--liftoff-only');
