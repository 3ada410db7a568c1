/**
 * A password and a token that a platform says back wherever it can, and a walk through the whole app: neither of them is
 * anywhere but in the password store. A marker beside each of them shows that the search would have found it.
 *
 * What the platform says after the sign-in can be searched for the token only: nothing is kept of the password by which
 * the app could know it again, so there it is dropped by the name of its field.
 */
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SAMPLE_EMAIL } from '../../src/sandbox/index.ts'
import { askBridge, listenToPushes, lookAtPage, note, readFolder } from './canary/places.ts'
import {
  FAULT_NAMES,
  MARKER,
  PASSWORD,
  SIGN_IN_PATH,
  startTellingPlatform,
  type TellingPlatform
} from './canary/platform.ts'
import { gives, leaks, type Findings } from '../support/leaks.ts'
import { expect, test, type App } from './fixtures.ts'
import {
  alerts,
  checkConnection,
  choose,
  editConnection,
  goTo,
  invoicePane,
  invoiceRows,
  openAdvanced,
  productPane,
  products,
  refreshAll,
  settled,
  statusBar,
  submitSignIn,
  title
} from './walk.ts'
import { words } from './words.ts'

const { connection, doctor, invoices, notice, record, session, settings, shell } = words

test.describe.configure({ timeout: 150_000 })

/** Nothing of the platform's is ever in these: a push is a name and a number, and what is printed is about the app. */
const SILENT = ['what was pushed', 'the app’s output']

interface Walk {
  telling: TellingPlatform
  findings: Findings
}

/** What is folded is shown, too. */
const unfold = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true
  })

async function look(page: Page, findings: Findings): Promise<void> {
  await unfold(page)
  await lookAtPage(page, findings)
}

async function lookEverywhere(app: App, findings: Findings): Promise<void> {
  const { page } = app
  await goTo(page, 'catalogue')
  await products(page).first().click()
  await expect(productPane(page).getByRole('heading', { level: 2 })).toBeVisible()
  await expect(page.frameLocator('iframe').locator('body')).toContainText(MARKER)
  await look(page, findings)
  await goTo(page, 'invoices')
  await invoiceRows(page).first().click()
  await expect(invoicePane(page).getByRole('heading', { level: 2 })).toBeVisible()
  await look(page, findings)
  for (const view of ['profile', 'settings'] as const) {
    await goTo(page, view)
    await look(page, findings)
  }
  await askBridge(page, findings)
}

async function copyReport(app: App, { findings }: Walk): Promise<void> {
  const { page } = app
  await checkConnection(page)
  await page.getByRole('button', { name: doctor.again, exact: true }).waitFor()
  await look(page, findings)
  await page.getByRole('button', { name: doctor.copy, exact: true }).click()
  await expect(page.getByRole('button', { name: doctor.copied, exact: true })).toBeVisible()
  note(findings, 'the copied report', await app.copied())
}

/** Refuses, leads elsewhere, then takes the password. */
async function startSession(app: App, { telling, findings }: Walk, prepare?: () => Promise<void>): Promise<void> {
  const { page } = app
  await listenToPushes(page)
  await openAdvanced(page)
  await page.getByLabel(connection.field.signInPath, { exact: true }).fill(SIGN_IN_PATH)
  await page.getByLabel(connection.field.timeoutSeconds, { exact: true }).fill('3')
  await prepare?.()
  for (const manners of ['refusing', 'redirecting'] as const) {
    telling.manners = manners
    await submitSignIn(page, { address: telling.baseAddress, password: PASSWORD })
    await expect(alerts(page)).toBeVisible()
    await look(page, findings)
    const answer = await page.evaluate((input) => window.portside.session.signIn(input), {
      connection: { baseAddress: telling.baseAddress, preset: 'v2' as const, signInPath: SIGN_IN_PATH },
      email: SAMPLE_EMAIL,
      password: PASSWORD,
      again: null
    })
    expect(answer).toMatchObject({ ok: false })
    note(findings, 'what the bridge answers', JSON.stringify(answer))
  }
  telling.manners = 'fine'
  await submitSignIn(page, { address: telling.baseAddress, password: PASSWORD })
  await expect(products(page)).toHaveCount(2)
  await settled(page)
}

async function exportConnection(app: App, { findings }: Walk, exported: string): Promise<void> {
  const { page } = app
  await editConnection(page)
  await look(page, findings)
  await app.chooseFile(exported)
  await page.getByRole('button', { name: connection.file.export, exact: true }).click()
  await expect(page.getByText(connection.file.exported.split('{')[0] ?? '')).toBeVisible()
  note(findings, 'the exported file', readFileSync(exported, 'utf8'))
  await page.getByRole('button', { name: words.common.cancel, exact: true }).click()
  await expect(title(page, settings.title)).toBeVisible()
}

/** Every kind of error body, one after the other, with all that was saved still there. */
async function meetFaults(app: App, walk: Walk): Promise<void> {
  const { telling, findings } = walk
  const { page } = app
  await goTo(page, 'invoices')
  for (const name of FAULT_NAMES) {
    telling.manners = name
    const status = await page.evaluate(() => window.portside.app.refresh({ topic: null }))
    note(findings, 'what the bridge answers', JSON.stringify(status))
    await expect(alerts(page).first(), name).toBeVisible()
    await look(page, findings)
    await askBridge(page, findings)
    await expect(invoiceRows(page), name).toHaveCount(1)
  }
  telling.manners = 'a message'
  await copyReport(app, walk)
  telling.manners = 'fine'
  await goTo(page, 'catalogue')
  await refreshAll(page)
  await settled(page)
}

