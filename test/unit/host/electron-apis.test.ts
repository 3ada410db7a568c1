import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readElectronApis } from './electron-apis.ts'

interface Row {
  api: string
  systems: string
  ready: string
  unseen: string
}

/** The tables of docs/electron-apis.md, docs/electron-system-apis.md and docs/electron-window-apis.md. */
function readRows(): Row[] {
  const documents = ['electron-apis.md', 'electron-system-apis.md', 'electron-window-apis.md']
  const text = documents
    .map((name) => readFileSync(resolve(import.meta.dirname, '../../../docs', name), 'utf8'))
    .join('\n')
  const cells = [...text.matchAll(/^\|\s*`(.+?)`\s*\|(.*?)\|(.*?)\|(.*?)\|$/gm)]
  return cells.map(([, api = '', systems = '', ready = '', unseen = '']) => ({
    api,
    systems: systems.trim(),
    ready: ready.trim(),
    unseen: unseen.trim()
  }))
}

describe('the Electron APIs that src/ uses', () => {
  let apis: ReturnType<typeof readElectronApis>
  const rows = readRows()

  // TypeScript reads all of src/: a few seconds, or many on a busy machine.
  beforeAll(() => {
    apis = readElectronApis()
  }, 120_000)

  it('are found in each form: constructor, method, property, event, static and preload', () => {
    const forms = ['new Tray', 'app.exit', 'WebFrameMain.url', 'BrowserWindow "close"', 'Menu.buildFromTemplate']
    expect([...apis.used.keys()]).toEqual(expect.arrayContaining([...forms, 'ipcRenderer.on']))
  })

  it('are all in the stand-in host', () => {
    expect([...apis.used.keys()].filter((api) => !apis.inHost.has(api))).toEqual([])
  })

  it('have a row each in the documents, and no other API has one', () => {
    expect(rows.map(({ api }) => api).toSorted()).toEqual([...apis.used.keys()].toSorted())
  })

  it('are described with the systems that Electron declares', () => {
    expect(new Map(rows.map(({ api, systems }) => [api, systems]))).toEqual(apis.used)
  })

  it('are described completely', () => {
    expect(rows.filter(({ ready }) => !['before', 'after', 'any', 'preload'].includes(ready))).toEqual([])
    expect(rows.filter(({ unseen }) => unseen === '')).toEqual([])
  })
})
