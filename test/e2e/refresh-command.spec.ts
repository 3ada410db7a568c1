/** `portside refresh` and `portside products` beside a running app. What each says otherwise is in test/integration/cli. */
import { runInTerminal, type Printed } from './app/terminal.ts'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { say, words } from './words.ts'

const { error } = words

const PIN = '271828'

const invoice = (number: string): object => ({
  id: number,
  number,
  status: 'Created',
  totalAmount: 10,
  currency: 'EUR',
  createdAt: '2026-11-01T10:00:00Z'
})

test('a command has the running app fetch new data, and then lists it', async ({ launch, api, profileDir }) => {
  const run = (...args: string[]): Promise<Printed> => runInTerminal(args, { profileDir })
  const names = async (): Promise<(string | null)[]> => {
    const { stdout, stderr } = await run('products', '--json')
    expect(stderr).toBe('')
    return JSON.parse(stdout).accounts[0].products.map(({ name }: { name: string | null }) => name)
  }

  await test.step('without an app, the command says so', async () => {
    const { exitCode, stdout, stderr } = await run('refresh')
    expect([exitCode, stdout, stderr]).toEqual([69, '', expect.stringContaining('Portside isn’t running')])
  })

  // The command left no lock behind: this start is the first one.
  const app = await launch()
  await ui.signIn(app.page, api.baseUrl)
  await app.minimize()
  const shown = async (): Promise<unknown> => (await app.window())?.minimized
  await expect.poll(shown).toBe(true)

  await test.step('all that the app fetches is there when the command ends, and the window stays where it is', async () => {
    api.respondWith('/v2/Products', () =>
      Response.json([
        { id: 'a', name: 'Fresh proxies' },
        { id: 'b', name: 'Other' }
      ])
    )
    api.respondWith('/v3/invoices', () => Response.json([invoice('R-77')]))
    expect(await run('refresh')).toEqual({ exitCode: 0, stdout: '1 account refreshed\n', stderr: '' })
    expect(await names()).toEqual(['Fresh proxies', 'Other'])
    expect((await run('invoices', '--json')).stdout).toContain('"R-77"')
    expect(await shown()).toBe(true)
    await expect(ui.products(app.page).first()).toContainText('Fresh proxies')
  })

  await test.step('with a PIN set, the app isn’t asked', async () => {
    await app.page.evaluate((pin) => window.portside.lock.setPin({ pin, current: null }), PIN)
    await ui.atRest(app.page)
    api.requests.length = 0
    expect(await run('refresh', '--json')).toMatchObject({ exitCode: 20, stdout: expect.stringContaining('"locked"') })
    expect(api.requests).toEqual([])
    await app.page.evaluate((pin) => window.portside.lock.turnOff({ pin }), PIN)
  })

  await test.step('what fails is named', async () => {
    api.respondWith('/v2/Products', () => Response.json({ message: 'canary' }, { status: 500 }))
    const { exitCode, stdout, stderr } = await run('refresh', '--json')
    const sentence = say(error.SERVER.sentence, { host: new URL(api.baseUrl).host })
    expect([exitCode, stderr]).toEqual([20, expect.stringContaining(sentence)])
    expect(JSON.parse(stdout)).toMatchObject({ accounts: [{ refreshed: false, error: { code: 'SERVER', sentence } }] })
    expect(stdout).not.toContain('canary')
    expect(await names(), 'saved data stays').toEqual(['Fresh proxies', 'Other'])
  })
})
