/** Every state of the password store, each told for what it is, and none of them taken for a sign-out. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { expect, type App } from './fixtures.ts'
import type { Firm } from './firm.ts'
import { test, tamper, type KeyringSession } from './keyring.ts'
import {
  accountRows,
  addAccount,
  alerts,
  atRest,
  contentOf,
  field,
  goTo,
  invoiceRows,
  notices,
  openAccount,
  products,
  railAccount,
  refreshAll,
  settled,
  signInAt,
  signOut,
  statusBar,
  submitSignIn,
  switchTo,
  title,
  toAccounts
} from './walk.ts'
import { startFirm } from './firm.ts'
import { leaks, type Findings } from '../support/leaks.ts'
import { readFolder } from './canary/places.ts'
import { count, say, words } from './words.ts'

const { accounts, catalogue, common, failure, notice, session, shell } = words

/** What the app allows a store, and some for the page to say it. */
const SOON = { timeout: 6000 }

const NO_BUS = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }

const retry = (page: Page): Promise<void> =>
  notices(page).getByRole('button', { name: notice.retry, exact: true }).click()

async function seePersonal(page: Page, firm: Firm): Promise<void> {
  await goTo(page, 'invoices')
  await expect(invoiceRows(page)).toHaveText([new RegExp(firm.invoice)])
  await goTo(page, 'profile')
  await expect(page.getByRole('heading', { level: 2, name: firm.person })).toBeVisible()
}

/** The catalogue is plain, and whatever is personal says why it can't be read, and what to do. */
async function seeSealed(page: Page, firm: Firm, code: keyof typeof failure.sealed): Promise<void> {
  await goTo(page, 'catalogue')
  await expect(products(page)).toHaveText([new RegExp(firm.product)])
  for (const view of ['invoices', 'profile'] as const) {
    await goTo(page, view)
    await expect(alerts(page)).toContainText(failure.sealed[code].sentence)
    await expect(alerts(page)).toContainText(failure.sealed[code].next)
  }
  for (const personal of [firm.invoice, firm.person]) expect(await contentOf(page)).not.toContain(personal)
}

const stateOf = (page: Page): Promise<unknown> => page.evaluate(() => window.portside.session.state())

async function signedInBefore(launch: () => Promise<App>, firm: Firm): Promise<void> {
  const app = await launch()
  await signInAt(app.page, firm)
  await seePersonal(app.page, firm)
  await app.quit()
}

/** @param last stays the open one */
async function twoSignedInBefore(launch: () => Promise<App>, one: Firm, last: Firm): Promise<void> {
  const app = await launch()
  await signInAt(app.page, one)
  await addAccount(app.page, last)
  await app.quit()
}

