/**
 * A proxy that the user sets by hand: Debian's tinyproxy with a sign-in, before there is an account and after. One that is gone, or
 * doesn't take the password: test/integration/network/proxy.test.ts.
 */
import type { Page } from '@playwright/test'
import { makeCertificates } from '../support/certificates.ts'
import { leaks, type Findings } from '../support/leaks.ts'
import { startProxy } from '../support/proxy.ts'
import { hasTinyproxy, startTinyproxy } from '../support/tinyproxy.ts'
import { keyHashOf, startTlsFront } from '../support/tls-front.ts'
import { note, readFolder } from './canary/places.ts'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const { error } = words
const {
  settings: { network }
} = words

/** Known to the proxy alone. */
const PROVIDER = 'https://provider.example'
const USER = 'member'
const PASSWORD = 'Kanarie5fluegel'

const box = (page: Page) => page.locator('section[data-section=network]')
const field = (page: Page, name: string) => box(page).getByLabel(name, { exact: false }).and(page.locator('input'))

async function useProxy(page: Page, port: number): Promise<void> {
  await box(page).getByText(network.mode.manual, { exact: true }).click()
  await field(page, network.host).fill('127.0.0.1')
  await field(page, network.port).fill(String(port))
  await field(page, network.user).fill(USER)
  await ui.button(page, network.save).click()
  await expect(box(page)).toContainText(network.saved)
}

async function savePassword(page: Page, password: string): Promise<void> {
  await box(page).locator('input[name=password]').fill(password)
  await ui.button(page, network.savePassword).click()
  await expect(box(page)).toContainText(network.place.keychain)
  await expect(box(page).locator('input[name=password]')).toHaveValue('')
}

const toNetworkSettings = (page: Page): Promise<void> => page.getByRole('link', { name: network.view }).click()

test('signs in through a proxy with its own password, which is nowhere but in the keychain', async ({
  launch,
  api,
  profileDir
}) => {
  test.skip(!hasTinyproxy(), 'tinyproxy is not installed')
  const { good } = makeCertificates()
  const front = await startTlsFront(api.baseUrl, good)
  const behind = await startProxy({ routes: new Map([['provider.example:443', new URL(front.address).host]]) })
  const proxy = await startTinyproxy(behind.address, { user: USER, password: PASSWORD })
  const app = await launch({ args: [`--ignore-certificate-errors-spki-list=${keyHashOf(good)}`] })
  const { page } = app

  await expect(ui.title(page, words.signIn.title)).toBeVisible()
  await ui.submitSignIn(page, { address: PROVIDER })
  await page.getByRole('link', { name: words.ui.common.checkConnection }).click()
  await toNetworkSettings(page)
  await useProxy(page, proxy.port)
  await ui.button(page, words.ui.common.back).click()
  await ui.submitSignIn(page, { address: PROVIDER })
  await expect(ui.alerts(page)).toContainText(error.PROXY_AUTH.sentence)
  expect(behind.passed).toEqual([])
  await toNetworkSettings(page)
  await savePassword(page, PASSWORD)
  const findings: Findings = new Map()
  note(findings, 'what is on screen', await page.content())
  await ui.button(page, words.ui.common.back).click()
  await ui.signIn(page, PROVIDER)
  await ui.settled(page)
  expect(new Set(behind.passed.map(({ kind, target }) => `${kind} ${target}`))).toEqual(
    new Set(['tunnel provider.example:443'])
  )
  note(findings, 'files while it runs', ...readFolder(profileDir))

  // Without the proxy nobody knows the provider's name.
  await page.evaluate(() => (location.hash = '#/settings#network'))
  await box(page).getByText(network.mode.none, { exact: true }).click()
  await expect(box(page)).toContainText(network.about.none)
  await ui.refreshAll(page)
  await ui.seeStatus(page, 'unreached')
  // What was on its way before has ended.
  const before = behind.passed.length
  await ui.refreshAll(page)
  await ui.atRest(page)
  await ui.seeStatus(page, 'unreached')
  expect(behind.passed.length).toBe(before)
  await box(page).getByText(network.mode.manual, { exact: true }).click()
  await expect(box(page)).toContainText(network.place.keychain)
  await ui.refreshAll(page)
  await ui.seeStatus(page, 'online')
  expect(behind.passed.length).toBeGreaterThan(before)

  note(findings, 'what is on screen', await page.content())
  await app.quit()
  note(findings, 'the app’s output', app.output())
  note(findings, 'files', ...readFolder(profileDir))
  expect(leaks(findings, { 'proxy password': PASSWORD })).toEqual([])
  await proxy.stop()
  await behind.stop()
  await front.stop()
})
