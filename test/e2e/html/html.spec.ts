/**
 * Hostile HTML through the real product page of the built app: no script runs, no request leaves, and the page is still there.
 * The sanitiser alone is looked at in test/component/catalogue/description; here it is all layers together, and then the frame without it.
 */
import type { Page } from '@playwright/test'
import { sample } from '../../support/depth.ts'
import { expect, shareApp, test } from '../fixtures.ts'
import * as ui from '../ui.ts'
import { startListener, type Listener } from './listener.ts'
import { batches, greedy, payloads } from './payloads.ts'
import { slow } from './slow.ts'

/** What the frame stops is told on the console. */
test.use({ complaints: 'expected' })

/** Payloads of one description: as many as its limit of tags lets in. */
const TOGETHER = 50

let listener: Listener
test.beforeEach(async () => {
  listener = await startListener()
})
test.afterEach(() => listener.stop())

const shared = shareApp(({ page, api }) => ui.begin(page, api.baseUrl))

/**
 * Everything that must not happen, as it happens.
 * @param request `request`: even to try one; `response`: to be answered, where the frame’s policy is what stops it
 */
function watch(page: Page, request: 'request' | 'response'): string[] {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => seen.push(`popup ${popup.url()}`))
  page.on('download', (download) => seen.push(`download ${download.url()}`))
  const asked = (url: string): void => {
    const own = /^(app:\/\/portside|https:\/\/portside\.app-scheme\.invalid)\/|^(data|blob):/.test(url)
    if (!own) seen.push(`${request} ${url}`)
  }
  if (request === 'request') page.on('request', (one) => asked(one.url()))
  else page.on('response', (one) => asked(one.url()))
  // Chromium's error page in a frame of a payload is a refusal; unsanitised, some payload's frame may live long enough to show it.
  const expected =
    request === 'response'
      ? /\/description-page#?$|^about:blank$|^chrome-error:/
      : /\/description-page#?$|^about:blank$/
  page.on('framenavigated', (frame) => {
    const allowed = frame === page.mainFrame() || expected.test(frame.url()) || frame.url() === ''
    if (!allowed) seen.push(`frame at ${frame.url()}`)
  })
  return seen
}

const ran = (page: Page): Promise<unknown> => page.evaluate(() => (window as { ran?: unknown }).ran)

async function expectUntouched(page: Page, seen: string[]): Promise<void> {
  expect(await ran(page)).toBeUndefined()
  expect(seen).toEqual([])
  expect(listener.heard()).toEqual({ connections: 0, requests: [] })
  // The page answers, the bridge is its own, and nothing was put into the document by a name.
  const intact = await page.evaluate(async () => {
    const answer = await window.portside.app.info()
    return answer.ok && window.top === window && typeof document.querySelector === 'function' && document.body.id === ''
  })
  expect(intact).toBe(true)
}

test('no payload runs or loads on the product page', async () => {
  test.slow()
  const { page, api } = shared
  const all = [
    ...batches(sample(payloads(listener.address)), TOGETHER),
    ...greedy(listener.address).map((html, at) => ({
      html: `<p>begins-alone-${at}</p>${html}`,
      first: `begins-alone-${at}`,
      last: null
    }))
  ]
  const records = all.map(({ html }, at) => ({ id: `p-${at}`, name: `Product ${at}`, longHtmlDescription: html }))
  api.respondWith('/v2/Products', () => Response.json(records))
  api.respondWith(/^\/v2\/Products\/./, ({ url }) => {
    const record = records.find(({ id }) => url.endsWith(`/${id}`))
    return record ? Response.json(record) : new Response(null, { status: 404 })
  })
  const seen = watch(page, 'request')
  await ui.fetchAnew(page)
  await ui.products(page).first().click()
  for (const [at, { first, last }] of all.entries()) {
    await page.evaluate((to) => (location.hash = to), `#/catalogue/p-${at}`)
    const body = page.frameLocator('iframe').locator('body')
    await expect(body).toContainText(first)
    // It was all there, and nothing before it took it in.
    if (last !== null) await expect(body).toContainText(last)
    const left = await body.evaluate((inside) => {
      const names = [...inside.querySelectorAll('*')].flatMap((one) => [...one.attributes].map(({ name }) => name))
      return {
        names: names.filter((name) => /^on|^(id|name|style|href|srcset|action)$/.test(name)),
        elements: inside.querySelectorAll(
          'script, style, iframe, object, embed, svg, math, form, input, base, meta, link'
        ).length
      }
    })
    expect(left, `p-${at}`).toEqual({ names: [], elements: 0 })
    expect(await ran(page), `p-${at}`).toBeUndefined()
  }
  await expect(ui.productPane(page).getByRole('heading', { level: 2 })).toHaveText(`Product ${all.length - 1}`)
  await expectUntouched(page, seen)
})

test('no description crashes or freezes the product page', async () => {
  const { page, api } = shared
  const records = Object.entries(slow).map(([name, html]) => ({
    id: name,
    name,
    longHtmlDescription: `<p>Begins.</p>${html}`
  }))
  api.respondWith('/v2/Products', () => Response.json(records))
  api.respondWith(/^\/v2\/Products\/./, ({ url }) => {
    const record = records.find(({ id }) => url.endsWith(`/${encodeURIComponent(id)}`))
    return record ? Response.json(record) : new Response(null, { status: 404 })
  })
  await ui.fetchAnew(page)
  await ui.products(page).first().click()
  for (const { id } of records) {
    await page.evaluate((to) => (location.hash = to), `#/catalogue/${id}`)
    await expect(ui.productPane(page).getByRole('heading', { level: 2 })).toHaveText(id)
    await expect(page.frameLocator('iframe').locator('body'), id).toContainText('Begins.')
  }
  expect(await page.evaluate(() => 'answers')).toBe('answers')
})

test('no payload runs or loads in the unsanitised frame', async () => {
  test.slow()
  const { page } = shared
  const seen = watch(page, 'response')
  const all = [...sample(payloads(listener.address)), ...greedy(listener.address)]
  const written = await page.evaluate(async (texts) => {
    // The sanitiser’s own right to make HTML of text, which is there once: so it was not loaded yet, and never will be.
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy: (name: string, rules: object) => { createHTML: (html: string) => string } }
    }
    const policy = trustedTypes.createPolicy('dompurify', { createHTML: (html: string) => html })
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-same-origin')
    let count = 0
    let root: HTMLElement | undefined
    for (const [at, html] of texts.entries()) {
      if (at % 100 === 0) {
        frame.src = '/description-page'
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
        document.body.append(frame)
        await loaded
        // Now, and not later: names in hostile HTML stand in for this, too.
        root = frame.contentDocument?.documentElement
      }
      if (!root) continue
      // As bad as it gets: parsed in place, with every element at work as it comes, and once more as parts of a page.
      const body = document.createElement('body')
      root.replaceChildren(body)
      body.innerHTML = policy.createHTML(html)
      const range = new Range()
      range.selectNodeContents(root)
      root.append(range.createContextualFragment(policy.createHTML(html)))
      count += 1
      for (const one of root.querySelectorAll('a, button, input, summary')) {
        one.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
      }
    }
    frame.remove()
    return count
  }, all)
  expect(written).toBe(all.length)
  await expectUntouched(page, seen)
})
