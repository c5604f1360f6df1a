// The engines and where each can run.
const packages = '../node_modules';

/**
 * `inWorker`: it runs in the thread that asks it, so that a careful page asks from a worker. `threads`: the most it can
 * use. `folder`: where it finds its WebAssembly. Addresses are relative to the measuring page. `wire`: the files that a page
 * fetches before any model, in the folder that is served.
 */
export const engines = {
  glassformer: {
    title: 'Glassformer',
    own: true,
    dtypes: ['fp32', 'fp16', 'int8'],
    threads: 2,
    wire: ['index.js', 'worker.js', 'glassformer-relaxed.wasm'].map(
      (file) => `glassformer/${file}`,
    ),
    chromium: { library: '../glassformer/index.js' },
    node: { library: '../glassformer/index.js' },
  },
  ort: {
    title: 'onnxruntime-web',
    package: 'onnxruntime-web',
    dtypes: ['fp32', 'int8'],
    threads: 2,
    inWorker: true,
    wire: ['ort.wasm.min.mjs', 'ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'].map(
      (file) => `node_modules/onnxruntime-web/dist/${file}`,
    ),
    chromium: {
      library: `${packages}/onnxruntime-web/dist/ort.wasm.min.mjs`,
      folder: `${packages}/onnxruntime-web/dist/`,
    },
    node: { library: `${packages}/onnxruntime-web/dist/ort.node.min.mjs` },
  },
  wllama: {
    title: 'wllama (llama.cpp)',
    package: '@wllama/wllama',
    dtypes: ['fp32', 'int8'], // f32 and q8_0
    threads: 2,
    wire: ['index.js', 'wasm/wllama.wasm'].map((file) => `node_modules/@wllama/wllama/esm/${file}`),
    chromium: {
      library: `${packages}/@wllama/wllama/esm/index.js`,
      folder: `${packages}/@wllama/wllama/esm/wasm/`,
    },
  },
  tfjs: {
    title: 'TensorFlow.js',
    package: '@tensorflow/tfjs-core',
    dtypes: ['fp32'],
    threads: 1, // it asks navigator.hardwareConcurrency, and takes one thread of two
    inWorker: true,
    wire: [
      'tfjs-core/dist/tf-core.min.js',
      'tfjs-backend-wasm/dist/tf-backend-wasm.min.js',
      'tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm',
    ].map((file) => `node_modules/@tensorflow/${file}`),
    chromium: {
      library: `${packages}/@tensorflow/`,
      folder: `${packages}/@tensorflow/tfjs-backend-wasm/dist/`,
    },
  },
};
