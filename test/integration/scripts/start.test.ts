/** The second half of `npm start` without a display: up to where it would start the app, and what becomes of the tour that it starts instead. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startScreen } from '../../../scripts/setup/display.mjs'

const ROOT = resolve(import.meta.dirname, '../../..')
const REAL = [
  'scripts/start.mjs',
  'scripts/start/sandbox.mjs',
  'scripts/setup/display.mjs',
  'scripts/setup/paths.mjs',
  'src/main/cli/commands.ts'
]
const STAND_INS = {
  'scripts/build/out.mjs': 'export const isFresh = () => true\nexport const build = () => 1\n',
  'scripts/setup/electron-runtime.mjs':
    "export const electronRuntime = () => ({ program: '', version: '0.0.0', isPinned: true, appFolder: '' })\n",
  'scripts/setup/pinned-node.mjs': 'export const requirePinnedNode = () => undefined\n'
}

/** Starts the script with nothing of the machine's but its home, and with a program in Playwright's place. */
function startOver(playwright: string): ChildProcess {
  const folder = mkdtempSync(join(tmpdir(), 'portside-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const path of REAL) cpSync(join(ROOT, path), join(folder, path))
  const written = { ...STAND_INS, 'node_modules/@playwright/test/cli.js': playwright }
  for (const [path, text] of Object.entries(written)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const { HOME } = process.env
  const child = spawn(process.execPath, [join(folder, 'scripts/start.mjs')], { env: { HOME } })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

describe.runIf(process.platform === 'linux')('without a display', () => {
  test('a switch that needs one is refused, as a mistyped --quick-check would be', () => {
    const { PATH, HOME } = process.env
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.mjs', '--quick-chek'], {
      env: { PATH, HOME },
      encoding: 'utf8',
      timeout: 30_000
    })
    expect(stderr).toContain('only these can be answered: invoices, ')
    expect(stderr).toContain('--quick-check, --self-test, --diagnostics, --help, --version. Not --quick-chek.')
    expect({ status, stdout }).toEqual({ status: 64, stdout: '' })
  })

  // That Playwright ends the app on it is in test/e2e/preview.spec.ts.
  test('SIGTERM reaches Playwright as the signal on which it ends its app, and the script waits for that', async () => {
    const child = startOver(`
      process.on('SIGINT', () => setImmediate(() => (console.log('ended'), process.exit(130))))
      setTimeout(() => undefined, 60_000)
      console.log('started')`)
    const ended = once(child, 'close')
    const heard: string[] = []
    child.stdout?.on('data', (chunk: Buffer) => {
      heard.push(chunk.toString().trim())
      if (heard.length === 1) child.kill('SIGTERM')
    })
    expect(await ended).toEqual([130, null])
    expect(heard).toEqual(['started', 'ended'])
  })

  test('a tour that fails is the outcome of the script', async () => {
    const child = startOver(`console.log(process.argv.slice(2).join(' ')); process.exit(1)`)
    let said = ''
    child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
    expect(await once(child, 'close')).toEqual([1, null])
    expect(said).toBe('test --config test/tour/playwright.config.ts --project start\n')
  })

  test('nor Xvfb, the screen of its own is an error of one line that names it', async () => {
    const { PATH } = process.env
    onTestFinished(() => void (process.env['PATH'] = PATH))
    process.env['PATH'] = '/nonexistent'
    await expect(startScreen()).rejects.toThrow(/^No screen: spawn Xvfb ENOENT \(Debian: xvfb, openbox\)\.$/)
  })
})
