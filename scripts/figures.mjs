/**
 * `npm run figures`: how large the code is. Lines are counted as `wc -l` does; comments are lines that begin with `//`, `/*` or `*`, or with
 * `<!--`. Words are what stands between spaces.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ESLint } from 'eslint'
import vue from 'eslint-plugin-vue'
import tseslint from 'typescript-eslint'
import { cyclesOf, filesOf, importGraph } from './lint/import-graph.mjs'
import { LONGEST_FUNCTION } from './lint/rules.mjs'
import { ROOT } from './setup/paths.mjs'

const CODE = /\.(ts|vue|css|mjs|cjs|nsh)$/
const COMMENT = /^\s*(\/\/|\/\*|\*|<!--)/
const SMALL = 25
/** The rooms of the app's rules, with the tables of products and invoices. */
const RULES = ['src/main/accounts', 'src/main/catalogue', 'src/main/invoices', 'src/main/plans']

const textOf = (file) => readFileSync(join(ROOT, file), 'utf8')

function figuresOf(folder) {
  const texts = [folder]
    .flat()
    .flatMap((each) => filesOf(each, CODE))
    .map((file) => textOf(file).split('\n').slice(0, -1))
  const lines = texts.flat()
  return {
    lines: lines.length,
    files: texts.length,
    [`under ${SMALL} lines`]: texts.filter((text) => text.length < SMALL).length,
    'comment lines': lines.filter((line) => COMMENT.test(line)).length
  }
}

/** As ESLint counts them, with no other rule. @returns {Promise<string[]>} */
async function longFunctions() {
  const eslint = new ESLint({
    cwd: ROOT,
    overrideConfigFile: true,
    allowInlineConfig: false,
    overrideConfig: [
      ...vue.configs['flat/base'],
      { files: ['**/*.ts'], languageOptions: { parser: tseslint.parser } },
      { files: ['**/*.vue'], languageOptions: { parserOptions: { parser: tseslint.parser } } },
      { files: ['**/*.{ts,vue}'], rules: { 'max-lines-per-function': ['error', LONGEST_FUNCTION] } }
    ]
  })
  const results = await eslint.lintFiles(filesOf('src'))
  return results.flatMap(({ filePath, messages }) =>
    messages.map(({ line, message }) => `${filePath.slice(ROOT.length + 1)}:${line} ${message}`)
  )
}

function longestDocument() {
  const documents = ['README.md', 'CONTRIBUTING.md', ...filesOf('docs', /\.md$/), ...filesOf('test', /\.md$/)]
  const counted = documents.map((file) => ({ file, words: textOf(file).split(/\s+/).filter(Boolean).length }))
  return counted.toSorted((a, b) => b.words - a.words)[0]
}

console.table(
  Object.fromEntries(
    ['src', 'test', 'scripts', ...RULES]
      .map((folder) => [folder, figuresOf(folder)])
      .concat([[RULES.join(' + '), figuresOf(RULES)]])
  )
)
const long = await longFunctions()
console.log(`functions over ${LONGEST_FUNCTION.max} lines in src: ${long.length}`)
for (const each of long) console.log(`  ${each}`)
const { file, words } = longestDocument()
console.log(`longest document: ${file}, ${words} words`)
const cycles = cyclesOf(importGraph())
console.log(`import cycles in src, type-only imports included: ${cycles.length}`)
for (const cycle of cycles) console.log(`  ${cycle.join('\n  ↔ ')}`)
