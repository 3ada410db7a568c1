import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInTerminal, type Printed } from './app/terminal.ts'
import { expect, test, type PlatformServer } from './fixtures.ts'
import { atRest, setPin, signIn } from './walk.ts'

const invoice = (id: string, status: string, totalAmount: number): object => ({
  id,
  status,
  totalAmount,
  currency: 'EUR',
  createdAt: '2026-11-01T10:00:00Z'
})

const SETTLED = [invoice('a', 'Paid', 50)]
const OPEN = [...SETTLED, invoice('b', 'Created', 80.1), invoice('c', 'NotPaid', 49.9)]

const shows = (platform: PlatformServer, invoices: unknown): void =>
  void platform.respondWith('/v3/invoices', () => Response.json(invoices))

test('beside the running app and without it: what is open, or why that can’t be found out', async ({
  launch,
  platform,
  profileDir,
  sharedChromium
}) => {
  const check = (...more: string[]): Promise<Printed> =>
    runInTerminal(['--quick-check', ...more], { profileDir, sharedChromium })
  const app = await launch()
  await signIn(app.page, platform.baseAddress)

  await test.step('10 and the sum while something is open, 0 when nothing is', async () => {
    shows(platform, OPEN)
    expect(await check()).toMatchObject({ exitCode: 10, stdout: '2 open · €130.00\n' })
    shows(platform, SETTLED)
    expect(await check()).toMatchObject({ exitCode: 0, stdout: 'Nothing open\n' })
    // It is still there and its own: the check took neither its window nor its place.
    await expect(app.page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  await test.step('20 and a reason when the platform can’t be reached', async () => {
    await platform.stop()
    const { exitCode, stdout } = await check('--json')
    expect(exitCode).toBe(20)
    expect(JSON.parse(stdout)).toMatchObject({ accounts: [{ failure: { code: 'UNREACHABLE' } }] })
    await platform.restart()
  })

  await test.step('an app lock isn’t gone round', async () => {
    await setPin(app.page, '271828')
    await atRest(app.page)
    platform.requests.length = 0
    const { exitCode, stdout } = await check('--json')
    expect(exitCode).toBe(20)
    expect(JSON.parse(stdout)).toMatchObject({ reason: 'locked', accounts: [] })
    expect(platform.requests).toEqual([])
    await app.page.evaluate(() => window.portside.lock.turnOff({ pin: '271828' }))
  })
  await app.quit()

  await test.step('without the app: as JSON, with the token from the password store, and nothing is stored', async () => {
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

    shows(platform, OPEN)
    const { exitCode, stdout } = await check('--json')
    expect(exitCode).toBe(10)
    expect(JSON.parse(stdout)).toMatchObject({
      exitCode: 10,
      accounts: [{ open: 2, unknown: 0, total: 3, openAmounts: [{ currency: 'EUR', amount: '130.0' }] }]
    })
    expect(files()).toEqual(before)
  })
})
