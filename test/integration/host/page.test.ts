/** The stand-in host from the page's side: preload, bridge, messages, requests. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { HostProcess } from '../../host/client.ts'
import { lines, makeProfile, startFixture } from './fixture.ts'

const profile = makeProfile()
let host: HostProcess
let page: Page

beforeAll(async () => {
  host = await startFixture(profile)
  page = host.page
  await page.waitForFunction(() => window.seenAtStart !== undefined)
}, 60_000)

afterAll(async () => {
  await host.quit()
  profile.remove()
})

/** What the app writes from now on. */
const outputSince = (): (() => string) => {
  const { length } = host.output()
  return () => host.output().slice(length)
}
const invoke = (channel: string, ...args: unknown[]): Promise<unknown> =>
  page.evaluate(([name, values]) => window.fixture.invoke(name, ...values), [channel, args] as const)

describe('the preload', () => {
  it('has run before the page’s own scripts', async () => {
    expect(await page.evaluate(() => window.seenAtStart)).toBe('object')
  })

  it('leaves nothing on the page’s window but what it exposed', async () => {
    const added = await page.evaluate(() => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const known = new Set(Object.getOwnPropertyNames(frame.contentWindow))
      const own = Object.getOwnPropertyNames(window).filter((name) => !known.has(name))
      frame.remove()
      return own
    })
    expect(added.filter((name) => !/^\d+$/.test(name)).sort()).toEqual(['fixture', 'seenAtStart'])
  })

  it('may require what a sandboxed preload may, and nothing else', async () => {
    const said = await page.evaluate(() => [window.fixture.requires, window.fixture.requiresFs, window.fixture.sync])
    expect(said[0]).toBe('function')
    expect(said[1]).toBe('module not found: fs')
    expect(said[2]).toContain('no ipcRenderer.sendSync')
  })
})

describe('the bridge', () => {
  it('is deep-frozen and can’t be replaced', async () => {
    const frozen = await page.evaluate(() => {
      const { fixture } = window
      const { writable, configurable } = Object.getOwnPropertyDescriptor(window, 'fixture') ?? {}
      return [fixture, fixture.nested, fixture.nested.list, fixture.nested.list[1]]
        .map((value) => Object.isFrozen(value))
        .concat(writable === false, configurable === false)
    })
    expect(frozen).toEqual([true, true, true, true, true, true])
  })

  it('leaves prototypes behind', async () => {
    const thing = await page.evaluate(() => [window.fixture.thing['kept'], 'lost' in window.fixture.thing])
    expect(thing).toEqual(['own', false])
  })

  it('refuses to cover what the window has', async () => {
    expect(await page.evaluate(() => window.fixture.twice)).toMatch(
      /^Cannot bind an API on top of an existing property/
    )
  })

  it('copies values, calls functions across, and answers with promises', async () => {
    const outcome = await page.evaluate(async () => {
      const value = { at: new Date(0), map: new Map([[1, { deep: true }]]) }
      const copy = window.fixture.same(value) as typeof value
      const called = window.fixture.call((a, b) => Number(a) + Number(b), 2, 3)
      const unsubscribe = window.fixture.call(() => () => 'inner') as () => string
      return {
        copied: copy !== value && copy.at instanceof Date && copy.map.get(1)?.deep === true,
        called,
        inner: unsubscribe(),
        awaited: await window.fixture.wait('later')
      }
    })
    expect(outcome).toEqual({ copied: true, called: 5, inner: 'inner', awaited: 'later' })
  })

  it('passes the message of an error, and nothing else of it', async () => {
    const error = await page.evaluate(() => {
      try {
        return window.fixture.fail()
      } catch (thrown) {
        return { message: (thrown as Error).message, detail: (thrown as { detail?: string }).detail ?? null }
      }
    })
    expect(error).toEqual({ message: 'as said', detail: null })
  })

  it.each(['a symbol', 'an element', 'a Proxy'])('does not pass %s', async (kind) => {
    const message = await page.evaluate((wanted) => {
      const values: Record<string, unknown> = {
        'a symbol': Symbol('s'),
        'an element': document.body,
        'a Proxy': new Proxy({ deep: { list: [1] } }, {})
      }
      try {
        window.fixture.same(values[wanted])
        return 'passed'
      } catch (thrown) {
        return (thrown as Error).message
      }
    }, kind)
    expect(message).toBe('An object could not be cloned.')
  })
})

