/**
 * `npm run figures`: how large the code is. Lines are counted as `wc -l` does, in TypeScript, Vue and CSS; comments are lines that
 * begin with `//`, `/*` or `*`, or with `<!--`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cyclesOf, filesOf, importGraph } from './lint/import-graph.mjs'
import { ROOT } from './setup/paths.mjs'

const CODE = /\.(ts|vue|css)$/
const COMMENT = /^\s*(\/\/|\/\*|\*|<!--)/
const SMALL = 25

function figuresOf(folder) {
  const texts = filesOf(folder, CODE).map((file) => readFileSync(join(ROOT, file), 'utf8').split('\n').slice(0, -1))
  const lines = texts.flat()
  return {
    lines: lines.length,
    files: texts.length,
    [`under ${SMALL} lines`]: texts.filter((text) => text.length < SMALL).length,
    'comment lines': lines.filter((line) => COMMENT.test(line)).length
  }
}

console.table({ src: figuresOf('src'), test: figuresOf('test') })
const cycles = cyclesOf(importGraph())
console.log(`import cycles in src, type-only imports included: ${cycles.length}`)
for (const cycle of cycles) console.log(`  ${cycle.join('\n  ↔ ')}`)
