import js from '@eslint/js'
import vue from 'eslint-plugin-vue'
import tseslint from 'typescript-eslint'
import { LONGEST_FUNCTION, MISTAKES, SYNTAX, TASTE, TEST_SYNTAX, TYPED } from './scripts/lint/rules.mjs'
import { noImportCycle, stayInLayer } from './scripts/lint/layer-rule.mjs'
import { typedParser } from './scripts/lint/typed-parser.mjs'
import { hashTypedSources } from './scripts/lint/typed-sources.mjs'

/** What scripts find without an import; `document` is for functions that are sent into a page. */
const GLOBALS =
  'AbortController Buffer Request Response URL clearInterval clearTimeout console document fetch performance process setInterval setTimeout'.split(
    ' '
  )

/** Every source that can have a type. */
const TYPED_PROJECT = 'scripts/lint/tsconfig.json'

/**
 * A typed rule's findings in a file depend on other files too: a function that becomes async changes its callers. A change
 * of any source changes this setting, and with it the configuration that ESLint's cache belongs to.
 */
const settings = { 'portside/typed-sources': hashTypedSources() }

export default tseslint.config(
  { ignores: ['out/', 'out-test/', 'dist/', 'dist-test/', 'tour/', 'test-results/', 'playwright-report/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ...tseslint.configs.strict,
  ...tseslint.configs.stylistic,
  ...vue.configs['flat/recommended'].map((config) => ({ ...config, files: ['**/*.vue'] })),
  {
    name: 'portside/all',
    plugins: { portside: { rules: { 'no-import-cycle': noImportCycle, 'stay-in-layer': stayInLayer } } },
    rules: {
      ...MISTAKES,
      ...TASTE,
      'portside/no-import-cycle': 'error',
      'portside/stay-in-layer': 'error',
      'no-restricted-syntax': ['error', ...SYNTAX]
    }
  },
  {
    name: 'portside/typed',
    files: ['**/*.ts'],
    languageOptions: { parser: typedParser, parserOptions: { project: TYPED_PROJECT } },
    settings,
    rules: TYPED
  },
  {
    name: 'portside/typed-vue',
    files: ['**/*.vue'],
    languageOptions: { parserOptions: { parser: typedParser, project: TYPED_PROJECT } },
    settings,
    rules: TYPED
  },
  {
    name: 'portside/vue',
    files: ['**/*.vue'],
    rules: {
      'vue/no-v-html': 'error',
      'vue/no-bare-strings-in-template': 'error',
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/component-api-style': ['error', ['script-setup']],
      'vue/html-button-has-type': 'error',
      'vue/no-template-target-blank': 'error',
      'vue/no-static-inline-styles': 'error',
      'vue/no-unused-refs': 'error',
      'vue/multi-word-component-names': 'off',
      // An optional prop is undefined when it's absent, and its type says so.
      'vue/require-default-prop': 'off'
    }
  },
  { ...vue.configs['no-layout-rules'], files: ['**/*.vue'] },
  {
    name: 'portside/app',
    files: ['src/**'],
    rules: {
      // What the app prints may end up in a log that someone shares.
      'no-console': ['error', { allow: ['warn', 'error'] }],
      'max-lines-per-function': ['error', LONGEST_FUNCTION]
    }
  },
  {
    name: 'portside/tests',
    files: ['test/**'],
    rules: {
      'no-restricted-syntax': ['error', ...SYNTAX, ...TEST_SYNTAX],
      // What is missing fails the test, which is as good as a check; hostile addresses and code are what is tested.
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-new-func': 'off',
      'no-script-url': 'off'
    }
  },
  {
    name: 'portside/scripts',
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: { globals: Object.fromEntries(GLOBALS.map((name) => [name, 'readonly'])) },
    rules: { 'no-undef': 'error' }
  },
  {
    name: 'portside/inside-electron',
    // Loaded by Electron itself, which brings the module; `-r` takes only CommonJS.
    files: [
      'test/{e2e/app,tour}/*.cjs',
      'test/bench/bare/*.js',
      'test/bench/inside/*.cjs',
      'scripts/setup/electron-loader/*.js'
    ],
    rules: { 'portside/stay-in-layer': 'off', '@typescript-eslint/no-require-imports': 'off' }
  }
)
