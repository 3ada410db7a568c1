/** What Electron does with an app: its order and rules, its bridge, its windows, and the end. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startFixtureApp, type FixtureProcess } from './app.ts'
import { Answers } from './answers.ts'

const answers = new Answers('app')

/** Nobody listens there, and Chromium doesn't even try. */
const OUTSIDE = 'http://127.0.0.1:9'

const isRefused = (message: unknown): boolean => message !== 'no error'
const ending = (app: FixtureProcess): string[] =>
  app.lines().filter((line) => /^((before-|will-)?quit|window-all-closed)$/.test(line))

describe('a running app', () => {
  let app: FixtureProcess
  let page: FixtureProcess['page']
  beforeAll(async () => {
    app = await startFixtureApp()
    page = app.page
  }, 60_000)
  afterAll(() => app.quit())

  it('is refused what comes too early or too late', async () => {
    const refusals = (await page.evaluate(() => window.fixture.invoke('refusals'))) as Record<string, string>
    answers.compare({
      'early-window': ['Is a window refused before ready?', isRefused(refusals['earlyWindow'])],
      'early-tray': ['Is a tray refused before ready?', isRefused(refusals['earlyTray'])],
      'early-protocol': ['Is protocol.handle refused before ready?', isRefused(refusals['earlyProtocol'])],
      'early-session': ['Is the default session refused before ready?', isRefused(refusals['earlySession'])],
      'late-scheme': ['Is a privileged scheme refused after ready?', isRefused(refusals['lateScheme'])],
      'late-sandbox': ['Is enableSandbox refused after ready?', isRefused(refusals['lateSandbox'])]
    })
  })

  it('has a bridge before the page’s scripts: frozen, without prototypes, functions called across', async () => {
    const found = await page.evaluate(async () => {
      const { fixture } = window
      const [thing = {}] = fixture.nested.list
      const listened = fixture.call(() => () => 'inner') as () => string
      const thrown = ((): unknown => {
        try {
          return fixture.fail()
        } catch (error) {
          return [(error as Error).message, Object.keys(error as object)]
        }
      })()
      const copied = fixture.same({ at: new Map([[1, new Date(5)]]) }) as { at: Map<number, Date> }
      return {
        seenAtStart: window.seenAtStart,
        frozen: [fixture, fixture.nested, fixture.nested.list, thing].every((value) => Object.isFrozen(value)),
        thing: ['own' in thing, 'lost' in thing],
        sum: fixture.call((a, b) => Number(a) + Number(b), 2, 3),
        inner: listened(),
        copied: copied.at.get(1)?.getTime(),
        thrown
      }
    })
    answers.compare({
      'bridge-at-start': ['What type has the bridge for the page’s first script?', found.seenAtStart],
      'bridge-frozen': ['Are the bridge, its objects and arrays frozen?', found.frozen],
      'bridge-prototype': ['Do own members and those of the prototype come across?', found.thing],
      'bridge-function': ['What does a page’s function return through the preload?', found.sum],
      'bridge-inner-function': ['What does a function return that a page’s function returned?', found.inner],
      'bridge-copy': ['What time has a Date in a Map that came back?', found.copied],
      'bridge-error': ['Which message and own members has an error of the preload?', found.thrown]
    })
  })

  it('passes only what can be cloned', async () => {
    const said = await page.evaluate(async () => {
      const over = (value: unknown): unknown => {
        try {
          return window.fixture.same(value)
        } catch (error) {
          return (error as Error).message
        }
      }
      const asked = (channel: string, ...args: unknown[]) =>
        window.fixture.invoke(channel, ...args).catch((error: Error) => [error.message, Object.keys(error)])
      return {
        bridge: [Symbol('s'), document.body, new Proxy({ deep: [1] }, {})].map(over),
        message: await asked('echo', () => 1),
        thrown: await asked('throws')
      }
    })
    const [symbol, element, proxy] = said.bridge
    answers.compare({
      'bridge-symbol': ['What happens to a symbol on the bridge?', symbol],
      'bridge-element': ['What happens to an element on the bridge?', element],
      'bridge-proxy': ['What happens to a Proxy on the bridge?', proxy],
      'ipc-function': ['What does invoke reject with for a function as its argument?', said.message],
      'ipc-error': ['What does invoke reject with if the handler throws?', said.thrown]
    })
  })

  it('gets pushes until it stops listening', async () => {
    const heard = await page.evaluate(async () => {
      const got: unknown[] = []
      const stop = window.fixture.on('pushed', (...args) => got.push(args))
      await window.fixture.invoke('push', 'one', { two: 2 })
      await window.fixture.invoke('echo')
      stop()
      await window.fixture.invoke('push', 'unheard')
      await window.fixture.invoke('echo')
      return got
    })
    answers.compare({ 'ipc-push': ['Which of two messages arrives, if listening stops between them?', heard] })
  })

  it('answers requests to its own scheme', async () => {
    const own = await page.evaluate(async () => (await fetch('/echo', { method: 'POST', body: 'hello' })).json())
    const outside = await page.evaluate(
      (address) => fetch(address).catch((error: Error) => error.message),
      `${OUTSIDE}/x`
    )
    answers.compare({
      'scheme-request': ['Which method and origin does protocol.handle see for a POST of the page?', own],
      'outside-request': ['What does the page’s fetch reject with for an address that can’t be reached?', outside]
    })
  })

  it('is told of right-clicks, and edits the page', async () => {
    await page.evaluate(() => {
      document.body.innerHTML =
        '<input id="field" value="abc"><input id="secret" type="password" value="x"><p id="own">own</p>'
      document.getElementById('own')?.addEventListener('contextmenu', (event) => event.preventDefault())
    })
    const menus = (): Record<string, unknown>[] =>
      app
        .lines()
        .flatMap((line) =>
          line.startsWith('context-menu ') ? [JSON.parse(line.slice(13)) as Record<string, unknown>] : []
        )
    const choose = async (label: string): Promise<void> => {
      await expect.poll(() => app.contextMenu()).not.toBeNull()
      await app.clickContextMenu(label)
    }
    const rightClick = (id: string): Promise<void> => page.locator(`#${id}`).click({ button: 'right' })
    const value = (): Promise<string> => page.locator('#field').inputValue()

    await rightClick('own')
    await rightClick('field')
    await choose('Select all')
    await expect.poll(() => page.evaluate(() => document.getSelection()?.toString())).toBe('abc')
    await rightClick('field')
    await choose('Cut')
    await expect.poll(value).toBe('')
    await rightClick('field')
    await choose('Paste')
    await expect.poll(value).toBe('abc')
    await page.locator('#secret').selectText()
    await rightClick('secret')
    await expect.poll(() => menus().length).toBe(4)

    const [field, selected, empty, secret] = menus()
    const { selectionText: _text, ...ofSecret } = secret ?? {}
    answers.compare({
      'context-menu-field': ['What does context-menu tell about a field?', field],
      'context-menu-selection': ['What does context-menu tell about a field whose text is selected?', selected],
      'context-menu-empty': ['What does context-menu tell about an empty field?', empty],
      'context-menu-password': ['What does context-menu tell about a selected password, beside its text?', ofSecret]
    })
  })

  it('is asked about leaving and about new windows, and can refuse both', async () => {
    const before = await page.evaluate(() => location.href)
    await page.evaluate((address) => (location.href = address), `${OUTSIDE}/away`)
    await expect.poll(() => app.lines()).toContain(`will-navigate ${OUTSIDE}/away`)
    await page.evaluate(
      (address) => (document.body.innerHTML = `<a href="${address}" target="_blank">new</a>`),
      `${OUTSIDE}/new`
    )
    await page.getByText('new', { exact: true }).click()
    await expect.poll(() => app.lines()).toContain(`open ${OUTSIDE}/new`)
    await expect.poll(() => page.context().pages()).toHaveLength(1)
    const isStill = (await page.evaluate(() => location.href)) === before
    const isNull = await page.evaluate((address) => window.open(address) === null, `${OUTSIDE}/script`)
    answers.compare({
      'leaving-refused': ['Does the page stay if will-navigate is prevented?', isStill],
      'window-open': ['Does window.open return null if the app denies it?', isNull]
    })
  })
})