if (process.platform === 'linux') {
  test('a store that is there is read once, and not needed again', async ({ launch, keyring, firm }) => {
    const other = await startFirm({ name: 'Suedwindhaus' })
    await twoSignedInBefore(() => launch(), firm, other)

    const { page } = await launch()
    await expect(openAccount(page, other.email)).toBeVisible()
    await settled(page)
    await switchTo(page, firm.email)
    await seePersonal(page, firm)
    // Both accounts were opened once, so nothing is asked of it any more.
    await keyring.kill()
    for (const [now, next] of [
      [firm, other],
      [other, firm]
    ] as const) {
      await expect(openAccount(page, now.email)).toBeVisible()
      await seePersonal(page, now)
      await refreshAll(page)
      await settled(page)
      await railAccount(page, next.email).click()
    }
    await expect(notices(page).getByRole('status')).toHaveCount(0)
    await other.stop()
  })

  test('of the accounts that are not opened it is read once, too, when their invoices are asked for', async ({
    launch,
    keyring,
    firm
  }) => {
    const other = await startFirm({ name: 'Suedwindhaus' })
    await twoSignedInBefore(() => launch(), other, firm)
    other.requests.length = 0

    const { page } = await launch()
    await settled(page)
    await seePersonal(page, firm)
    await expect.poll(() => other.requests.map(({ path }) => path)).toEqual(['/v3/invoices'])
    await keyring.kill()
    await switchTo(page, other.email)
    await seePersonal(page, other)
    await settled(page)
    await expect(notices(page).getByRole('status')).toHaveCount(0)
    await other.stop()
  })

  test('locked at the start: told within seconds, readable as far as it can be, and back after Retry', async ({
    launch,
    keyring,
    firm
  }) => {
    await signedInBefore(() => launch(), firm)
    await keyring.lock()
    firm.requests.length = 0

    const { page } = await launch()
    await expect(products(page)).toHaveText([new RegExp(firm.product)])
    await expect(notices(page)).toContainText(notice.store.locked, SOON)
    await expect(notices(page)).toContainText(notice.unavailableNext.locked)
    expect(await stateOf(page)).toMatchObject({
      data: { status: 'signedIn', credential: 'unavailable', trouble: { code: 'VAULT_LOCKED' } }
    })
    await seeSealed(page, firm, 'VAULT_LOCKED')
    expect(firm.requests).toEqual([])
    await retry(page)
    await expect(notices(page)).toContainText(notice.still.locked)

    await keyring.unlock()
    await retry(page)
    await expect(notices(page).getByRole('status')).toHaveCount(0)
    await settled(page)
    await seePersonal(page, firm)
    expect(firm.requests.filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('the view that can’t be read has the way back in it, too', async ({ launch, keyring, firm }) => {
    await signedInBefore(() => launch(), firm)
    await keyring.lock()
    const { page } = await launch()
    await goTo(page, 'profile')
    await expect(alerts(page)).toContainText(failure.sealed.VAULT_LOCKED.sentence)
    await keyring.unlock()
    await alerts(page).getByRole('button', { name: common.tryAgain, exact: true }).click()
    await expect(page.getByRole('heading', { level: 2, name: firm.person })).toBeVisible()
    await expect(notices(page).getByRole('status')).toHaveCount(0)
  })

  test('without a service on the bus', async ({ launch, keyring, firm }) => {
    await signedInBefore(() => launch(), firm)
    await keyring.kill()
    const { page } = await launch()
    await expect(products(page)).toHaveText([new RegExp(firm.product)])
    await expect(notices(page)).toContainText(notice.store.noService, SOON)
    await expect(notices(page)).toContainText(notice.unavailableNext.noService)
    await seeSealed(page, firm, 'VAULT_MISSING')
    await keyring.revive()
    await retry(page)
    await expect(notices(page).getByRole('status')).toHaveCount(0)
    await seePersonal(page, firm)
  })

  test('without a bus', async ({ launch, firm }) => {
    await signedInBefore(() => launch(), firm)
    const { page } = await launch({ env: NO_BUS })
    await expect(products(page)).toHaveText([new RegExp(firm.product)])
    await expect(notices(page)).toContainText(notice.store.noBus, SOON)
    await expect(notices(page)).toContainText(notice.unavailableNext.noBus)
    await seeSealed(page, firm, 'VAULT_MISSING')
  })

  test('with a question that nobody answers, nothing waits for it, quitting included', async ({
    launch,
    keyring,
    firm,
    person
  }) => {
    await signedInBefore(() => launch(), firm)
    await keyring.lock()
    const nobody = await person({ does: 'neverAnswers' })
    const app = await launch()
    const { page } = app
    await expect(products(page)).toHaveText([new RegExp(firm.product)])
    await expect(notices(page)).toContainText(notice.store.silent, SOON)
    await expect(notices(page)).toContainText(notice.unavailableNext.silent)
    await seeSealed(page, firm, 'VAULT_SILENT')
    expect(nobody.asked()).toBe(1)
    await app.quit()
    nobody.close()

    await keyring.unlock()
    const next = await launch()
    await settled(next.page)
    await seePersonal(next.page, firm)
  })

  test('a question that is dismissed is not asked again before the person wants it to be', async ({
    launch,
    keyring,
    firm,
    person
  }) => {
    await signedInBefore(() => launch(), firm)
    await keyring.lock()
    const somebody = await person({ does: 'dismisses', afterMs: 900 })
    const { page } = await launch()
    await expect(products(page)).toHaveText([new RegExp(firm.product)])
    await expect(notices(page)).toContainText(notice.store.locked, SOON)
    await seeSealed(page, firm, 'VAULT_LOCKED')
    await refreshAll(page)
    await atRest(page)
    await seeSealed(page, firm, 'VAULT_LOCKED')
    expect(somebody.asked()).toBe(1)
    await retry(page)
    await expect(notices(page)).toContainText(notice.still.locked)
    expect(somebody.asked()).toBe(2)
  })

  for (const [state, env, store] of [
    ['no bus', NO_BUS, 'noBus'],
    ['a locked store', {}, 'locked'],
    ['no service', {}, 'noService'],
    ['a question that nobody answers', {}, 'silent'],
    ['a store that can write no more', {}, 'refused']
  ] as const) {
    test(`signed in until quit, with ${state}`, async ({ launch, keyring, firm, person, profileDir }) => {
      if (store === 'locked' || store === 'silent') await keyring.lock()
      if (store === 'silent') await person({ does: 'neverAnswers' })
      if (store === 'noService') await keyring.kill()
      if (store === 'refused') await keyring.fillDisk()
      const app = await launch({ env })
      const { page } = app
      await submitSignIn(page, { address: firm.baseAddress, email: firm.email, password: firm.password })
      await expect(title(page, catalogue.title)).toBeVisible()
      // A store that is open, and took nothing, is neither away nor locked.
      const sentence = store === 'refused' ? notice.store.refused : notice.untilQuit
      await expect(notices(page)).toContainText(`${sentence} ${notice.untilQuitNext[store]}`)
      await expect(statusBar(page)).toContainText(shell.status.untilQuit)
      await settled(page)
      await seePersonal(page, firm)
      await goTo(page, 'settings')
      await expect(page.getByText(session.credential.memory, { exact: true })).toBeVisible()
      const running: Findings = new Map([['files while it runs', readFolder(profileDir)]])
      await app.quit()
      running.set('files after it ended', readFolder(profileDir))
      const { token, invoice } = firm
      expect(leaks(running, { token, person: firm.person, invoice })).toEqual([])
      // What is not personal is there, and found by the same search.
      expect(leaks(running, { product: firm.product })).toHaveLength(2)

      firm.requests.length = 0
      const next = await launch({ env: store === 'noBus' ? NO_BUS : {} })
      await expect(products(next.page)).toHaveText([new RegExp(firm.product)])
      await expect(notices(next.page)).toContainText(notice.forgotten)
      await expect(notices(next.page)).toContainText(notice.forgottenNext)
      for (const view of ['profile', 'invoices'] as const) {
        await goTo(next.page, view)
        await expect(alerts(next.page)).toContainText(failure.notSignedIn.sentence)
        await expect(alerts(next.page)).toContainText(failure.notSignedIn.next)
        for (const personal of [firm.person, invoice]) expect(await contentOf(next.page)).not.toContain(personal)
      }
      expect(firm.requests).toEqual([])
      await alerts(next.page).getByRole('button', { name: failure.notSignedIn.action, exact: true }).click()
      await expect(field.email(next.page)).toHaveValue(firm.email)
    })
  }

  test('locked at the sign-in: kept after Retry, so the next launch is signed in', async ({
    launch,
    keyring,
    firm
  }) => {
    await keyring.lock()
    const first = await launch()
    await signInAt(first.page, firm)
    await expect(notices(first.page)).toContainText(notice.untilQuitNext.locked)
    await keyring.unlock()
    await retry(first.page)
    await expect(notices(first.page).getByRole('status')).toHaveCount(0)
    await expect(statusBar(first.page)).not.toContainText(shell.status.untilQuit)
    await goTo(first.page, 'settings')
    await expect(first.page.getByText(session.credential.kept, { exact: true })).toBeVisible()
    await first.quit()

    // What was fetched while there was no key is there, too.
    await firm.stop()
    const second = await launch()
    await seePersonal(second.page, firm)
    await expect(notices(second.page).getByRole('status')).toHaveCount(0)
  })

  test('lost while it runs: everything goes on, a sign-out too, and what is left is removed later', async ({
    launch,
    keyring,
    firm
  }) => {
    const app = await launch()
    const { page } = app
    await signInAt(page, firm)
    expect(await keyring.entries()).toHaveLength(1)
    await keyring.kill()
    await refreshAll(page)
    await settled(page)
    await seePersonal(page, firm)
    await expect(notices(page).getByRole('status')).toHaveCount(0)

    await signOut(page, 'erase')
    await expect(title(page, session.title)).toBeVisible()
    await expect(page.getByText(count(accounts.owed, 1))).toBeVisible()
    // A store that comes back is found anew by libsecret in GLib's main loop, which Electron runs and the host does not.
    await app.quit()
    await keyring.revive()
    expect(await keyring.entries()).toHaveLength(1)

    const next = await launch()
    await expect(next.page.getByText(count(accounts.owed, 1))).toBeVisible()
    await next.page.getByRole('button', { name: common.tryAgain, exact: true }).click()
    await expect(next.page.getByText(count(accounts.owed, 1))).toHaveCount(0)
    expect(await keyring.entries()).toEqual([])
  })

  test('what is owed is removed at the next launch that finds the store open', async ({ launch, keyring, firm }) => {
    const first = await launch()
    await signInAt(first.page, firm)
    await keyring.lock()
    await toAccounts(first.page)
    await expect(accountRows(first.page)).toHaveCount(1)
    await signOut(first.page, 'erase')
    await expect(first.page.getByText(count(accounts.owed, 1))).toBeVisible()
    await first.quit()
    await keyring.unlock()
    expect(await keyring.entries()).toHaveLength(1)

    const second = await launch()
    await signInAt(second.page, firm)
    await expect.poll(async () => (await keyring.entries()).length).toBe(1)
    expect((await keyring.entries())[0]?.password).toContain(firm.token)
  })

  for (const [how, put] of [
    ['gone', null],
    ['something else', '{"not": "of Portside"}']
  ] as const) {
    test(`what was kept is ${how}: said as what it is, and settled by signing in again`, async ({
      launch,
      keyring,
      firm
    }) => {
      await signedInBefore(() => launch(), firm)
      await changeEntries(keyring, put)
      const { page } = await launch()
      await expect(products(page)).toHaveText([new RegExp(firm.product)])
      await expect(notices(page)).toContainText(notice.store.changed, SOON)
      await expect(notices(page)).toContainText(notice.unavailableNext.changed)
      await seeSealed(page, firm, 'VAULT_CHANGED')
      await notices(page).getByRole('button', { name: notice.signInAgain, exact: true }).click()
      await expect(title(page, session.again)).toBeVisible()
      await submitSignIn(page, { address: firm.baseAddress, email: firm.email, password: firm.password })
      await settled(page)
      await expect(notices(page).getByRole('status')).toHaveCount(0)
      await seePersonal(page, firm)
      await toAccounts(page)
      await expect(accountRows(page)).toHaveCount(1)
    })
  }

  test('an address that something else changed in the database is sent nothing', async ({
    launch,
    firm,
    platform,
    profileDir
  }) => {
    await signedInBefore(() => launch(), firm)
    firm.requests.length = 0
    readdress(profileDir, firm.baseAddress, platform.baseAddress)
    const { page } = await launch()
    await expect(products(page)).toHaveText([new RegExp(firm.product)])
    const { host } = new URL(platform.baseAddress)
    await expect(notices(page)).toContainText(say(notice.otherOrigin, { host }), SOON)
    await expect(notices(page)).toContainText(say(notice.otherOriginNext, { host }))
    await seePersonal(page, firm)
    await refreshAll(page)
    await atRest(page)
    expect([...firm.requests, ...platform.requests]).toEqual([])
  })

  test('an entry of an earlier version, without the token’s origin, asks for a sign-in once', async ({
    launch,
    keyring,
    firm
  }) => {
    await signedInBefore(() => launch(), firm)
    const [entry] = await keyring.entries()
    const { origin, ...earlier } = JSON.parse(entry?.password ?? '') as Record<string, unknown>
    expect(origin).toBe(firm.baseAddress)
    await changeEntries(keyring, JSON.stringify(earlier))
    firm.requests.length = 0
    const app = await launch()
    const { page } = app
    await expect(notices(page)).toContainText(notice.forgotten, SOON)
    await expect(notices(page)).toContainText(notice.forgottenNext)
    await seePersonal(page, firm)
    expect(firm.requests).toEqual([])
    await notices(page).getByRole('button', { name: notice.signInAgain, exact: true }).click()
    await submitSignIn(page, { address: firm.baseAddress, email: firm.email, password: firm.password })
    await settled(page)
    await app.quit()
    const next = await launch()
    await settled(next.page)
    await expect(notices(next.page).getByRole('status')).toHaveCount(0)
    await seePersonal(next.page, firm)
  })
}

/** Changes the address of the only account, as another program on this computer could. */
function readdress(profileDir: string, from: string, to: string): void {
  const db = new DatabaseSync(join(profileDir, 'portside.db'))
  expect(db.prepare('UPDATE accounts SET account = replace(account, ?, ?)').run(from, to).changes).toBe(1)
  db.close()
}

async function changeEntries(keyring: KeyringSession, put: string | null): Promise<void> {
  const kept = await keyring.entries()
  expect(kept).toHaveLength(1)
  for (const { account } of kept) await tamper(keyring, account, put)
}
