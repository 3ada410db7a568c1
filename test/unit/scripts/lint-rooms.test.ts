import { resolve } from 'node:path'
import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'
import { TYPED } from '../../../scripts/lint/rules.mjs'

const ROOT = resolve(import.meta.dirname, '../../..')

// The project's own configuration, without what needs a type checker: so it also lints files that don't exist.
const eslint = new ESLint({
  cwd: ROOT,
  overrideConfig: {
    languageOptions: { parserOptions: { project: null } },
    rules: Object.fromEntries(Object.keys(TYPED).map((rule) => [rule, 'off']))
  }
})

async function findings(path: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath: `${ROOT}/${path}` })
  return (result?.messages ?? []).map((message) => message.message)
}

const bad: [room: string, path: string, code: string, message: string][] = [
  ['electron in core', 'src/main/core/x.ts', `import 'electron'`, 'electron belongs in main/index.ts, main/desktop'],
  ['electron in compose', 'src/main/app.ts', `import { app } from 'electron'`, 'electron belongs in'],
  ['electron by its types', 'src/main/storage/x.ts', `export type A = import('electron').App`, 'electron belongs in'],
  ['electron late', 'src/main/keychain/x.ts', `export const load = () => import('electron')`, 'electron belongs in'],
  ['electron by require', 'src/main/keychain/x.ts', `export const e = require('electron')`, 'electron belongs in'],
  ['a part of electron', 'src/main/storage/x.ts', `export * from 'electron/main'`, 'electron/main belongs in'],
  [
    'axios in core',
    'src/main/core/x.ts',
    `import axios from 'axios'\naxios.get('/')`,
    'axios belongs in main/api only.'
  ],
  ['axios in desktop', 'src/main/desktop/x.ts', `import axios from 'axios'\naxios.get('/')`, 'axios belongs in'],
  [
    'node:sqlite in ipc',
    'src/main/ipc/x.ts',
    `export * from 'node:sqlite'`,
    'node:sqlite belongs in main/storage only.'
  ],
  ['keytar in main', 'src/main/app.ts', `export * from 'keytar'`, 'keytar belongs in main/keychain only.'],
  [
    'raw ipc in desktop',
    'src/main/desktop/x.ts',
    `import { ipcMain } from 'electron'\nipcMain.on('x', run)`,
    'ipcMain belongs in main/ipc only.'
  ],
  [
    'raw ipc in main/ipc',
    'src/main/ipc/x.ts',
    `import * as e from 'electron'\ne.ipcRenderer.send('x')`,
    'ipcRenderer belongs in preload only.'
  ],
  [
    'the bridge in a view',
    'src/renderer/src/views/x.ts',
    `export const a = window.portside`,
    'window.portside is read in renderer/src/bridge.ts only.'
  ],
  [
    'the bridge by a string',
    'src/renderer/src/stores/x.ts',
    `export const a = globalThis['portside']`,
    'window.portside is read in'
  ],
  [
    'shared looking up',
    'src/shared/x.ts',
    `export * from '../main/core/ports/index.ts'`,
    'shared must not import src/main/core/ports/index.ts.'
  ],
  ['Vue in the words', 'src/shared/i18n/x.ts', `export * from 'vue'`, 'shared/i18n must not import the package vue.'],
  [
    'the words’ engine elsewhere in shared',
    'src/shared/models/x.ts',
    `export * from '@intlify/core-base'`,
    'shared must not import the package @intlify/core-base.'
  ],
  ['Vue in shared', 'src/shared/x.ts', `export * from 'vue'`, 'shared must not import the package vue.'],
  ['Node in shared', 'src/shared/x.ts', `export * from 'node:fs'`, 'shared must not import node:fs'],
  [
    'core looking sideways',
    'src/main/core/x.ts',
    `export * from '../storage/products.ts'`,
    'main/core must not import src/main/storage/products.ts.'
  ],
  ['a package in core', 'src/main/core/x.ts', `export * from 'zod'`, 'main/core must not import the package zod.'],
  ['files in core', 'src/main/core/x.ts', `export * from 'node:fs'`, 'main/core must not import node:fs'],
  [
    'storage calling the API',
    'src/main/storage/x.ts',
    `export * from '../api/client.ts'`,
    'main/storage must not import'
  ],
  [
    'the desktop in the catalogue worker',
    'src/main/catalogue-worker.ts',
    `export * from './desktop/window/main-window.ts'`,
    'the catalogue worker must not import src/main/desktop/window/main-window.ts.'
  ],
  [
    'what puts main together in the catalogue worker',
    'src/main/catalogue-worker.ts',
    `export * from './app.ts'`,
    'the catalogue worker must not import src/main/app.ts.'
  ],
  [
    'a package in the catalogue worker',
    'src/main/catalogue-worker.ts',
    `export * from 'zod'`,
    'the catalogue worker must not import the package zod.'
  ],
  [
    'main in the page',
    'src/renderer/src/x.ts',
    `export * from '../../main/core/ports/index.ts'`,
    'the renderer must not import src/main'
  ],
  ['Node in the page', 'src/renderer/src/x.ts', `export * from 'node:path'`, 'the renderer must not import node:path'],
  [
    'zod in the page',
    'src/renderer/src/x.ts',
    `import { calls } from '../../shared/ipc/contract.ts'\nrun(calls)`,
    'the renderer may take only types from src/shared/ipc/contract.ts'
  ],
  [
    'zod in a component',
    'src/renderer/src/X.vue',
    `<script setup lang="ts">\nimport { productSchema } from '../../shared/models/product.ts'\nrun(productSchema)\n</script>\n`,
    'the renderer may take only types from'
  ],
  [
    'another package in the preload',
    'src/preload/index.ts',
    `import axios from 'axios'\naxios.get('/')`,
    'axios belongs in'
  ],
  [
    'zod in the preload',
    'src/preload/index.ts',
    `import { calls } from '../shared/ipc/contract.ts'\nrun(calls)`,
    'preload may take only types from src/shared/ipc/contract.ts'
  ],
  ['a socket in the sample', 'src/sample/x.ts', `export * from 'node:http'`, 'the sample must not import node:http'],
  ['electron in a test', 'test/unit/x.test.ts', `import { app } from 'electron'\napp.quit()`, 'starts a download'],
  ['any', 'src/main/core/x.ts', `export const a = (b: any) => b`, 'Unexpected any'],
  ['an empty catch', 'src/main/core/x.ts', `try {\n  run()\n} catch {\n  // fine\n}`, 'An empty catch hides'],
  [
    'v-html',
    'src/renderer/src/X.vue',
    `<template>\n  <p v-html="a" />\n</template>\n`,
    "'v-html' directive can lead to XSS"
  ],
  [
    'words in a template',
    'src/renderer/src/X.vue',
    `<template>\n  <p>Sign in</p>\n</template>\n`,
    'Unexpected non-translated string'
  ],
  ['a log line', 'src/main/core/x.ts', `console.log(1)`, 'Unexpected console statement'],
  ['a test alone', 'test/unit/x.test.ts', `it.only('x', () => {})`, 'is not to be committed'],
  ['a test to do', 'test/unit/x.test.ts', `it.todo('x')`, 'is not to be committed'],
  ['a suite alone', 'test/e2e/x.spec.ts', `test.describe.only('x', () => {})`, 'is not to be committed'],
  ['a test left out', 'test/unit/x.test.ts', `it.skip('x', () => {})`, 'fixed or removed, not skipped']
]