test('neither password nor token is anywhere but in the password store', async ({ launch, profileDir }) => {
  const telling = await startTellingPlatform()
  const findings: Findings = new Map()
  const walk: Walk = { telling, findings }
  const first = await launch()
  await startSession(first, walk)
  await lookEverywhere(first, findings)
  await goTo(first.page, 'invoices')
  await invoiceRows(first.page).first().click()
  await invoicePane(first.page).getByRole('button', { name: invoices.link.page }).click()
  await expect.poll(() => first.opened()).toHaveLength(1)
  await goTo(first.page, 'catalogue')
  await products(first.page).first().click()
  await unfold(first.page)
  await first.page.getByRole('button', { name: record.copy, exact: true }).click()
  await expect(first.page.getByRole('button', { name: record.copied, exact: true })).toBeVisible()
  note(findings, 'the copied record', await first.copied())
  await copyReport(first, walk)
  await exportConnection(first, walk, join(profileDir, 'exported.json'))
  await meetFaults(first, walk)
  await lookEverywhere(first, findings)
  note(findings, 'files while it runs', ...readFolder(profileDir))

  telling.manners = 'refusing'
  await refreshAll(first.page)
  await expect(first.page.getByRole('button', { name: notice.signInAgain })).toBeVisible()
  await look(first.page, findings)
  telling.manners = 'fine'
  await first.page.getByRole('button', { name: notice.signInAgain }).click()
  await submitSignIn(first.page, { address: telling.baseAddress, password: PASSWORD })
  await settled(first.page)

  await telling.stop()
  await refreshAll(first.page)
  await expect(statusBar(first.page).getByText(shell.status.offline, { exact: true })).toBeVisible()
  await lookEverywhere(first, findings)
  note(findings, 'addresses that were opened', ...(await first.opened()))
  await first.quit()
  note(findings, 'files after it ended', ...readFolder(profileDir))

  const second = await launch()
  await listenToPushes(second.page)
  await expect(products(second.page)).toHaveCount(2)
  await expect(statusBar(second.page).getByText(shell.status.offline, { exact: true })).toBeVisible()
  await lookEverywhere(second, findings)
  await telling.restart()
  await goTo(second.page, 'settings')
  await second.page.getByRole('button', { name: session.signOut.action, exact: true }).click()
  await second.page.getByRole('dialog').getByRole('button', { name: session.signOut.action, exact: true }).click()
  await expect(title(second.page, session.title)).toBeVisible()
  await look(second.page, findings)
  await second.quit()
  note(findings, 'files after the sign-out', ...readFolder(profileDir))
  note(findings, 'the app’s output', first.output(), second.output())
  note(findings, 'addresses that the platform was asked for', ...telling.requests.map(({ url }) => url))
  await hearElsewhere(telling, findings)
  await telling.end()

  const secrets = { password: PASSWORD, token: telling.token }
  expect(leaks(findings, secrets)).toEqual([])
  expectMarkers(findings)
  // And the same findings with a secret in one of them, in a form that is not plain, don't pass.
  for (const [name, secret] of Object.entries(secrets)) {
    const planted = `${MARKER} ${Buffer.from(`{"it is": "${secret}"}`).toString('base64')}`
    const spoilt: Findings = new Map([...findings, ['files after it ended', ['nothing', planted]]])
    expect(leaks(spoilt, secrets)).toEqual([`${name} in files after it ended`])
  }
})

test('chosen as ?apikey=, the token is in the address of the profile call and nowhere else', async ({
  launch,
  profileDir
}) => {
  const telling = await startTellingPlatform()
  const findings: Findings = new Map()
  const walk: Walk = { telling, findings }
  const app = await launch()
  const { page } = app
  await startSession(app, walk, () =>
    choose(page, connection.field.profileCredential, connection.profileCredential.query)
  )
  await lookEverywhere(app, findings)
  await copyReport(app, walk)
  await exportConnection(app, walk, join(profileDir, 'exported.json'))
  await meetFaults(app, walk)
  await lookEverywhere(app, findings)
  await app.quit()
  note(findings, 'files after it ended', ...readFolder(profileDir))
  note(findings, 'the app’s output', app.output())

  const { requests, token } = telling
  const asked = requests.filter(({ path }) => path === '/v2/Profile')
  expect(asked.length).toBeGreaterThan(2)
  for (const request of asked) {
    expect(request.url).toBe(`/v2/Profile?apikey=${token}`)
    expect(gives(JSON.stringify({ ...request, url: '' }), token)).toBe(false)
  }
  const others = requests.filter((request) => !asked.includes(request))
  note(findings, 'addresses that the platform was asked for', ...others.map(({ url }) => url))
  await hearElsewhere(telling, findings)
  await telling.end()
  expect(leaks(findings, { password: PASSWORD, token })).toEqual([])
  expectMarkers(findings)
})

/** All that the place heard where redirects lead: nothing, but for the spec itself, which shows that it listens. */
async function hearElsewhere({ elsewhere }: TellingPlatform, findings: Findings): Promise<void> {
  await fetch(`${elsewhere.baseAddress}/${MARKER}`)
  expect(elsewhere.requests).toHaveLength(1)
  note(findings, 'what was heard elsewhere', JSON.stringify(elsewhere.requests))
}

function expectMarkers(findings: Findings): void {
  const found = leaks(findings, { marker: MARKER })
  const telling = [...findings.keys()].filter((place) => !SILENT.includes(place))
  expect(found).toEqual(telling.map((place) => `marker in ${place}`))
}
