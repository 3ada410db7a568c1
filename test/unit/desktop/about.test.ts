import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { release, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { About } from '../../../src/main/desktop/about.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'
import { LICENCE_PIECE } from '../../../src/shared/models/about.ts'

const LONG = 'x'.repeat(LICENCE_PIECE) + 'end'
const components = [
  { name: 'Portside', version: '1.2.3', licence: 'MIT', text: 0 },
  { name: '@github/keytar', version: '7.0.0', licence: 'MIT', text: 0 },
  { name: 'dompurify', version: '3.0.0', licence: 'MPL-2.0 OR Apache-2.0', text: 1 }
]

let folder: string
let opened: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portside-about-'))
  opened = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const about = (): About =>
  new About({
    info: {
      version: '1.2.3',
      platform: 'linux',
      dataFolder: '/data',
      locale: 'en-GB',
      languages: ['en'],
      sample: 'good'
    },
    buildFolder: folder,
    programFolder: folder,
    open: async (path) => void opened.push(path)
  })
const write = (name: string, content: unknown): void => writeFileSync(join(folder, name), JSON.stringify(content))
const code = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'fine',
    (error: unknown) => (error instanceof AppError ? error.info.code : String(error))
  )

test('lists the licences of everything in the app', async () => {
  write('licenses.json', { components, texts: ['MIT text', LONG] })
  expect(await about().licences()).toEqual([
    { key: 'Portside@1.2.3', name: 'Portside', version: '1.2.3', licence: 'MIT' },
    { key: '@github/keytar@7.0.0', name: '@github/keytar', version: '7.0.0', licence: 'MIT' },
    { key: 'dompurify@3.0.0', name: 'dompurify', version: '3.0.0', licence: 'MPL-2.0 OR Apache-2.0' }
  ])
})

test('gives a long text in pieces', async () => {
  write('licenses.json', { components, texts: ['MIT text', LONG] })
  const app = about()
  expect(await app.licenceText('Portside@1.2.3', 0)).toEqual({ text: 'MIT text', next: null })
  const first = await app.licenceText('dompurify@3.0.0', 0)
  expect(first).toEqual({ text: 'x'.repeat(LICENCE_PIECE), next: LICENCE_PIECE })
  expect(await app.licenceText('dompurify@3.0.0', first.next ?? 0)).toEqual({ text: 'end', next: null })
  expect(await app.licenceText('dompurify@3.0.0', 10_000_000)).toEqual({ text: '', next: null })
  expect(await code(app.licenceText('dompurify@4.0.0', 0))).toBe('NOT_FOUND')
})

test('names versions and places', async () => {
  write('licenses.json', { components, texts: [] })
  expect(await about().info()).toMatchObject({
    version: '1.2.3',
    parts: { node: process.versions.node, sqlite: process.versions.sqlite, electron: null, keytar: '7.0.0' },
    system: { platform: 'linux', version: release(), architecture: process.arch },
    dataFolder: '/data',
    settingsFile: join('/data', 'portside.db')
  })
})

test('says that a build has no lists, and still names versions', async () => {
  const app = about()
  expect(await code(app.licences())).toBe('NOT_FOUND')
  expect(await code(app.changes())).toBe('NOT_FOUND')
  expect((await app.info()).parts.keytar).toBeNull()
  // A build while the app runs is found without a restart.
  write('changes.json', { version: '1.2.3', date: null, groups: [] })
  expect(await code(app.changes())).toBe('fine')
})

test('opens the data folder, and Electron’s licences where they are', async () => {
  const app = about()
  await app.open('dataFolder')
  expect((await app.info()).hasChromiumLicences).toBe(false)
  expect(await code(app.open('chromiumLicences'))).toBe('NOT_FOUND')
  writeFileSync(join(folder, 'LICENSES.chromium.html'), '<html>')
  expect((await app.info()).hasChromiumLicences).toBe(true)
  await app.open('chromiumLicences')
  expect(opened).toEqual(['/data', join(folder, 'LICENSES.chromium.html')])
})
