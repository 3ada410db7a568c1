import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInTerminal, type Printed } from './app/terminal.ts'
import { expect, test, type PlatformServer } from './fixtures.ts'
import { explore, setPin, signIn, signOut } from './walk.ts'
import { words } from './words.ts'

const { quickCheck } = words

const json = (body: unknown, status = 200): Response => Response.json(body, { status })
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
  void platform.respondWith('/v3/invoices', () => json(invoices))

const check = (profileDir: string, ...more: string[]): Promise<Printed> =>
  runInTerminal(['--quick-check', ...more], { profileDir })

test('beside the running app: 10 and the sum while something is open, 0 when nothing is', async ({
  launch,
  platform,
  profileDir
}) => {
  const app = await launch()
  await signIn(app.page, platform.baseAddress)

  shows(platform, OPEN)
  expect(await check(profileDir)).toMatchObject({ exitCode: 10, stdout: '2 open · €130.00\n' })
  shows(platform, SETTLED)
  expect(await check(profileDir)).toMatchObject({ exitCode: 0, stdout: 'Nothing open\n' })
  // It is still there and its own: the check took neither its window nor its place.
  await expect(app.page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('without the app: as JSON, with the token from the password store, and nothing is stored', async ({
  launch,
  platform,
  profileDir
}) => {
  const app = await launch()
  await signIn(app.page, platform.baseAddress)
  await app.quit()
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
  const { exitCode, stdout } = await check(profileDir, '--json')
  expect(exitCode).toBe(10)
  expect(JSON.parse(stdout)).toMatchObject({
    exitCode: 10,
    accounts: [{ open: 2, unknown: 0, total: 3, openAmounts: [{ currency: 'EUR', amount: '130.0' }] }]
  })
  expect(files()).toEqual(before)
})

test('20 and a reason when it can’t be found out', async ({ launch, platform, profileDir }) => {
  expect(await check(profileDir), 'before the first start').toMatchObject({
    exitCode: 20,
    stdout: `${quickCheck.nobody}\n`
  })
  const app = await launch()
  await signIn(app.page, platform.baseAddress)

  shows(platform, [invoice('a', '2', 50)])
  expect(await check(profileDir), 'a status of unknown meaning').toMatchObject({
    exitCode: 20,
    stdout: 'None known to be open · 1 of unknown status\n'
  })
  platform.respondWith('/v3/invoices', () => json({ message: 'no' }, 401))
  expect(await check(profileDir), 'refused').toMatchObject({ exitCode: 20 })
  await platform.stop()
  const { exitCode, stdout } = await check(profileDir, '--json')
  expect(exitCode, 'unreachable').toBe(20)
  expect(JSON.parse(stdout)).toMatchObject({ accounts: [{ failure: { code: 'UNREACHABLE' } }] })
  await platform.restart()
  await signOut(app.page, 'keep')
  expect(await check(profileDir), 'signed out').toMatchObject({ exitCode: 20, stdout: `${quickCheck.nobody}\n` })
})

test('an app lock isn’t gone round', async ({ launch, platform, profileDir }) => {
  const app = await launch()
  await signIn(app.page, platform.baseAddress)
  await setPin(app.page, '271828')
  platform.requests.length = 0
  const { exitCode, stdout } = await check(profileDir, '--json')
  expect(exitCode).toBe(20)
  expect(JSON.parse(stdout)).toMatchObject({ reason: 'locked', accounts: [] })
  expect(platform.requests).toEqual([])
})

test('sample data counts where there is nothing else', async ({ launch, platform, profileDir }) => {
  const app = await launch()
  await explore(app.page)
  expect((await check(profileDir)).exitCode).toBe(10)
  await app.page.evaluate(() => (location.hash = '/sign-in?add=1'))
  await signIn(app.page, platform.baseAddress)
  shows(platform, SETTLED)
  expect(await check(profileDir)).toMatchObject({ exitCode: 0, stdout: 'Nothing open\n' })
})
