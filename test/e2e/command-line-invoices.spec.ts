/** `portside invoices`, `portside accounts` and help: in a real terminal, through pipes, and on disks that take no file. */
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { canMount, runInPty, runInTerminal, runWithMount, startInTerminal, type Printed } from './app/terminal.ts'
import { expect, test, type ApiServer } from './fixtures.ts'
import * as ui from './ui.ts'

const PATH = '/v3/invoices'

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

const shows = (api: ApiServer, invoices: unknown): void => void api.respondWith(PATH, () => Response.json(invoices))

interface Answer {
  complete: boolean
  source: string
  accounts: { fetchedAt: string; invoices: { key: string; number: string; total: string }[] }[]
}
const parse = ({ stdout }: Printed): Answer => JSON.parse(stdout) as Answer

/** Of the terminal, each as it counts there: none of the letters below takes more than two places. */
const placesOf = (line: string): number =>
  [...line].reduce((places, letter) => places + (/\p{Script=Han}/u.test(letter) ? 2 : 1), 0)

test('invoices in a terminal and through a pipe, beside the running app, from saved data or the provider', async ({
  launch,
  api,
  profileDir
}) => {
  const options = { profileDir }
  const ask = (...args: string[]): Promise<Printed> => runInTerminal(args, options)
  const app = await launch()

  await test.step('the sample’s PDFs, in a folder, and on a disk that is full or read-only', async () => {
    await ui.explore(app.page)
    await ui.atRest(app.page)
    const target = join(profileDir, 'pdfs')
    const first = await ask('invoices', '--state=open', `--save-pdfs=${target}`)
    const names = readdirSync(target)
    expect(first.stdout.split('\n').filter((line) => line !== '')).toEqual(
      expect.arrayContaining(names.map((name) => join(target, name)))
    )
    expect(names.length).toBeGreaterThan(1)
    expect(names.every((name) => name.endsWith('.pdf'))).toBe(true)

    if (!canMount()) return
    const mount = ['--bind', '-o', 'ro', profileDir, profileDir]
    const { exitCode, stdout, stderr } = await runWithMount(['invoices'], mount, options)
    expect({ exitCode, stderr }, 'a read-only data folder is read').toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toMatch(/^Sample data\nNumber /)
    const [full, readOnly] = [join(profileDir, 'full'), join(profileDir, 'read-only')]
    for (const folder of [full, readOnly]) mkdirSync(folder)
    const tmpfs = (option: string, folder: string): string[] => ['-t', 'tmpfs', '-o', option, 'portside', folder]
    const onFull = await runWithMount(['invoices', `--save-pdfs=${full}`], tmpfs('size=4k', full), options)
    expect(onFull).toMatchObject({
      exitCode: 73,
      stderr: expect.stringMatching(
        /^portside: Less than 200\sMB would stay free on the disk with .*full\. Make room, then try again\.$/m
      )
    })
    const onReadOnly = await runWithMount(['invoices', `--save-pdfs=${readOnly}`], tmpfs('ro', readOnly), options)
    expect(onReadOnly).toMatchObject({
      exitCode: 73,
      stdout: '',
      stderr: expect.stringContaining(`${readOnly} can’t be written to.`)
    })
  })

  await app.page.evaluate(() => (location.hash = '/sign-in?add=1'))
  shows(api, [PAID, OPEN, HOSTILE])
  await ui.signIn(app.page, api.baseUrl)
  await ui.goTo(app.page, 'invoices')
  await expect(ui.invoiceRows(app.page)).toHaveCount(3)
  await ui.atRest(app.page)
  api.requests.length = 0

  await test.step('JSON has everything, and no letter that acts on a terminal', async () => {
    await expect(async () => {
      const printed = await ask('invoices', '--json')
      expect(printed.stdout).toMatch(/^[^\p{C}\u2028\u2029]+\n$/u)
      const { complete, source, accounts } = parse(printed)
      expect({ complete, source, exitCode: printed.exitCode }).toEqual({ complete: true, source: 'saved', exitCode: 0 })
      expect(accounts[0]?.invoices.map(({ key }) => key).sort()).toEqual(['a', 'b', 'h1'])
      expect(accounts[0]?.invoices.find(({ key }) => key === 'h1')?.total).toBe('12.5')
    }).toPass()
    expect(api.requests.filter(({ path }) => path.startsWith(PATH))).toEqual([])
  })

  // Another system has another script(1).
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
  }

  await test.step('help fits too, and needs no data', async () => {
    const { exitCode, stdout, stderr } = await ask('--help')
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toContain('portside COMMAND')
    // A serial line says no width.
    if (process.platform === 'linux') expect((await runInPty(['--help'], 0, options)).stdout).toBe(stdout)
    expect((await ask('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  await test.step('an answer for a disk that is full is none', async () => {
    if (process.platform !== 'linux') return
    const full = (program: string, words: string[]): [string, string[]] => [
      'sh',
      ['-c', 'exec "$@" >/dev/full', 'sh', program, ...words]
    ]
    const { exitCode, stderr } = await startInTerminal(['invoices', '--json'], options, full).printed
    expect({ exitCode, stderr }).toEqual({ exitCode: 20, stderr: 'portside: The output can’t be written: ENOSPC.\n' })
  })

  await test.step('a wrong argument is one sentence, also with a link, and nothing starts', async () => {
    const wrong = await runInTerminal(['invoices', '--remote-debugging-port=0'], { ...options, packaged: true })
    expect(wrong).toMatchObject({ exitCode: 64, stdout: '' })
    expect(wrong.stderr).toContain('portside: "invoices" has no option --remote-debugging-port.')
  })

  await test.step('--fetch asks the provider', async () => {
    shows(api, [PAID])
    const { exitCode, stdout } = await ask('invoices', '--fetch', '--state=open')
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '0 of 1 listed · Nothing to pay\n' })
    api.respondWith(PATH, () => new Response('', { status: 503 }))
    expect(await ask('invoices', '--fetch')).toMatchObject({ exitCode: 20, stdout: '' })
  })

  await test.step('accounts, and a locked app', async () => {
    expect((await ask('accounts')).stdout).toMatch(/Signed in +3 invoices · saved .+ · 2 to pay · €92\.60/)
    await ui.setPin(app.page, '271828')
    await ui.atRest(app.page)
    const locked = await ask('invoices', '--json')
    expect(locked.exitCode).toBe(20)
    expect(JSON.parse(locked.stdout)).toMatchObject({ reason: 'locked', accounts: [] })
  })
})
