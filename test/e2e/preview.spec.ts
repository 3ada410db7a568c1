/** `npm start` on a Linux machine without a display: the main job on a screen of its own, with pictures and a summary. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { goodInvoices } from '../../src/sample/good-invoices.ts'
import { goodProducts } from '../../src/sample/products.ts'
import { start, type Command } from './app/terminal.ts'
import { expect, test as base } from './fixtures.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PICTURES = ['sign-in', 'overview', 'catalogue', 'search', 'invoices', 'profile'].map(
  (name, at) => `00${at + 1}-${name}.png`
)
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

interface Fixtures {
  /** HOME and the folder for temporary files. */
  home: string
  /** Starts a command in an environment that has nothing of this machine's but its programs. */
  run: (command: [string, ...string[]], env?: Record<string, string>) => Command
}

const test = base.extend<Fixtures>({
  home: async ({}, use) => {
    const home = mkdtempSync(join(tmpdir(), 'portside-e2e-home-'))
    mkdirSync(join(home, 'tmp'))
    await use(home)
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  },
  run: async ({ home, started }, use) => {
    await use(([program, ...args], env = {}) => {
      const { PATH = '' } = process.env
      const clean = {
        ...{ PATH, HOME: home, TMPDIR: join(home, 'tmp') },
        ...{ PORTSIDE_SKIP_SYSTEM_PACKAGES: '1', PORTSIDE_SKIP_ELECTRON_DOWNLOAD: '1' },
        ...env
      }
      return started(start(program, args, clean))
    })
  }
})

/** Profiles of the app that were not removed, and processes that have not ended. */
function leftIn(home: string): string[] {
  const folder = join(home, 'tmp')
  const profiles = readdirSync(folder).filter((name) => name.startsWith('portside-'))
  return [...profiles, ...processes().filter((id) => environmentOf(id).includes(`TMPDIR=${folder}`))]
}

const processes = (): string[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name))
function environmentOf(id: string): string[] {
  try {
    return readFileSync(`/proc/${id}/environ`, 'utf8').split('\0')
  } catch {
    // It ended meanwhile, or belongs to another user.
    return []
  }
}

test.skip(process.platform !== 'linux', 'Other systems always have a display.')

test('`npm start` without a display signs in, fetches, searches, shows invoices, and says what it saw', async ({
  home,
  run
}) => {
  const folder = join(ROOT, 'tour', 'start')
  rmSync(folder, { recursive: true, force: true })
  const { exitCode, stdout, stderr } = await run(['npm', 'start', '--silent']).printed
  expect(exitCode, stderr).toBe(0)

  const fact = (name: string): string => new RegExp(`^${name} +(.+)$`, 'm').exec(stdout)?.[1] ?? ''
  expect(fact('Profile')).toBe('Robin Keller')
  expect(fact('Products')).toBe(String(goodProducts(new Date()).length))
  expect(fact('Invoices')).toBe(String(goodInvoices(new Date()).length))
  expect(fact('Open')).toMatch(/^3 invoices to pay · 1 overdue · €[\d,]+\.\d\d$/)
  expect(fact('Pictures')).toBe('tour/start')

  expect(readdirSync(folder).sort()).toEqual(PICTURES)
  for (const name of PICTURES) {
    const picture = readFileSync(join(folder, name))
    expect(picture.subarray(0, 8), name).toEqual(PNG)
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)], name).toEqual([1280, 800])
    // An empty page of that size takes about 5 kB.
    expect(picture.length, name).toBeGreaterThan(20_000)
  }
  await expect.poll(() => leftIn(home)).toEqual([])
})

// SIGTERM is passed on to Playwright as this signal, and a screen that can't be had ends the tour: test/integration/scripts/start.test.ts.
test('Ctrl+C ends the preview and everything that it started', async ({ home, run }) => {
  const started = run(['npm', 'start', '--silent'])
  await new Promise<void>((resolve) =>
    started.child.stdout?.on('data', (chunk) => String(chunk).includes('sign-in') && resolve())
  )
  started.signalGroup('SIGINT')
  const { exitCode, stdout } = await started.printed
  expect(exitCode).not.toBe(0)
  expect(stdout).not.toContain('Products')
  // npm's shell ends at once; the script below it is still removing the profile.
  await expect.poll(() => leftIn(home)).toEqual([])
})