const good: [what: string, path: string, code: string][] = [
  ['electron in its rooms', 'src/main/desktop/x.ts', `import { app } from 'electron'\napp.quit()\n`],
  ['raw ipc in its room', 'src/main/ipc/x.ts', `import { ipcMain } from 'electron'\nipcMain.removeAllListeners()\n`],
  [
    'types from the contract',
    'src/renderer/src/x.ts',
    `import type { Bridge } from '../../shared/ipc/contract.ts'\nexport type A = Bridge\n`
  ],
  ['types one by one', 'src/renderer/src/x.ts', `export { type Bridge } from '../../shared/ipc/contract.ts'\n`],
  ['values put there for the page', 'src/renderer/src/x.ts', `export * from '../../shared/models/defaults.ts'\n`],
  ['names of calls in the preload', 'src/preload/x.ts', `export * from '../shared/ipc/names.ts'\n`],
  ['the words’ engine', 'src/shared/i18n/x.ts', `export * from '@intlify/core-base'\n`],
  ['words in the page', 'src/renderer/src/x.ts', `export { messages } from '../../shared/i18n/index.ts'\n`],
  ['the bridge in its file', 'src/renderer/src/bridge.ts', `export const bridge = window.portside\n`],
  [
    'core in core',
    'src/main/core/x.ts',
    `export * from './ports/index.ts'\nexport * from '../../shared/models/json.ts'\n`
  ],
  [
    'ports in an adapter',
    'src/main/storage/x.ts',
    `export * from 'node:sqlite'\nexport type * from '../core/ports/index.ts'\n`
  ],
  [
    'cache and platform in the catalogue worker',
    'src/main/catalogue-worker.ts',
    `export * from 'node:worker_threads'\nexport * from './storage/x.ts'\nexport * from './api/x.ts'\n`
  ],
  ['everything in compose', 'src/main/app.ts', `export * from './storage/x.ts'\nexport * from '../sample/x.ts'\n`],
  [
    'electron types in the host',
    'test/host/x.ts',
    `import type Electron from 'electron'\nexport type A = Electron.App\n`
  ],
  [
    'a test that some systems can’t run',
    'test/e2e/x.spec.ts',
    `test.skip(process.platform === 'win32', 'no such store')\n`
  ]
]

describe('the rooms', () => {
  it.each(bad)('are kept against %s', async (_what, path, code, message) => {
    expect(await findings(path, code)).toContainEqual(expect.stringContaining(message))
  })

  it.each(good)('leave room for %s', async (_what, path, code) => {
    expect(await findings(path, code)).toEqual([])
  })
})
