/** `npm run dev` on a copy of the sources, in Electron: what a change of a file does to the running app. */
import { spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')
const NEEDED = [
  'src',
  'scripts',
  'docs/provider.schema.json',
  'electron.vite.config.ts',
  'package.json',
  'tsconfig.json'
]
/** The first build of the whole app, and a start of it, on a machine that is busy. */
const PATIENCE = { timeout: 120_000, interval: 100 }

let folder: string
let dev: ChildProcess
let output = ''
let browser: Browser | null = null

/** Where the app can be reached after each of its starts, the latest last. */
const ports = (): string[] => [...output.matchAll(/debugging port: (\S+)/g)].map(([, host]) => String(host))

/** The page of the app as it runs now. */
async function page(): Promise<Page> {
  await browser?.close()
  browser = await chromium.connectOverCDP(`http://${ports().at(-1)}`, { noDefaults: true })
  const [first] = browser.contexts().flatMap((context) => context.pages())
  if (!first) throw new Error('The app has no page.')
  return first
}
const inCopy = (path: string): string => join(folder, path)
const mark = async (): Promise<string | undefined> =>
  (await page()).evaluate(() => document.documentElement.dataset['mark'])

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portside-dev-'))
  for (const path of NEEDED) cpSync(join(ROOT, path), inCopy(path), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), inCopy('node_modules'), 'junction')
  const { scripts } = JSON.parse(readFileSync(inCopy('package.json'), 'utf8')) as { scripts: { dev: string } }
  const [, script = ''] = /^node (\S+)$/.exec(scripts.dev) ?? []
  dev = spawn(process.execPath, [script, '--headless'], {
    cwd: folder,
    env: { ...process.env, PORTSIDE_PROFILE_DIR: inCopy('profile') }
  })
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
})

afterAll(async () => {
  await browser?.close()
  const ended = new Promise((done) => dev.once('exit', done))
  if (dev.exitCode === null && dev.kill('SIGTERM')) await ended
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}, 60_000)

test('builds the app and runs it', { timeout: 150_000 }, async () => {
  await vi.waitFor(() => expect(ports(), output).toHaveLength(1), PATIENCE)
  await vi.waitFor(async () => expect(await (await page()).locator('h1').count()).toBeGreaterThan(0), PATIENCE)
  expect(await mark()).toBeUndefined()
})

test('reloads the page after a change of it, and tells a build that fails', { timeout: 300_000 }, async () => {
  const path = inCopy('src/renderer/src/main.ts')
  const write = (text: string): void => writeFileSync(path, `${original}${text}\n`)
  const original = readFileSync(path, 'utf8')
  write("document.documentElement.dataset['mark'] = 'changed'")
  await vi.waitFor(async () => expect(await mark(), output).toBe('changed'), PATIENCE)
  write('const const')
  await vi.waitFor(() => expect(output).toContain('the renderer build failed'), PATIENCE)
  expect(await mark()).toBe('changed')
  write("document.documentElement.dataset['mark'] = 'put right'")
  await vi.waitFor(async () => expect(await mark(), output).toBe('put right'), PATIENCE)
  expect(ports()).toHaveLength(1)
})

test('starts the app again after a change of the main process', { timeout: 150_000 }, async () => {
  appendFileSync(inCopy('src/main/index.ts'), "process.stdout.write('the main process was changed\\n')\n")
  await vi.waitFor(() => expect(output).toContain('the main process was changed'), PATIENCE)
  await vi.waitFor(() => expect(ports(), output).toHaveLength(2), PATIENCE)
  await vi.waitFor(async () => expect(await mark()).toBe('put right'), PATIENCE)
})
