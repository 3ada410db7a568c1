/** The app while the keychain is locked. Only on Linux, where the tour has a keychain of its own (test/support/desktop.ts). */
import { expect } from '@playwright/test'
import { lock } from '../../scripts/keyring/store.mjs'
import { issueToken, SAMPLE_CODE_EMAIL } from '../../src/sample/index.ts'
import * as ui from '../e2e/ui.ts'
import { words } from '../e2e/words.ts'
import { unlock } from './accounts.ts'
import { step } from './tour.ts'
import { toCatalogue } from './ways.ts'

const {
  accounts,
  error,
  overview,
  settings,
  ui: { common, notice, shell }
} = words
const BOTH = ['small', 'dark'] as const

const steps = [
  step('signed-in-known', 'signed in to one of them', {}, async (tour) => {
    const { page, api } = tour
    await ui.button(page, common.back).click()
    await ui.submitSignIn(page, { address: api.baseUrl })
    await toCatalogue(tour)
    await ui.seeStatus(page, 'online')
  }),
  step(
    'store-locked',
    'the password store is locked: data that isn’t personal is there',
    { also: BOTH },
    async (tour) => {
      await tour.quit()
      // It stays locked: nothing after this needs it.
      await lock(process.env)
      await tour.start()
      await unlock(tour)
      await expect(ui.title(tour.page, overview.title)).toBeVisible()
      await expect(tour.page.getByText(error.sealed.KEYCHAIN_LOCKED.sentence)).toBeVisible()
      await expect(ui.notices(tour.page).getByText(notice.store.locked)).toBeVisible()
    }
  ),
  step('sealed', 'personal data can’t be read without its key', { also: BOTH }, async ({ page }) => {
    await ui.goTo(page, 'invoices')
    await expect(page.getByText(error.sealed.KEYCHAIN_LOCKED.sentence)).toBeVisible()
  }),
  step('store-locked-accounts', 'the accounts meanwhile', { also: ['dark'] }, ({ page }) => ui.toAccounts(page)),
  step('until-quit', 'signed in until quit', { also: BOTH }, async (tour) => {
    const { page, api } = tour
    await ui.toAccounts(page)
    await ui.button(page, accounts.add).click()
    await ui.submitToken(page, api.baseUrl, issueToken(SAMPLE_CODE_EMAIL, new Date()))
    await expect(ui.statusBar(page).getByText(shell.status.untilQuit)).toBeVisible()
    await toCatalogue(tour)
  }),
  step('until-quit-settings', 'the same in the settings', {}, async ({ page }) => {
    await ui.goTo(page, 'settings')
    await page.getByText(settings.data.held.memory).scrollIntoViewIfNeeded()
  }),
  step('forgotten', 'the launch after that', { also: BOTH }, async (tour) => {
    await tour.quit()
    await tour.start()
    await unlock(tour)
    await toCatalogue(tour)
    await expect(ui.notices(tour.page).getByText(notice.forgottenNext)).toBeVisible()
  })
]

export const passwordStoreSteps = process.platform === 'linux' ? steps : []
