/** What the catalogue's thread loads: it is a worker, where Electron's modules are not, and which has no business on the network. */
import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')

/** Every module that a file names, statically or late, but for those of which it takes types alone. */
function namedIn(file: string): string[] {
  const named: string[] = []
  const look = (node: ts.Node): void => {
    const typesOnly =
      (ts.isImportDeclaration(node) && node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) ||
      (ts.isExportDeclaration(node) && node.isTypeOnly)
    const from = ts.isImportDeclaration(node) || ts.isExportDeclaration(node) ? node.moduleSpecifier : lateIn(node)
    if (!typesOnly && from && ts.isStringLiteralLike(from)) named.push(from.text)
    ts.forEachChild(node, look)
  }
  look(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest))
  return named
}

function lateIn(node: ts.Node): ts.Node | undefined {
  if (!ts.isCallExpression(node)) return undefined
  const { expression } = node
  const isImport = expression.kind === ts.SyntaxKind.ImportKeyword
  return isImport || (ts.isIdentifier(expression) && expression.text === 'require') ? node.arguments[0] : undefined
}

/** Files of ours and modules that hang on a file. */
function reached(entry: string): { files: string[]; modules: string[] } {
  const files = new Set<string>()
  const modules = new Set<string>()
  const walk = (file: string): void => {
    if (files.has(file)) return
    files.add(file)
    for (const name of namedIn(file)) {
      if (!name.startsWith('.')) modules.add(name)
      else if (name.endsWith('.ts')) walk(resolve(dirname(file), name))
    }
  }
  walk(resolve(ROOT, entry))
  return { files: [...files].map((file) => relative(ROOT, file).replaceAll('\\', '/')), modules: [...modules] }
}

const FORBIDDEN = ['axios', 'electron', 'keytar']

test('neither Electron nor the network nor the password store hangs on the catalogue’s thread', () => {
  const { files, modules } = reached('src/main/catalogue-worker.ts')
  expect(files).toEqual(
    expect.arrayContaining(['src/main/storage/catalogue/store-list.ts', 'src/main/api/http/json-list.ts'])
  )
  expect(modules).toContain('node:sqlite')
  expect(modules.filter((name) => FORBIDDEN.includes(name.split('/')[0] ?? ''))).toEqual([])
  expect(modules.filter((name) => /^node:(https?|http2|net|tls|dgram|dns|child_process)\b/.test(name))).toEqual([])
})

test('the same look finds all three of them on main', () => {
  expect(reached('src/main/index.ts').modules).toEqual(expect.arrayContaining(FORBIDDEN))
})