describe('the end', () => {
  it('comes by quitting and with the last window', async () => {
    const quits = await startFixtureApp()
    const quitCode = await quits.quit()
    const closes = await startFixtureApp()
    await closes.closeWindow()
    const closeCode = await closes.exited
    answers.compare({
      'quit-code': ['Which exit code has an app that quits?', quitCode],
      'quit-events': ['Which events does app.quit emit?', ending(quits)],
      'last-window-code': ['Which exit code has an app that quits with its last window?', closeCode],
      'last-window-events': ['Which events does closing the last window emit?', ending(closes)]
    })
  }, 60_000)

  /** Its page objects to being closed, which Chromium allows after a click only. */
  async function startObjecting(env: NodeJS.ProcessEnv): Promise<FixtureProcess> {
    const app = await startFixtureApp(env)
    // Otherwise Playwright would accept the dialog, where there is one.
    app.page.on('dialog', () => undefined)
    await app.page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()))
    await app.page.locator('html').click()
    return app
  }

  it('is prevented by a page that objects, unless the app prevents that', async () => {
    const stays = await startObjecting({})
    const quitting = stays.quit()
    await vi.waitFor(() => expect(stays.output()).toContain('will-prevent-unload'))
    const isOpen = (await stays.window()) !== null
    const events = ending(stays)
    await stays.kill()
    await quitting
    const leaves = await startObjecting({ FIXTURE_LEAVES: '1' })
    const code = await leaves.quit()
    answers.compare({
      'objection-keeps-window': ['Does a page that objects keep its window?', isOpen],
      'objection-events': ['Which events does app.quit emit if a page objects?', events],
      'objection-overruled-code': ['Which exit code has an app that overrules the page?', code],
      'objection-overruled-events': [
        'Which events does app.quit emit if the app overrules a page that objects?',
        ending(leaves)
      ]
    })
  }, 60_000)
})

it('every question of the table is asked', () => answers.complete())
