import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runInTerminal, startInTerminal, startWithNpm, type Printed } from './app/terminal.ts'
import { expect, test, type ApiServer } from './fixtures.ts'
import * as ui from './ui.ts'

const invoice = (id: string, status: string, totalAmount: number): object => ({
  id,
  status,
  totalAmount,
  currency: 'EUR',
  createdAt: '2026-11-01T10:00:00Z'
})

const SETTLED = [invoice('a', 'Paid', 50)]
const OPEN = [...SETTLED, invoice('b', 'Created', 80.1), invoice('c', 'NotPaid', 49.9)]

const shows = (api: ApiServer, invoices: unknown): void =>
  void api.respondWith('/v3/invoices', () => Response.json(invoices))

test('prints what is open or why it can’t tell, with and without a running app', async ({
  launch,
  api,
  profileDir
}) => {
  const check = (...more: string[]): Promise<Printed> => runInTerminal(['--quick-check', ...more], { profileDir })

  await test.step('20 without an account, in the folder that --profile-dir names', async () => {
    const folder = join(profileDir, 'named')
    const { exitCode, stdout } = await check('--json', `--profile-dir=${folder}`)
    expect(exitCode).toBe(20)
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: 20, reason: 'nobody' })
    expect(existsSync(join(folder, 'terminal'))).toBe(true)
    expect(readdirSync(profileDir), 'not in PORTSIDE_PROFILE_DIR').toEqual(['named'])
    // A folder with other files would be refused.
    rmSync(folder, { recursive: true })
  })

  const app = await launch()

  await test.step('10 and the sum while something is open: sample data counts where there is nothing else', async () => {
    await ui.explore(app.page)
    const { exitCode, stdout } = await check()
    expect(exitCode).toBe(10)
    expect(stdout).toMatch(/^Sample data: 6 to pay · .*€378\.00/)
  })

  await test.step('0 when nothing is open', async () => {
    await app.page.evaluate(() => (location.hash = '/sign-in?add=1'))
    await ui.signIn(app.page, api.baseUrl)
    shows(api, SETTLED)
    expect(await check()).toMatchObject({ exitCode: 0, stdout: 'Nothing to pay\n' })
    // It is still there and its own: the check took neither its window nor its place.
    await expect(app.page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  await test.step('an app lock refuses the check', async () => {
    await ui.setPin(app.page, '271828')
    await ui.atRest(app.page)
    api.requests.length = 0
    const { exitCode, stdout } = await check('--json')
    expect(exitCode).toBe(20)
    expect(JSON.parse(stdout)).toMatchObject({ reason: 'locked', accounts: [] })
    expect(api.requests).toEqual([])
    await app.page.evaluate(() => window.portside.lock.turnOff({ pin: '271828' }))
  })
  await app.quit()

  await test.step('through `npm start` without a display and without the app: only the JSON, and nothing is stored', async () => {
    const files = (): string[] =>
      readdirSync(profileDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        // What the engine itself needs.
        .filter((path) => !path.startsWith(join(profileDir, 'terminal')))
        .map((path) => `${path} ${hash('sha256', readFileSync(path))}`)
        .sort()
    const before = files()
    expect(before.length).toBeGreaterThan(1)

    shows(api, OPEN)
    // On Windows, npm is no program but a script.
    const start = process.platform === 'win32' ? startInTerminal : startWithNpm
    const { exitCode, stdout } = await start(['--quick-check', '--json'], { profileDir }).printed
    expect(exitCode).toBe(10)
    expect(JSON.parse(stdout)).toMatchObject({
      exitCode: 10,
      accounts: [{ sample: false, open: 2, unknown: 0, total: 3, openAmounts: [{ currency: 'EUR', amount: '130.0' }] }]
    })
    expect(files()).toEqual(before)
  })
})