describe('messages', () => {
  it('carry whatever structured clone carries', async () => {
    const same = await page.evaluate(async () => {
      const cyclic: Record<string, unknown> = { name: 'me' }
      cyclic['self'] = cyclic
      const sent = [undefined, null, NaN, -0, 10n, new Date(5), /a/g, new Map([[{ k: 1 }, 'v']]), new Set([1]), cyclic]
      const bytes = new Uint8Array([0, 255])
      const [back] = (await window.fixture.invoke('echo', [...sent, bytes])) as [unknown[]]
      const map = back[7] as Map<{ k: number }, string>
      const self = back[9] as { self: unknown }
      return [
        back[0] === undefined && back[1] === null && Number.isNaN(back[2]) && Object.is(back[3], -0) && back[4] === 10n,
        (back[5] as Date).getTime() === 5 && String(back[6]) === '/a/g' && [...map][0]?.[0].k === 1,
        (back[8] as Set<number>).has(1) && self.self === self && (back[10] as Uint8Array)[1] === 255
      ]
    })
    expect(same).toEqual([true, true, true])
  })

  it('arrive as what they are', async () => {
    const kinds = await page.evaluate(() => window.fixture.invoke('kinds', new Date(0), new Set(), [], 1n, undefined))
    expect(kinds).toEqual(['[object Date]', '[object Set]', '[object Array]', '[object BigInt]', '[object Undefined]'])
  })

  it('with a function in them fail in the page', async () => {
    const message = await page.evaluate(() =>
      window.fixture.invoke('echo', () => 1).catch((error: Error) => error.message)
    )
    expect(message).toBe('An object could not be cloned.')
  })

  it.each([
    ['throws', "Error invoking remote method 'throws': TypeError: out of order"],
    ['unclonable', "Error invoking remote method 'unclonable': Error: An object could not be cloned."],
    ['nobody', "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'"]
  ])('answered by an error say it as Electron does: %s', async (channel, expected) => {
    const said = await page.evaluate(
      (name) => window.fixture.invoke(name).catch((error: Error) => [error.message, Object.keys(error)]),
      channel
    )
    expect(said).toEqual([expected, []])
  })

  it('say who sent them', async () => {
    expect(await invoke('sender')).toEqual({
      own: true,
      url: 'app://fixture/',
      origin: 'app://fixture',
      top: true,
      contents: 'app://fixture/'
    })
  })

  it('can be pushed, until nobody listens', async () => {
    const got = await page.evaluate(async () => {
      const heard: unknown[] = []
      let stop = (): void => undefined
      await new Promise<void>((done) => {
        stop = window.fixture.on('pushed', (...args) => {
          heard.push(args)
          done()
        })
        window.fixture.send('ask-push', 'one', { two: 2 })
      })
      stop()
      window.fixture.send('ask-push', 'unheard')
      await window.fixture.invoke('echo')
      return heard
    })
    expect(got).toEqual([['one', { two: 2 }]])
  })
})

describe('requests', () => {
  it('are answered by the app, whose headers count: no inline script ran', async () => {
    expect(await page.evaluate(() => window.inlineRan ?? false)).toBe(false)
  })

  it('reach the handler with their method, body and origin', async () => {
    const echoed = await page.evaluate(async () => (await fetch('/echo', { method: 'POST', body: 'hello' })).json())
    expect(echoed).toEqual({ host: 'fixture', method: 'POST', origin: 'app://fixture', body: 'hello' })
  })

  it('to anywhere else fail and are told, even where the page’s policy would let them', async () => {
    await page.evaluate(() => (location.href = '/?policy=none'))
    await page.waitForFunction(() => window.inlineRan === true)
    const outcome = await page.evaluate(() => fetch('https://example.com/x').catch((error: Error) => error.message))
    expect(outcome).toBe('Failed to fetch')
    expect((await host.ask('seen')).refused).toContain('https://example.com/x')
  })

  it('of the main process get Chromium’s words for what goes wrong', async () => {
    expect(await invoke('refused', 'http://127.0.0.1:9/')).toMatch(/^net::ERR_/)
    expect(await invoke('refused', 'gopher://127.0.0.1/')).toBe('net::ERR_UNKNOWN_URL_SCHEME')
    await host.ask('online', false)
    expect(await invoke('refused', 'http://127.0.0.1:9/')).toBe('net::ERR_INTERNET_DISCONNECTED')
    await host.ask('online', true)
  })
})

describe('going elsewhere', () => {
  it('within the document, by address or by history, starts no navigation to another document', async () => {
    const { href } = new URL(String(await page.evaluate(() => location.pathname + location.search)), 'app://fixture/')
    await page.evaluate(() => (location.hash = '#one'))
    await page.evaluate(() => history.pushState(null, '', '#two'))
    for (const [go, place] of [
      ['back', `${href}#one`],
      ['forward', `${href}#two`]
    ] as const) {
      const since = outputSince()
      await page.evaluate((direction) => history[direction](), go)
      await vi.waitFor(() => expect(since()).toContain(`moved within to ${place}\n`))
      expect(since()).toContain(`started ${place} within the document\n`)
      expect(since()).not.toContain('to another document')
    }
  })

  it('within the document is known to main before the driver acts on what it sees in the page', async () => {
    for (let time = 0; time < 50; time += 1) {
      const place = await page.evaluate((to) => {
        history.pushState(null, '', to)
        return location.hash
      }, `#step-${time}`)
      const [window] = await host.ask('windows')
      expect(new URL(window?.url ?? '').hash).toBe(place)
    }
  })

  it('is asked about, and can be prevented, which ends the loading', async () => {
    const place = (): Promise<string> => page.evaluate(() => location.href)
    const before = await place()
    const since = outputSince()
    await page.evaluate(() => (location.href = 'https://example.com/away'))
    await vi.waitFor(() => expect(lines(host)).toContain('will-navigate https://example.com/away'))
    await vi.waitFor(() => expect(since()).toContain('stopped loading: true\n'))
    expect(since()).not.toContain('did-finish-load')
    expect(await invoke('sender')).toMatchObject({ own: true })
    expect(await place()).toBe(before)
  })

  it('in a new window is asked about, and denied', async () => {
    await page.evaluate(() => {
      const link = document.createElement('a')
      link.href = 'https://example.com/new'
      link.target = '_blank'
      link.textContent = 'new'
      document.body.append(link)
    })
    await page.getByText('new', { exact: true }).click()
    await vi.waitFor(() => expect(lines(host)).toContain('open https://example.com/new'))
    await vi.waitFor(() => expect(page.context().pages()).toHaveLength(1))
  })
})
