// A small set of rules: what the compiler does not see, and who may import whom.
import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { direction } from './tools/lib/imports.mjs';

const ours = { rules: { direction } };

/** What the files may not import: see tools/lib/imports.mjs. */
function boundary(files, forbidden, ignores = []) {
  return {
    files,
    ignores,
    plugins: { ours },
    rules: { 'ours/direction': ['error', ...forbidden] },
  };
}

const inFolder = (folder) => [`${folder}/**/*.ts`];

/** Folders of web/src/. */
const parts = (names, why) => ({ path: `^web/src/(?:${names})/`, why });
const module = {
  path: 'glassformer(-training)?(-relaxed)?\\.js$',
  why: 'only the worker has the module',
};
const users = {
  path: '^web/(?:page|cli)/',
  why: 'the package knows neither the page nor the command line',
};
/** What a user of the package imports. */
const face = (why, types = false) => ({ path: '^web/src/index\\.ts$', why, types });
const worker = parts('worker', 'the client alone knows the worker');
const noFace = 'what the public face is made of does not know it';
const loadsFace = 'its values are fetched by client/engine.ts, its types are free';

const elements = [worker, face(loadsFace, true), module, users];
const otherElement = {
  path: '^(web/src/elements/(glass-[\\w-]+))/(?!\\2(\\.element)?\\.ts$)',
  why: 'of another element only its class: what several share is in base/',
};

const client = [
  parts('view|study|elements', 'the client knows shared and the worker'),
  {
    path: '^web/src/worker/(?!engine\\.ts$|folder\\.ts$)',
    why: 'of the worker the client has its engine, for a page without workers, and how a folder is read',
  },
  module,
  users,
];

const publicName = { path: '^web/src/', why: 'the page uses the package by its public name' };
const commandLine = { path: '^web/cli/', why: 'the page does not know the command line' };
const chapters = { path: '^web/page/chapters/', why: 'only story.ts knows the chapters' };
const allTags = {
  path: '^glassformer/elements$',
  why: 'it defines every tag, and the first view needs some: see web/page/elements/',
  types: true,
};
const otherChapter = {
  path: '^(web/page/chapters/[^/]+)',
  why: 'a chapter knows no other: what several need is in web/page/',
};

export default tseslint.config(
  {
    ignores: [
      'build/',
      'dist/',
      '.toolchain/',
      'models/',
      'tests/golden/',
      'web/examples/*/',
      // Compiled in the packed package, beside the frameworks.
      'tests/package/frameworks/',
      'web/frameworks/',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: {
      globals: {
        console: 'readonly',
        process: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        fetch: 'readonly',
        performance: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
      },
    },
  },
  {
    // Scripts that run in the browser, or hand it functions to run.
    files: ['tests/bench/browser/**', 'tools/bench/**'],
    languageOptions: { globals: { self: 'readonly', window: 'readonly', Worker: 'readonly' } },
  },
  {
    // Node's tests, which hand functions to a browser.
    files: [
      'tests/firefox/**',
      'tests/webkit/**',
      'tests/hosts/**',
      'tests/package/**',
      'tools/bench/**',
    ],
    languageOptions: {
      globals: { document: 'readonly', customElements: 'readonly', DOMParser: 'readonly' },
    },
  },
  {
    // Sent to a browser by its text.
    files: ['web/cli/render/draw.mjs'],
    languageOptions: {
      globals: {
        document: 'readonly',
        location: 'readonly',
        btoa: 'readonly',
        requestAnimationFrame: 'readonly',
        requestIdleCallback: 'readonly',
      },
    },
  },
  {
    files: ['web/page/offline/worker.js'],
    languageOptions: {
      globals: {
        self: 'readonly',
        caches: 'readonly',
        crypto: 'readonly',
        Request: 'readonly',
        Headers: 'readonly',
        Response: 'readonly',
        Blob: 'readonly',
        ReadableStream: 'readonly',
      },
    },
  },
  {
    // A part of Emscripten's program, run by Node.
    files: ['tests/core/node_environment.js'],
    languageOptions: { globals: { Module: 'readonly', ENV: 'readonly' } },
  },
  {
    files: ['web/**/*.ts', 'tests/**/*.ts'],
    extends: [tseslint.configs.recommended],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      eqeqeq: 'error',
      'no-control-regex': 'off', // text is made of control characters too
    },
  },
  boundary(inFolder('web/src/shared'), [
    parts('worker|client|view|study|elements', 'shared uses nothing'),
    face('shared uses nothing'),
    module,
    users,
  ]),
  boundary(inFolder('web/src/worker'), [
    parts('client|view|study|elements', 'the worker knows shared and the built module'),
    face(noFace),
    users,
  ]),
  boundary(inFolder('web/src/client'), [...client, face(noFace)]),
  boundary(['web/src/client/engine.ts'], client),
  boundary(inFolder('web/src/view'), [
    parts('worker|client|study|elements', 'view is pure: shared types only'),
    face('view is pure: shared types only'),
    module,
    users,
  ]),
  boundary(inFolder('web/src/study'), [
    parts('worker|elements', 'the study of a model knows view, shared and the client'),
    face(loadsFace, true),
    module,
    users,
  ]),
  boundary(inFolder('web/src/elements'), [...elements, otherElement]),
  // They list what the elements give to others, types of their parts among it.
  boundary(['web/src/elements/*.ts'], [...elements, { ...otherElement, types: true }]),
  boundary(inFolder('web/src/elements/base'), [
    ...elements,
    { path: '^web/src/elements/glass-', why: 'what elements share knows no element' },
  ]),
  boundary(
    inFolder('web/page'),
    [publicName, commandLine, allTags, chapters],
    ['web/page/story.ts', 'web/page/chapters/**'],
  ),
  boundary(['web/page/story.ts', 'web/page/chapters/index.ts'], [publicName, commandLine, allTags]),
  boundary(
    inFolder('web/page/chapters'),
    [publicName, commandLine, allTags, otherChapter],
    ['web/page/chapters/index.ts'],
  ),
  boundary(
    ['tools/lib/**/*.mjs'],
    [{ path: '^tools/(?!lib/)', why: 'what tools share knows none of them' }],
  ),
  // The command line is a user of the package. What it takes from the sources is bundled with it: words, rules and
  // the writer of a page, nothing that needs a browser or the engine.
  boundary(
    ['web/cli/**/*.mjs'],
    [
      worker,
      {
        path: '\\.(?:element|styles)\\.ts$|^web/src/elements/index\\.ts$',
        why: 'Node has no elements',
      },
      face('the built package is imported, which the command line stands beside'),
      { path: '^web/page/', why: 'the command line does not know the page' },
      module,
    ],
  ),
);
