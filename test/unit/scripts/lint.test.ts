import { resolve } from 'node:path'
import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'
import { cyclesOf } from '../../../scripts/lint/import-graph.mjs'
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

const bad: [what: string, path: string, code: string, message: string][] = [
  ...(
    [
      ['electron in core', 'src/main/core/x.ts', `import 'electron'`, 'electron'],
      ['electron in app.ts', 'src/main/app.ts', `import { app } from 'electron'`, 'electron'],
      ['electron by its types', 'src/main/storage/x.ts', `export type A = import('electron').App`, 'electron'],
      ['electron late', 'src/main/keychain/x.ts', `export const load = () => import('electron')`, 'electron'],
      ['a part of electron', 'src/main/storage/x.ts', `export * from 'electron/main'`, 'electron/main'],
      ['axios in core', 'src/main/core/x.ts', `import axios from 'axios'\naxios.get('/')`, 'axios'],
      [
        'main in shared',
        'src/shared/x.ts',
        `export * from '../main/core/ports/index.ts'`,
        '../main/core/ports/index.ts'
      ],
      ['zod in shared', 'src/shared/ipc/x.ts', `export * from 'zod/mini'`, 'zod/mini'],
      ['all of zod in core', 'src/main/core/x.ts', `export * from 'zod'`, 'zod'],
      ['storage in core', 'src/main/core/x.ts', `export * from '../storage/products.ts'`, '../storage/products.ts'],
      ['files in core', 'src/main/core/x.ts', `export * from 'node:fs'`, 'node:fs'],
      ['the API in storage', 'src/main/storage/x.ts', `export * from '../api/client.ts'`, '../api/client.ts'],
      [
        'the desktop in the catalogue worker',
        'src/main/catalogue-worker.ts',
        `export * from './desktop/x.ts'`,
        './desktop/x.ts'
      ],
      [
        'main in the page',
        'src/renderer/src/x.ts',
        `export * from '../../main/core/lock.ts'`,
        '../../main/core/lock.ts'
      ],
      [
        'zod in a component',
        'src/renderer/src/X.vue',
        `<script setup lang="ts">\nimport { z } from 'zod'\nz.any()\n</script>\n`,
        'zod'
      ],
      ['another package in the preload', 'src/preload/index.ts', `import axios from 'axios'\naxios.get('/')`, 'axios'],
      [
        'the sample in app.ts, which loads it with its first request',
        'src/main/app.ts',
        `export * from '../sample/index.ts'`,
        '../sample/index.ts'
      ],
      ['a socket in the sample', 'src/sample/x.ts', `export * from 'node:http'`, 'node:http']
    ] as const
  ).map(([what, path, code, module]): [string, string, string, string] => [
    what,
    path,
    code,
    `must not import ${module}: see`
  ]),
  [
    'raw ipc in desktop',
    'src/main/desktop/x.ts',
    `import { ipcMain } from 'electron'\nipcMain.on('x', run)`,
    'ipcMain belongs in main/ipc/ only.'
  ],
  [
    'raw ipc in main/ipc',
    'src/main/ipc/x.ts',
    `import * as e from 'electron'\ne.ipcRenderer.send('x')`,
    'ipcRenderer belongs in preload/ only.'
  ],
  [
    'the bridge in a view',
    'src/renderer/src/views/x.ts',
    `export const a = window.portside`,
    'window.portside belongs in renderer/src/bridge.ts only.'
  ],
  [
    'the bridge by a string',
    'src/renderer/src/stores/x.ts',
    `export const a = globalThis['portside']`,
    'window.portside belongs in'
  ],
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
  ['a test left out', 'test/unit/x.test.ts', `it.skip('x', () => {})`, 'fixed or removed, not skipped']
]

const good: [what: string, path: string, code: string][] = [
  ['electron in desktop', 'src/main/desktop/x.ts', `import { app } from 'electron'\napp.quit()\n`],
  ['raw ipc in main/ipc', 'src/main/ipc/x.ts', `import { ipcMain } from 'electron'\nipcMain.removeAllListeners()\n`],
  ['models in the page', 'src/renderer/src/x.ts', `export * from '../../shared/models/connection.ts'\n`],
  ['the contract in the preload', 'src/preload/x.ts', `export * from '../shared/ipc/contract.ts'\n`],
  ['the message engine', 'src/shared/i18n/x.ts', `export * from '@intlify/core-base'\n`],
  ['the bridge in its file', 'src/renderer/src/bridge.ts', `export const bridge = window.portside\n`],
  ['inherited names', 'src/main/api/x.ts', `export const toString = 1\n`],
  [
    'core in core',
    'src/main/core/x.ts',
    `export * from './ports/index.ts'\nexport * from '../../shared/models/json.ts'\n`
  ],
  [
    'ports in storage',
    'src/main/storage/x.ts',
    `export * from 'node:sqlite'\nexport type * from '../core/ports/index.ts'\n`
  ],
  [
    'storage and API in the catalogue worker',
    'src/main/catalogue-worker.ts',
    `export * from 'node:worker_threads'\nexport * from './storage/x.ts'\nexport * from './api/x.ts'\n`
  ],
  [
    'everything in app.ts',
    'src/main/app.ts',
    `export * from './storage/x.ts'\nexport * from '../sample/sample-fetch.ts'\n`
  ],
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

describe('lint', () => {
  it.each(bad)('rejects %s', async (_what, path, code, message) => {
    expect(await findings(path, code)).toContainEqual(expect.stringContaining(message))
  })

  it.each(good)('accepts %s', async (_what, path, code) => {
    expect(await findings(path, code)).toEqual([])
  })
})

it('finds each import cycle once, with all of its files', () => {
  const graph = new Map([
    ['a.ts', ['b.ts', 'd.ts']],
    ['b.ts', ['c.ts']],
    ['c.ts', ['a.ts']],
    ['d.ts', ['e.ts']],
    ['e.ts', []],
    ['self.ts', ['self.ts']]
  ])
  expect(cyclesOf(graph)).toEqual([['a.ts', 'b.ts', 'c.ts'], ['self.ts']])
})
