import { createServer, type AddressInfo } from 'node:net'
import { inputOf } from '../../src/main/ipc/inputs.ts'
import { SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../src/sample/index.ts'
import { calls } from '../../src/shared/ipc/contract.ts'
import { expect, test, type ApiServer } from './fixtures.ts'
import * as ui from './ui.ts'

test.use({ complaints: 'expected' })

/** A server that hears whoever reaches it: the spec itself does, first of all, and nobody after that may. */
async function listenOutside({ baseUrl, requests }: ApiServer): Promise<() => string[]> {
  requests.length = 0
  await fetch(`${baseUrl}/the-spec-itself`)
  expect(requests).toHaveLength(1)
  return () => requests.slice(1).map(({ url }) => url)
}

/** Of the wrong type, or too much; each can be cloned, so that main is what refuses it. */
const HOSTILE: Record<string, unknown> = {
  nothing: undefined,
  null: null,
  'a text': 'text',
  'a number': 7,
  'a list': [],
  'an empty record': {},
  'a place before the first': { offset: -1, limit: 1 },
  'too many': { offset: 0, limit: 1e9 },
  'a record of records': Object.fromEntries(
    ['id', 'key', 'label', 'pin', 'token', 'connection', 'topic', 'text', 'theme', 'again', 'of'].map((name) => [
      name,
      {}
    ])
  ),
  'a long text': { id: 'x'.repeat(100_000), key: 'x'.repeat(100_000), pin: 'x'.repeat(100_000) },
  'a map': new Map([['id', 'x']]),
  'a date': new Date(0)
}

test('the page has the contract’s calls, and nothing else leads out of it', async ({ launch, api }) => {
  const app = await launch()
  const { page } = app
  await ui.explore(page)
  await test.step('the page gets the contract’s calls and nothing else', async () => {
    const bridge = await page.evaluate(() => {
      const { portside } = window
      const methods = Object.entries(portside).map(([name, value]) => [
        name,
        typeof value === 'function' ? null : Object.keys(value).sort()
      ])
      const frozen = [portside, ...Object.values(portside)].every(
        (value) => Object.isFrozen(value) || typeof value === 'function'
      )
      const { writable, configurable } = Object.getOwnPropertyDescriptor(window, 'portside') ?? {}
      return { methods: Object.fromEntries(methods) as Record<string, unknown>, frozen, writable, configurable }
    })
    const contract = Object.entries(calls).map(([domain, methods]) => [domain, Object.keys(methods).sort()])
    expect(bridge.methods).toEqual({ ...Object.fromEntries(contract), onChange: null, start: null })
    expect(bridge).toMatchObject({ frozen: true, writable: false, configurable: false })
    const node = await page.evaluate(() =>
      ['require', 'process', 'module', 'exports', 'Buffer', 'global', 'electron', '__dirname'].filter(
        (name) => name in window
      )
    )
    expect(node).toEqual([])
  })

  await test.step('every call refuses input outside the contract without details', async () => {
    const values = Object.values(HOSTILE)
    const asked = Object.entries(calls).flatMap(([domain, methods]) =>
      Object.keys(methods).map((method) => {
        const input = inputOf(domain, method)
        // What would be taken is left to where it is meant.
        const bad = [...values.keys()].filter((at) => !input.safeParse(values[at]).success)
        return { domain, method, bad }
      })
    )
    for (const { domain, method, bad } of asked) expect(bad.length, `${domain}.${method}`).toBeGreaterThan(5)
    expect(asked.length).toBeGreaterThan(50)
    const taken = await page.evaluate(
      async ({ values, asked }) => {
        const bridge = window.portside as unknown as Record<string, Record<string, (it: unknown) => unknown>>
        const refusal = JSON.stringify({ ok: false, error: { code: 'BAD_REQUEST', found: 'input' } })
        const other: unknown[] = []
        for (const { domain, method, bad } of asked) {
          const answers = await Promise.all(bad.map((at) => bridge[domain]?.[method]?.(values[at])))
          for (const [index, answer] of answers.entries())
            if (JSON.stringify(answer) !== refusal) other.push([domain, method, bad[index], answer])
        }
        return other
      },
      { values, asked }
    )
    expect(taken).toEqual([])
    const cyclic = await page.evaluate(async () => {
      const input: Record<string, unknown> = {}
      input['self'] = input
      return (window.portside.catalogue.page as (input: unknown) => Promise<unknown>)(input)
    })
    expect(cyclic).toMatchObject({ ok: false })
    // Nothing of all that was done: the same account is shown, and nothing is locked.
    await expect(ui.products(page).first()).toBeVisible()
    expect(await page.evaluate(() => window.portside.session.state())).toMatchObject({
      data: { status: 'signedIn', account: { kind: 'sample' }, accounts: { length: 1 } }
    })
    expect(await page.evaluate(() => window.portside.lock.state())).toMatchObject({ data: { enabled: false } })
  })

  await test.step('a change brings its topic and account, and no data', async () => {
    const of = await ui.shownAccount(page)
    const changes = await page.evaluate(async (account) => {
      const heard: unknown[][] = []
      const stop = window.portside.onChange((...args) => void heard.push(args))
      await window.portside.app.changeSettings({ theme: 'system' })
      await window.portside.app.refresh({ of: account, all: false, topic: null })
      while (!heard.some(([name]) => name === 'settings')) await new Promise(requestAnimationFrame)
      stop()
      return heard
    }, of)
    expect(changes).toContainEqual(['settings', null])
    expect(changes).toContainEqual(['invoices', of])
    for (const [topic, account, ...more] of changes) {
      expect(topic).toMatch(/^[A-Za-z]+$/)
      expect([of, null]).toContain(account)
      expect(more).toEqual([])
    }
    await expect(page.evaluate(() => window.portside.onChange(null as never))).rejects.toThrow(
      'A listener is a function.'
    )
  })
  await test.step('the page has no permission', async () => {
    const states = await page.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read'] as PermissionName[]
      return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state))
    })
    expect(new Set(states)).toEqual(new Set(['denied']))
  })

  await test.step('the page draws nothing outside its window, and has no way to hang the graphics processor', async () => {
    const found = await page.evaluate(() => ({
      video: document.pictureInPictureEnabled,
      document: 'documentPictureInPicture' in window,
      webgl: ['webgl', 'webgl2'].some((name) => document.createElement('canvas').getContext(name) !== null)
    }))
    expect(found).toEqual({ video: false, document: false, webgl: false })
  })

  await test.step('a reply without a body gives the page no frame to run code in', async () => {
    const account = await ui.shownAccount(page)
    const paths = [
      '/nothing',
      `/media/product/${account}/nothing`,
      `/record/${account}/nothing`,
      '/record/nobody/nothing',
      '/%00'
    ]
    const reached = await page.evaluate(
      (all) =>
        Promise.all(
          all.map(async (path) => {
            const frame = document.createElement('iframe')
            frame.src = path
            await new Promise((loaded) => {
              frame.onload = loaded
              document.body.append(frame)
            })
            try {
              const inside = frame.contentWindow as unknown as { Function: new (code: string) => () => unknown }
              return new inside.Function('return 42')()
            } catch {
              return 'blocked'
            } finally {
              frame.remove()
            }
          })
        ),
      paths
    )
    expect(new Set(reached)).toEqual(new Set(['blocked']))
  })

  await test.step('no request of the page leaves the app', async () => {
    const heard = await listenOutside(api)
    const outcomes = await page.evaluate(async (outside) => {
      const settle = (start: (done: (outcome: string) => void) => void): Promise<string> => new Promise(start)
      const fetched = await fetch(`${outside}/fetched`, { mode: 'no-cors' }).then(
        () => 'loaded',
        () => 'blocked'
      )
      const image = await settle((done) => {
        const element = new Image()
        element.onload = () => done('loaded')
        element.onerror = () => done('blocked')
        element.src = `${outside}/a.png`
      })
      const frame = await settle((done) => {
        document.addEventListener('securitypolicyviolation', (event) => {
          if (event.effectiveDirective === 'frame-src') done('blocked')
        })
        const element = document.createElement('iframe')
        element.src = `${outside}/frame`
        document.body.append(element)
      })
      const style = await settle((done) => {
        const element = document.createElement('link')
        element.rel = 'stylesheet'
        element.onload = () => done('loaded')
        element.onerror = () => done('blocked')
        element.href = `${outside}/a.css`
        document.head.append(element)
      })
      const socket = await settle((done) => {
        const element = new WebSocket(`${outside.replace('http:', 'ws:')}/socket`)
        element.onopen = () => done('loaded')
        element.onerror = () => done('blocked')
      }).catch(() => 'blocked')
      const evaluated = await settle((done) => {
        try {
          done(String(new Function('return "ran"')()))
        } catch {
          done('blocked')
        }
      })
      return { fetched, image, frame, style, socket, evaluated }
    }, api.baseUrl)
    expect(new Set(Object.values(outcomes))).toEqual(new Set(['blocked']))
    expect(heard()).toEqual([])
  })

  await test.step('WebRTC and hints of the page don’t leave the app', async () => {
    let connections = 0
    const outside = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>((listening) => outside.listen(0, '127.0.0.1', listening))
    const { port } = outside.address() as AddressInfo
    const errors = await page.evaluate(async (port) => {
      for (const rel of ['preconnect', 'dns-prefetch']) {
        const link = document.createElement('link')
        Object.assign(link, { rel, href: `http://127.0.0.1:${port}` })
        document.head.append(link)
      }
      const connection = new RTCPeerConnection({
        iceTransportPolicy: 'relay',
        iceServers: [{ urls: `turn:127.0.0.1:${port}?transport=tcp`, username: 'what it has read', credential: 'x' }]
      })
      const errors: number[] = []
      connection.addEventListener('icecandidateerror', ({ errorCode }) => void errors.push(errorCode))
      connection.createDataChannel('out')
      const gathered = new Promise<void>((done) => {
        connection.addEventListener('icegatheringstatechange', () => {
          if (connection.iceGatheringState === 'complete') done()
        })
      })
      await connection.setLocalDescription(await connection.createOffer())
      await gathered
      connection.close()
      return errors
    }, port)
    // 701: the server wasn't reached.
    expect(new Set(errors)).toEqual(new Set([701]))
    expect(connections).toBe(0)
    await new Promise((closed) => outside.close(closed))
  })

  await test.step('the page can’t open windows or navigate away', async () => {
    const heard = await listenOutside(api)
    const address = page.url()
    await page.evaluate((outside) => {
      window.open(`${outside}/window`)
      const link = document.createElement('a')
      link.href = `${outside}/link`
      link.target = '_blank'
      link.textContent = 'elsewhere'
      link.id = 'elsewhere'
      document.body.append(link)
    }, api.baseUrl)
    await page.locator('#elsewhere').click({ force: true, noWaitAfter: true })
    await page.evaluate((outside) => {
      document.querySelector('#elsewhere')?.removeAttribute('target')
      setTimeout(() => (location.href = `${outside}/away`))
    }, api.baseUrl)
    // Playwright would wait for the navigation, which never comes.
    await page.locator('#elsewhere').click({ force: true, noWaitAfter: true })
    // An answer of main proves that the page and its bridge are still there.
    const state = await page.evaluate(() => window.portside.session.state())
    expect(state).toMatchObject({ ok: true })
    expect(page.url()).toBe(address)
    await expect.poll(() => page.context().pages().length).toBe(1)
    expect(await app.opened()).toEqual([])
    expect(heard()).toEqual([])
  })

  await test.step('a foreign frame gets none of the app’s files, and nothing of a provider', async () => {
    const picture = await page.locator('img[src*="/media/product/"]').first().getAttribute('src')
    const product = /\/media\/product\/([^?]+)/.exec(picture ?? '')?.[1]
    expect(product).toMatch(new RegExp(`^${await ui.shownAccount(page)}/.`))
    const addresses = await page.evaluate(
      (own) => ({
        fetched: [location.origin + own.record, location.origin + '/index.html'],
        picture: new URL(own.picture, location.href).href,
        style: document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')!.href
      }),
      { record: `/record/${product}`, picture: picture ?? '' }
    )
    /** What the code of a frame gets of the app. */
    const load = async (wanted: typeof addresses): Promise<string[]> => {
      const loaded = (element: HTMLElement): Promise<string> =>
        new Promise((done) => {
          element.addEventListener('load', () => done('loaded'))
          element.addEventListener('error', () => done('blocked'))
          document.body.append(element)
        })
      const fetched = (url: string): Promise<string> =>
        fetch(url).then(
          async (response) => `${response.status} ${(await response.text()).length > 0 ? 'loaded' : 'empty'}`,
          () => 'blocked'
        )
      return Promise.all([
        ...wanted.fetched.map(fetched),
        loaded(Object.assign(document.createElement('img'), { src: wanted.picture })),
        loaded(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: wanted.style }))
      ])
    }
    // The page's own policy lets no such frame in: the debugger does.
    const debug = await page.context().newCDPSession(page)
    await debug.send('Page.setBypassCSP', { enabled: true })
    await page.reload()
    await page.evaluate(() => {
      const frame = document.createElement('iframe')
      frame.sandbox.add('allow-scripts')
      frame.srcdoc = '<p>not the app’s'
      document.body.append(frame)
    })
    await debug.send('Page.setBypassCSP', { enabled: false })
    const frameOf = () => page.frames().find((frame) => frame.url() === 'about:srcdoc')
    await expect.poll(frameOf).toBeDefined()
    const foreign = frameOf()!
    expect(await foreign.evaluate(() => origin)).toBe('null')
    expect(await foreign.evaluate(load, addresses)).toEqual(Array(4).fill('blocked'))
    expect(await page.evaluate(load, addresses)).toEqual(['200 loaded', '200 loaded', 'loaded', 'loaded'])
    // With the page's own policy again.
    await page.reload()
    await expect(ui.products(page).first()).toBeVisible()
  })

  await test.step('a provider’s text is no script of the page, whatever its address', async () => {
    const text = 'document.documentElement.dataset.script = "ran"'
    api.respondWith('/v2/Products', () =>
      Response.json([{ id: 'text.js', name: 'Text', isAvailable: true, longHtmlDescription: text }])
    )
    const connection = { provider: 'hypeproxy-v2', baseUrl: api.baseUrl } as const
    const signedIn = await page.evaluate((input) => window.portside.session.signIn(input), {
      connection,
      email: SAMPLE_EMAIL,
      password: SAMPLE_PASSWORD,
      again: null
    })
    expect(signedIn).toMatchObject({ ok: true })
    await ui.refreshByBridge(page, 'catalogue')
    const address = `/description/${await ui.shownAccount(page)}/text.js`
    expect(await page.evaluate(async (url) => (await fetch(url)).text(), address)).toBe(text)
    // As markup would load it that got into the page by its parser, past Trusted Types.
    const debug = await page.context().newCDPSession(page)
    const { frameTree } = await debug.send('Page.getFrameTree')
    const html = `<script src="${address}"></script><p>The end`
    await debug.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html })
    await expect(page.getByText('The end')).toBeVisible()
    await page.waitForFunction(() => document.readyState === 'complete')
    expect(await page.evaluate(() => document.documentElement.dataset['script'])).toBeUndefined()
  })

  await test.step('the page can’t keep the app open', async () => {
    await page.reload()
    await expect(ui.products(page).first()).toBeVisible()
    // Otherwise Playwright answers for the app.
    page.on('dialog', () => undefined)
    await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()))
    // Chromium asks only pages that somebody has used.
    await page.getByRole('heading').first().click()
    expect(await app.quit()).toBe(0)
  })
})
