/** A provider whose API lacks a part: the app doesn't show it, and asks for nothing that isn't there. */
import type { DefinitionChanges } from '../../src/shared/models/connection.ts'
import { expect, shareApp, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const {
  invoices,
  overview,
  tray,
  ui: { shell }
} = words

const shared = shareApp(({ page, api }) => ui.begin(page, api.baseUrl))

/** Paths of what the API was asked for since the account's connection was changed, while everything was refreshed. */
async function askedWithout(parts: DefinitionChanges): Promise<string[]> {
  const { page, api } = shared
  const connection = { provider: 'hypeproxy-v2' as const, baseUrl: api.baseUrl, ...parts }
  api.requests.length = 0
  expect(await ui.changeByBridge(page, connection)).toMatchObject({ ok: true })
  await ui.atRest(page, { reach: 'online' })
  await ui.refreshAll(page)
  await ui.atRest(page, { reach: 'online' })
  // The pictures of the products on screen are no calls.
  return [...new Set(api.requests.map(({ url }) => url).filter((url) => /^\/v\d/.test(url)))].sort()
}
const inRail = (name: string) =>
  shared.page.getByRole('navigation', { name: shell.rail }).getByRole('link', { name, exact: true })
const open = (path: string): Promise<string> => shared.page.evaluate((hash) => (location.hash = hash), `#${path}`)

test('without a catalogue and a profile there is neither, whichever way one comes', async () => {
  expect(await askedWithout({ products: null, product: null, profile: null })).toEqual(['/v3/invoices'])
  const { app, page } = shared
  const menu = async (): Promise<string> => JSON.stringify(await app.menu())
  await expect.poll(menu).not.toContain(`"${tray.menu.catalogue}"`)
  expect(await menu()).not.toContain(`"${tray.menu.profile}"`)
  expect(await menu()).toContain(`"${tray.menu.invoices}"`)
  // The catalogue was on screen.
  await expect(ui.title(page, overview.title)).toBeVisible()
  await expect(inRail(shell.nav.invoices)).toBeVisible()
  for (const [name, path] of [
    [shell.nav.catalogue, '/catalogue/any'],
    [shell.nav.profile, '/profile']
  ] as const) {
    await expect(inRail(name)).toBeHidden()
    await ui.goTo(page, 'settings')
    await open(path)
    await expect(ui.title(page, overview.title)).toBeVisible()
  }
  await expect(page.getByRole('region', { name: overview.catalogue.title, exact: true })).toBeHidden()
})

// The last test: the profile and the catalogue are back in it.
test('without invoices, the overview and their view say so, with the way to the connection', async () => {
  expect(await askedWithout({ invoices: null })).toEqual(['/v2/Products', '/v2/Profile'])
  const { app, page } = shared
  await expect.poll(async () => (await app.tray())?.items.map(({ label }) => label)).toContain(tray.noInvoiceList)
  await ui.goTo(page, 'overview')
  await expect(page.getByText(overview.open.none, { exact: true })).toBeHidden()
  await expect(page.getByRole('main').getByText(invoices.noList.action, { exact: true })).toBeVisible()
  await ui.goTo(page, 'invoices')
  await expect(page.getByText(invoices.noList.title, { exact: true })).toBeVisible()
  await ui.button(page.getByRole('main'), invoices.noList.action).click()
  await expect(ui.title(page, words.accounts.connection.editTitle)).toBeVisible()
})
