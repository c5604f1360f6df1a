// A small set of rules: what the compiler does not see, and who may import whom.
import js from '@eslint/js';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/** Files of `folder` must not import anything whose path matches one of `forbidden`: [pattern, why]. */
function boundary(folder, forbidden) {
  return { files: [`${folder}/**/*.ts`], rules: restricted(forbidden) };
}

function restricted(forbidden) {
  const patterns = forbidden.map(([regex, message]) => ({ regex, message }));
  return { 'no-restricted-imports': ['error', { patterns }] };
}

const publicName = ['/src/', 'the page uses the package by its public name'];
const otherChapter = 'a chapter knows no other: what several need is in web/page/';

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
  {
    // No file imports itself by way of others.
    files: ['web/**/*.ts'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
      'import-x/extensions': ['.ts'],
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts'] })],
    },
    rules: { 'import-x/no-cycle': ['error', { ignoreExternal: true }] },
  },
  boundary('web/src/shared', [['/(worker|client|view|study|elements)/', 'shared uses nothing']]),
  boundary('web/src/worker', [
    ['/(client|view|study|elements)/', 'the worker knows shared and the built module'],
  ]),
  boundary('web/src/client', [
    [
      '/(view|study|elements)/|glassformer(-training)?(-relaxed)?\\.js$',
      'the client knows shared and the worker',
    ],
  ]),
  boundary('web/src/view', [
    ['/(worker|client|study|elements)/', 'view is pure: shared types only'],
  ]),
  boundary('web/src/study', [
    [
      '/(worker|elements)/|glassformer(-training)?(-relaxed)?\\.js$',
      'the study of a model knows view, shared and the client',
    ],
  ]),
  boundary('web/src/elements', [
    [
      '/worker/|glassformer(-training)?(-relaxed)?\\.js$',
      'elements know study, view, shared and the client',
    ],
    [
      '^\\.\\./(glass-[\\w-]+)/(?!\\1(\\.element)?\\.ts$)',
      'of another element only its class: what several share is in base/',
    ],
  ]),
  boundary('web/src/elements/base', [
    [
      '/worker/|glassformer(-training)?(-relaxed)?\\.js$',
      'elements know study, view, shared and the client',
    ],
    ['/glass-', 'what elements share knows no element'],
  ]),
  boundary('web/page', [publicName, ['/chapters/', 'only story.ts knows the chapters']]),
  {
    files: ['web/page/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'glassformer/elements',
              allowTypeImports: true,
              message:
                'it defines every tag, and the first view needs some: see web/page/elements/',
            },
          ],
        },
      ],
    },
  },
  { files: ['web/page/story.ts'], rules: restricted([publicName]) },
  // A chapter is a file of web/page/chapters/, or a folder there.
  {
    files: ['web/page/chapters/*.ts'],
    ignores: ['web/page/chapters/index.ts'],
    rules: restricted([publicName, ['^\\./', otherChapter]]),
  },
  {
    files: ['web/page/chapters/*/*.ts'],
    rules: restricted([publicName, ['^\\.\\./(?!\\.\\./)', otherChapter]]),
  },
  {
    files: ['web/page/chapters/*/*/*.ts'],
    rules: restricted([publicName, ['^\\.\\./\\.\\./(?!\\.\\./)', otherChapter]]),
  },
);
