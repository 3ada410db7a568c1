/**
 * Commands beside a running app: in a real terminal, through pipes, and on disks that take no file. What each says otherwise is in
 * test/integration/cli.
 */
import { canMount, runInPty, runInTerminal, runWithMount, startInTerminal, type Printed } from './app/terminal.ts'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { say, words } from './words.ts'

const { error } = words

/** Escape sequences, a text that turns around, wide letters, and a megabyte of digits. */
const HOSTILE = {
  id: 'h1',
  number: `\u001b]0;owned\u0007\u001b[2J\u202eR\u200f-\u9b31m 東京東京東京\u2028${'9'.repeat(1_000_000)}`,
  status: 'Created',
  totalAmount: 12.5,
  currency: 'EUR',
  createdAt: '2026-11-02T10:00:00Z'
}
const PAID = { id: 'a', status: 'Paid', totalAmount: 50, currency: 'EUR', createdAt: '2026-11-01T10:00:00Z' }
const OPEN = { ...PAID, id: 'b', status: 'Created', totalAmount: 80.1 }

interface Invoices {
  complete: boolean
  source: string
  accounts: { invoices: { key: string; total: string }[] }[]
}
interface Products {
  accounts: { products: { name: string | null }[] }[]
}

/** Of the terminal, each as it counts there: none of the letters below takes more than two places. */
const placesOf = (line: string): number =>
  [...line].reduce((places, letter) => places + (/\p{Script=Han}/u.test(letter) ? 2 : 1), 0)

test('a command has the running app fetch new data, and others list it, in a terminal and through pipes', async ({
  launch,
  api,
  profileDir
}) => {
  const options = { profileDir }
  const run = (...args: string[]): Promise<Printed> => runInTerminal(args, options)

  await test.step('without an app, the refresh says so', async () => {
    const { exitCode, stdout, stderr } = await run('refresh')
    expect([exitCode, stdout, stderr]).toEqual([69, '', expect.stringContaining('Portside isn’t running')])
  })

  // The command left no lock behind: this start is the first one.
  const app = await launch()
  await ui.signInByBridge(app.page, api)
  await ui.goTo(app.page, 'catalogue')
  await app.minimize()
  await expect.poll(() => ui.isMinimised(app)).toBe(true)

  await test.step('all that the app fetches is there when the command ends, and the window stays where it is', async () => {
    api.respondWith('/v2/Products', () =>
      Response.json([
        { id: 'a', name: 'Fresh proxies' },
        { id: 'b', name: 'Other' }
      ])
    )
    api.respondWith('/v3/invoices', () => Response.json([PAID, OPEN, HOSTILE]))
    expect(await run('refresh')).toEqual({ exitCode: 0, stdout: '1 account refreshed\n', stderr: '' })
    const { stdout, stderr } = await run('products', '--json')
    expect(stderr).toBe('')
    const { accounts } = JSON.parse(stdout) as Products
    expect(accounts[0]?.products.map(({ name }) => name)).toEqual(['Fresh proxies', 'Other'])
    expect(await ui.isMinimised(app)).toBe(true)
    await expect(ui.products(app.page).first()).toContainText('Fresh proxies')
  })
  api.requests.length = 0

  await test.step('JSON has everything, and no letter that acts on a terminal', async () => {
    const { exitCode, stdout } = await run('invoices', '--json')
    expect(stdout).toMatch(/^[^\p{C}\u2028\u2029]+\n$/u)
    const { complete, source, accounts } = JSON.parse(stdout) as Invoices
    expect({ complete, source, exitCode }).toEqual({ complete: true, source: 'saved', exitCode: 0 })
    expect(accounts[0]?.invoices.map(({ key }) => key).sort()).toEqual(['a', 'b', 'h1'])
    expect(accounts[0]?.invoices.find(({ key }) => key === 'h1')?.total).toBe('12.5')
  })

  // Another system has another script(1), and no /dev/full.
  if (process.platform === 'linux') {
    const columns = 40
    await test.step('a table no wider than the terminal', async () => {
      const { exitCode, stdout } = await runInPty(['invoices', '--state', 'open'], columns, options)
      expect(exitCode).toBe(0)
      const lines = stdout.split('\n')
      expect(lines[0]).toMatch(/^Number .*Total/)
      expect(stdout).toContain('€12.50')
      expect(stdout).toContain('€80.10')
      expect(stdout).not.toContain('€50.00')
      expect(lines.at(-2)).toMatch(/^2 of 3 listed · 2 to pay · €92\.60 · saved (just now|.+ ago)$/)
      expect(stdout).not.toMatch(/(?!\n)\p{C}/u)
      for (const line of lines.slice(0, 3)) expect(placesOf(line), line).toBeLessThanOrEqual(columns)
    })

    await test.step('an answer for a disk that is full is none', async () => {
      const full = (program: string, args: string[]): [string, string[]] => [
        'sh',
        ['-c', 'exec "$@" >/dev/full', 'sh', program, ...args]
      ]
      const { exitCode, stderr } = await startInTerminal(['invoices', '--json'], options, full).printed
      expect({ exitCode, stderr }).toEqual({ exitCode: 20, stderr: 'portside: The output can’t be written: ENOSPC.\n' })
    })
  }

  if (canMount()) {
    await test.step('a read-only data folder is read', async () => {
      const mount = ['--bind', '-o', 'ro', profileDir, profileDir]
      const { exitCode, stdout, stderr } = await runWithMount(['invoices', '--state', 'paid'], mount, options)
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
      expect(stdout).toContain('€50.00')
    })
  }
  expect(api.requests.filter(({ path }) => path === '/v3/invoices')).toEqual([])

  await test.step('what the app can’t fetch is named', async () => {
    api.respondWith('/v2/Products', () => Response.json({ message: 'canary' }, { status: 500 }))
    const { exitCode, stdout, stderr } = await run('refresh', '--json')
    const sentence = say(error.SERVER.sentence, { host: new URL(api.baseUrl).host })
    expect([exitCode, stderr]).toEqual([20, expect.stringContaining(sentence)])
    expect(JSON.parse(stdout)).toMatchObject({ accounts: [{ refreshed: false, error: { code: 'SERVER', sentence } }] })
    expect(stdout).not.toContain('canary')
    await expect(ui.products(app.page).first(), 'saved data stays').toContainText('Fresh proxies')
  })
})
