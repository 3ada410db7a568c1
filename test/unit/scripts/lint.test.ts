/** The project's own ESLint configuration, with code that it rejects and accepts. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ESLint } from 'eslint'
import { expect, it, onTestFinished } from 'vitest'
import { reachedFrom } from '../../../scripts/lint/layer-rule.mjs'
import { TYPED } from '../../../scripts/lint/rules.mjs'
import { hashTypedSources } from '../../../scripts/lint/typed-sources.mjs'

const ROOT = resolve(import.meta.dirname, '../../..')
const COMPONENT = 'src/renderer/src/ui/controls/UiMenu.vue'
// Without what needs a type checker it also lints files that don't exist.
const untyped = new ESLint({
  cwd: ROOT,
  overrideConfig: {
    languageOptions: { parserOptions: { project: null } },
    rules: Object.fromEntries(Object.keys(TYPED).map((rule) => [rule, 'off']))
  }
})

async function findings(eslint: ESLint, path: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: join(ROOT, path) })
  return (result?.messages ?? []).map(({ ruleId, message }) => `${ruleId}: ${message}`)
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portside-lint-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const vue = (script: string): string => `<script setup lang="ts">\n${script}\n</script>\n`
const exportAll = (module: string): string => `export * from '${module}'\n`

it.each([
  ['src/main/invoices/x.ts', `import 'electron'`, 'electron'],
  ['src/main/app/app.ts', `import { app } from 'electron'`, 'electron'],
  ['src/main/storage/x.ts', `export type A = import('electron').App`, 'electron'],
  ['src/main/storage/keychain/x.ts', `export const load = () => import('electron')`, 'electron'],
  ['src/main/storage/x.ts', exportAll('electron/main'), 'electron/main'],
  ['src/main/invoices/x.ts', `import axios from 'axios'\naxios.get('/')`, 'axios'],
  ['src/shared/x.ts', exportAll('../main/ports/index.ts'), '../main/ports/index.ts'],
  ['src/shared/ipc/x.ts', exportAll('zod/mini'), 'zod/mini'],
  ['src/main/invoices/x.ts', exportAll('zod'), 'zod'],
  ['src/main/invoices/x.ts', exportAll('../storage/store.ts'), '../storage/store.ts'],
  ['src/main/invoices/x.ts', exportAll('node:fs'), 'node:fs'],
  ['src/main/storage/x.ts', exportAll('../provider/api/provider-api.ts'), '../provider/api/provider-api.ts'],
  ['src/main/storage/x.ts', exportAll('../../shared/i18n/translate.ts'), '../../shared/i18n/translate.ts'],
  ['src/main/storage/x.ts', exportAll('../accounts/summary/status.ts'), '../accounts/summary/status.ts'],
  ['src/main/invoices/x.ts', exportAll('./storage/invoice-list.ts'), './storage/invoice-list.ts'],
  ['src/main/provider/readers/x.ts', exportAll('../api/provider-api.ts'), '../api/provider-api.ts'],
  ['src/main/catalogue/storage/worker.ts', exportAll('../../desktop/x.ts'), '../../desktop/x.ts'],
  ['src/renderer/src/x.ts', exportAll('../../main/accounts/lock/lock.ts'), '../../main/accounts/lock/lock.ts'],
  ['src/renderer/src/X.vue', vue(`import { z } from 'zod'\nz.any()`), 'zod'],
  ['src/preload/index.ts', `import axios from 'axios'\naxios.get('/')`, 'axios'],
  // app.ts loads the sample with its first request.
  ['src/main/app/app.ts', exportAll('../../sample/index.ts'), '../../sample/index.ts'],
  ['src/sample/x.ts', exportAll('node:http'), 'node:http']
])('%s must not contain: %s', async (path, code, module) => {
  const found = await findings(untyped, path, code)
  expect(found).toContainEqual(expect.stringContaining(`must not import ${module}: see`))
})

const EMPTY_CATCH = `try {\n  run()\n} catch {\n  // fine\n}`

it.each([
  ['src/main/desktop/x.ts', `import { ipcMain } from 'electron'\nipcMain.on('x', run)`, 'ipcMain belongs in main/ipc/'],
  ['src/main/ipc/x.ts', `import * as e from 'electron'\ne.ipcRenderer.send('x')`, 'ipcRenderer belongs in preload/'],
  [
    'src/renderer/src/features/plans/x.ts',
    `export const a = window.portside`,
    'window.portside belongs in renderer/src/bridge'
  ],
  ['src/renderer/src/ui/data/x.ts', `export const a = globalThis['portside']`, 'window.portside belongs in'],
  ['test/unit/x.test.ts', `import { app } from 'electron'\napp.quit()`, 'starts a download'],
  ['src/main/invoices/x.ts', `export const a = (b: any) => b`, 'Unexpected any'],
  ['src/main/invoices/x.ts', `export function a(): void {\n${'a()\n'.repeat(79)}}\n`, 'too many lines'],
  ['src/main/invoices/x.ts', EMPTY_CATCH, 'An empty catch hides'],
  ['src/renderer/src/X.vue', `<template>\n  <p v-html="a" />\n</template>\n`, 'can lead to XSS'],
  ['src/renderer/src/X.vue', `<template>\n  <p>Sign in</p>\n</template>\n`, 'Unexpected non-translated string'],
  ['src/main/invoices/x.ts', `console.log(1)`, 'Unexpected console statement'],
  ['test/unit/x.test.ts', `it.only('x', () => {})`, 'is not to be committed'],
  ['test/unit/x.test.ts', `it.skip('x', () => {})`, 'fixed or removed, not skipped']
])('%s must not contain: %s', async (path, code, message) => {
  expect(await findings(untyped, path, code)).toContainEqual(expect.stringContaining(message))
})

it.each([
  ['src/main/desktop/x.ts', `import { app } from 'electron'\napp.quit()\n`],
  ['src/main/ipc/x.ts', `import { ipcMain } from 'electron'\nipcMain.removeAllListeners()\n`],
  ['src/renderer/src/x.ts', exportAll('../../shared/models/connection.ts')],
  ['src/preload/x.ts', exportAll('../shared/ipc/contract.ts')],
  ['src/shared/i18n/x.ts', exportAll('@intlify/core-base')],
  ['src/renderer/src/bridge.ts', `export const bridge = window.portside\n`],
  // KEPT_NAMES must not find inherited names.
  ['src/main/provider/api/x.ts', `export const toString = 1\n`],
  ['src/main/invoices/x.ts', exportAll('../ports/index.ts') + exportAll('../../shared/models/json.ts')],
  ['src/main/storage/x.ts', exportAll('node:sqlite') + `export type * from '../ports/index.ts'\n`],
  [
    'src/main/catalogue/storage/worker.ts',
    exportAll('node:worker_threads') + exportAll('./catalogue-store.ts') + exportAll('../../storage/store.ts')
  ],
  ['src/main/app/app.ts', exportAll('../storage/x.ts') + exportAll('../../sample/sample-fetch.ts')],
  ['test/bench/x.ts', `import type Electron from 'electron'\nexport type A = Electron.App\n`],
  ['test/e2e/x.spec.ts', `test.skip(process.platform === 'win32', 'no such store')\n`]
])('%s may contain: %s', async (path, code) => {
  expect(await findings(untyped, path, code)).toEqual([])
})

it('finds a promise that nobody waits for, in modules and in components', async () => {
  const module = 'src/main/ports/index.ts'
  const folder = makeFolder()
  // The program of all sources takes as long as a type check, and the lint step makes it anyway.
  const project = join(folder, 'tsconfig.json')
  const files = [module, COMPONENT].map((path) => join(ROOT, path))
  writeFileSync(project, JSON.stringify({ extends: join(ROOT, 'test/tsconfig.json'), files, include: [] }))
  const typed = new ESLint({
    cwd: ROOT,
    overrideConfig: { languageOptions: { parserOptions: { project } } }
  })
  const code = `async function load(): Promise<void> {\n  await Promise.resolve()\n}\nload()`
  const floating = expect.stringContaining('@typescript-eslint/no-floating-promises') as string
  expect(await findings(typed, module, `export {}\n${code}\n`)).toContainEqual(floating)
  expect(await findings(typed, COMPONENT, vue(code))).toContainEqual(floating)
})

it('checks all files anew when any source has changed', async () => {
  const root = makeFolder()
  for (const folder of ['src/main', 'test', 'scripts']) mkdirSync(join(root, folder), { recursive: true })
  const write = (path: string, text: string): void => writeFileSync(join(root, path), text)
  write('package-lock.json', '{}')
  write('tsconfig.json', '{}')
  write('src/main/a.ts', 'export function save(): void {}')
  const before = hashTypedSources(root)
  expect(hashTypedSources(root)).toBe(before)
  write('src/main/a.ts', 'export async function save(): Promise<void> {}')
  expect(hashTypedSources(root)).not.toBe(before)

  for (const path of ['src/main/index.ts', COMPONENT]) {
    const { settings } = (await new ESLint({ cwd: ROOT }).calculateConfigForFile(join(ROOT, path))) as {
      settings: object
    }
    expect(settings).toEqual({ 'portside/typed-sources': hashTypedSources() })
  }
})

it('finds a way back through other files', () => {
  const imported = new Map(Object.entries({ a: ['b', 'd'], b: ['c'], c: ['a'], d: ['e'], e: [], self: ['self'] }))
  const inCycle = [...imported].flatMap(([file, targets]) =>
    targets.filter((target) => reachedFrom(target, imported).has(file)).map((target) => `${file} → ${target}`)
  )
  expect(inCycle).toEqual(['a → b', 'b → c', 'c → a', 'self → self'])
})

it('src/main/app/core.ts must not be imported by what it imports', async () => {
  const found = await findings(untyped, 'src/main/concurrency.ts', exportAll('./app/core.ts'))
  expect(found).toContain('portside/no-import-cycle: src/main/app/core.ts imports this file back.')
})
