/** `npm run figures`: how large the project is: files, lines as `wc -l` counts them, comment lines, and words of documents without table bars. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './setup/paths.mjs'

const CODE = /\.(ts|vue|css|mjs|cjs|sh|nsh)$/
const COMMENT = /^\s*(\/\/|\/\*|\*|<!--)/

const filesOf = (folder, pattern) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))

const foldersIn = (folder) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [`${folder}/${entry.name}`] : []
  )

function figuresOf(folder) {
  const texts = filesOf(folder, CODE).map((file) => readFileSync(file, 'utf8').split('\n').slice(0, -1))
  const lines = texts.flat()
  return { files: texts.length, lines: lines.length, comments: lines.filter((line) => COMMENT.test(line)).length }
}

const wordsOf = (file) =>
  readFileSync(file, 'utf8')
    .split(/\s+/)
    .filter((word) => /[^|:-]/.test(word)).length

const rooms = ['src/main', 'src/renderer/src/features', 'test'].flatMap(foldersIn)
const folders = ['src', 'test', 'scripts', ...rooms]
console.table(Object.fromEntries(folders.map((folder) => [folder, figuresOf(folder)])))

const documents = [...filesOf('docs', /\.md$/), join(ROOT, 'README.md'), join(ROOT, 'CONTRIBUTING.md')]
const words = documents.map((file) => [file.slice(ROOT.length + 1), wordsOf(file)])
console.table(Object.fromEntries([...words, ['all', words.reduce((sum, [, count]) => sum + count, 0)]]))
