/**
 * A password and a token that an API says back wherever it can, and a walk through the whole app: they are in the keychain
 * only, and in the address of the profile call where the user chose that. A marker beside each of them shows that the search would have found it.
 *
 * What the API says after the sign-in can be searched for the token only: nothing is kept of the password by which
 * the app could know it again, so there it is dropped by the name of its field.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { askAllThatReads } from './canary/calls.ts'
import { listenToPushes, note, readFolder } from './canary/places.ts'
import { MARKER } from './canary/api.ts'
import {
  expectMarkers,
  hearElsewhere,
  look,
  PIN,
  secretsOf,
  startSession,
  startWalk,
  type Walk
} from './canary/walk.ts'
import { gives, leaks, type Findings } from '../support/leaks.ts'
import { expect, test, type App } from './fixtures.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const {
  lock,
  signIn: session,
  settings,
  accounts: { connection },
  help: { connectionCheck },
  catalogue: { inspector }
} = words

async function lookEverywhere(app: App, { findings }: Walk): Promise<void> {
  const { page } = app
  await ui.products(page).first().click()
  await expect(ui.productPane(page).getByRole('heading', { level: 2 })).toBeVisible()
  await expect(page.frameLocator('iframe').locator('body')).toContainText(MARKER)
  await ui.toggleFields(ui.productPane(page))
  await ui.button(page, inspector.copyAll).click()
  await expect(page.getByText(inspector.copied, { exact: true })).toBeVisible()
  note(findings, 'the copied record', await app.copied())
  await look(page, findings)
  await ui.goTo(page, 'invoices')
  await ui.invoiceRows(page).first().click()
  await expect(ui.invoicePane(page).getByRole('heading', { level: 2 })).toBeVisible()
  await ui.toggleFields(ui.invoicePane(page))
  await look(page, findings)
  await ui.invoicePageButton(ui.invoicePane(page)).click()
  await expect.poll(() => app.opened()).toHaveLength(1)
  note(findings, 'addresses that were opened', ...(await app.opened()))
  for (const view of ['profile', 'settings'] as const) {
    await ui.goTo(page, view)
    await look(page, findings)
  }
  await ui.toAccounts(page)
  await look(page, findings)
  await page.evaluate(() => (location.hash = '/diagnostics'))
  await expect(page.locator('pre').last()).toContainText('appStarted')
  await look(page, findings)
}

async function copyReport(app: App, { findings }: Walk): Promise<void> {
  const { page } = app
  await ui.checkConnection(page)
  await ui.button(page, connectionCheck.again).waitFor()
  await look(page, findings)
  await ui.button(page, connectionCheck.copy).click()
  await expect(ui.button(page, connectionCheck.copied)).toBeVisible()
  note(findings, 'the copied report', await app.copied())
}

async function exportConnection(app: App, { findings }: Walk, exported: string): Promise<void> {
  const { page } = app
  await ui.editConnection(page)
  await look(page, findings)
  await app.chooseFile(exported)
  await ui.button(page, connection.file.export).click()
  await expect(page.getByText(connection.file.exported.split('{')[0] ?? '')).toBeVisible()
  note(findings, 'the exported file', readFileSync(exported, 'utf8'))
  await ui.button(page, words.ui.common.cancel).click()
  await expect(ui.title(page, settings.title)).toBeVisible()
}

/** With all that was saved still there. What the bridge answers then: canary-calls.spec.ts. */
async function meetFault(app: App, walk: Walk): Promise<void> {
  const { telling, findings } = walk
  const { page } = app
  telling.manners = 'a message'
  await ui.goTo(page, 'invoices')
  await ui.refreshAll(page)
  await expect(ui.alerts(page).first()).toBeVisible()
  await look(page, findings)
  await expect(ui.invoiceRows(page)).toHaveCount(1)
  await copyReport(app, walk)
}

/**
 * From now on the token of the profile call is in its address, as the connection's settings allow.
 * @returns the addresses of all calls but those
 */
async function askWithQuery({ page }: App, { telling }: Walk): Promise<{ addresses(): string[] }> {
  await ui.editConnection(page)
  await ui.sendProfileKeyInAddress(page)
  const before = telling.requests.length
  await ui.saveConnection(page)
  await expect(ui.title(page, settings.title)).toBeVisible()
  await ui.settled(page)
  return {
    addresses() {
      const withQuery = telling.requests.slice(before).filter(({ path }) => path === '/v2/Profile')
      expect(withQuery.length).toBeGreaterThan(1)
      for (const request of withQuery) {
        expect(request.url).toBe(`/v2/Profile?apikey=${telling.token}`)
        expect(gives(JSON.stringify({ ...request, url: '' }), telling.token)).toBe(false)
      }
      return telling.requests.filter((request) => !withQuery.includes(request)).map(({ url }) => url)
    }
  }
}

test('password and token are in the keychain only, and as ?apikey= in the profile call’s URL', async ({
  launch,
  profileDir
}) => {
  const walk = await startWalk()
  const { telling, findings } = walk
  const first = await launch()
  await startSession(first, walk)
  await lookEverywhere(first, walk)
  const calls = await askWithQuery(first, walk)
  await exportConnection(first, walk, join(profileDir, 'exported.json'))
  await meetFault(first, walk)
  note(findings, 'files while it runs', ...readFolder(profileDir))
  const secrets = await secretsOf(walk)
  await ui.setPin(first.page, PIN)
  await look(first.page, findings)
  await first.quit()
  note(findings, 'files after it ended', ...readFolder(profileDir))

  await telling.stop()
  const second = await launch()
  await expect(ui.title(second.page, lock.title)).toBeVisible()
  await listenToPushes(second.page)
  await look(second.page, findings)
  await ui.tryPin(second.page, PIN)
  await ui.goTo(second.page, 'catalogue')
  await expect(ui.products(second.page)).toHaveCount(2)
  await ui.seeStatus(second.page, 'unreached')
  await look(second.page, findings)
  await askAllThatReads(second.page, walk)
  await telling.restart()
  await ui.signOut(second.page, 'keep')
  await expect(ui.title(second.page, session.title)).toBeVisible()
  await look(second.page, findings)
  await second.quit()
  note(findings, 'files after the sign-out', ...readFolder(profileDir))
  note(findings, 'the app’s output', first.output(), second.output())
  note(findings, 'addresses requested from the API', ...calls.addresses())
  await hearElsewhere(telling, findings)
  await telling.end()

  expect(leaks(findings, secrets)).toEqual([])
  expectMarkers(findings)
  // And the same files with a secret beside them, in a form that is not plain, don't pass.
  const place = 'files after it ended'
  for (const [name, secret] of Object.entries(secrets)) {
    const planted = `${MARKER} ${Buffer.from(`{"it is": "${secret}"}`).toString('base64')}`
    const spoilt: Findings = new Map([[place, [...(findings.get(place) ?? []), planted]]])
    expect(leaks(spoilt, secrets)).toEqual([`${name} in ${place}`])
  }
})
