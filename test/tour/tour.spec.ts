/** `npm run tour`. Each picture depends on the steps before it, so their order is part of the tour. */
import { expect, type Page } from '@playwright/test'
import { fileURLToPath } from 'node:url'
import type { Driven } from '../e2e/app/app.ts'
import { launchInElectron } from '../e2e/app/electron-driver.ts'
import * as ui from '../e2e/ui.ts'
import { say, words } from '../e2e/words.ts'
import { aboutSteps, aboutWithoutAccount } from './about.ts'
import { accountSteps } from './accounts.ts'
import { catalogueSteps } from './catalogue.ts'
import { diagnosticsSteps } from './diagnostics.ts'
import { invoiceSteps } from './invoices.ts'
import { networkSteps } from './network.ts'
import { ownProviderSteps } from './own-provider.ts'
import { pdfFolderSteps } from './pdf-folder.ts'
import { passwordStoreSteps } from './password-store.ts'
import { SMALL, step, walk, type Tour } from './tour.ts'
import { transferSteps } from './transfer.ts'
import { viewSteps } from './views.ts'
import * as ways from './ways.ts'

const {
  signIn: session,
  settings,
  ui: { common, palette, shell },
  accounts: { connection },
  settings: { label: setting, choice: settingChoice }
} = words
const BOTH = ['small', 'dark'] as const
const ALL = ['small', 'wide', 'dark'] as const

const stay = (): void => undefined
const toFirstScreen = ({ page }: Tour): Promise<void> => expect(ui.title(page, session.title)).toBeVisible()
const toAddress = ({ page }: Tour): Promise<void> => ui.field.address(page).scrollIntoViewIfNeeded()
const toSave = ({ page }: Tour): Promise<void> => ui.button(page, connection.action.save).scrollIntoViewIfNeeded()
const seeUnreachable = (page: Page): Promise<void> =>
  expect(ui.statusBar(page).getByText(say(shell.status.unreachable, { provider: 'HypeProxy' }))).toBeVisible()

const firstScreen = [
  step('sign-in', 'the first screen', { also: ['zoomed', 'forced'] }, toFirstScreen),
  step('sign-in-small', 'the first screen at 800 × 500', { size: SMALL }, toFirstScreen),
  ...aboutWithoutAccount,
  step('sign-in-advanced', 'the connection before a sign-in', {}, ({ page }) => ui.openAdvanced(page)),
  step('sign-in-advanced-small', 'the same at 800 × 500', { size: SMALL }, stay),
  step('check-problem', 'the connection check from the first screen: an unknown name', {}, async (tour) => {
    await ui.field.address(tour.page).fill('https://example.invalid')
    await ways.checkConnection(tour)
  }),
  step('check-problem-small', 'the same at 800 × 500', { size: SMALL }, stay),
  ...networkSteps
]

let otherProgram: Driven

/** With this shortcut of its own. */
async function startOtherProgram(keys: string): Promise<Driven> {
  const entry = fileURLToPath(new URL('./take-shortcut.cjs', import.meta.url))
  const program = await launchInElectron({ profileDir: '', entry, args: [keys], hidden: true })
  await expect.poll(() => program.pressShortcut(keys)).toBe(true)
  return program
}

const goodViews = [
  step('overview', 'signed in with email and password: the first view', { also: [...ALL, 'forced'] }, async (tour) => {
    await ways.signIn(tour)
    await ways.toOverview(tour)
  }),
  step('palette', 'the command palette', { also: [...BOTH, 'zoomed', 'forced'] }, async ({ page }) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: palette.field }).fill('germ')
    await expect(page.getByRole('option', { name: 'Germany' }).first()).toBeVisible()
  }),
  step('shortcuts', 'all shortcuts', { also: BOTH }, async ({ page }) => {
    await ways.closeDialog(page)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: palette.shortcuts.title })).toBeVisible()
  }),
  step('catalogue', 'the catalogue', { also: ALL }, async (tour) => {
    await ways.closeDialog(tour.page)
    await ways.toCatalogue(tour)
  }),
  step('product', 'one product beside the list', { also: [...ALL, 'forced'] }, ways.openProduct),
  ...catalogueSteps,
  ...invoiceSteps,
  step('profile', 'the profile', { also: ALL }, async (tour) => {
    await ways.closeDialog(tour.page)
    await ways.toProfile(tour)
  }),
  ...diagnosticsSteps,
  step('settings', 'the settings', { also: [...ALL, 'zoomed', 'forced'] }, ways.toSettings),
  ...aboutSteps,
  ...pdfFolderSteps,
  step('settings-background', 'a shortcut that another program has', { also: ['dark'] }, async (tour) => {
    otherProgram = await startOtherProgram('Ctrl+Alt+P')
    await ways.recordShortcut(tour, 'Control+Alt+P')
    await expect(
      tour.page.getByText(say(settings.background.shortcut.taken, { keys: `${common.key.control}+Alt+P` }))
    ).toBeVisible()
  }),
  step('settings-background-small', 'the same at 800 × 500', { size: SMALL }, ways.toShortcut),
  step('settings-shortcut', 'while it is recorded, after keys that can’t be one', { also: ['dark'] }, async (tour) => {
    await otherProgram.quit()
    await ways.recordShortcut(tour, 'Control+C')
  }),
  step('settings-shortcut-small', 'the same at 800 × 500', { size: SMALL }, ways.toShortcut),
  step('settings-notifications', 'notifications, with a number that is too large', { also: ['dark'] }, async (tour) => {
    await ways.recordShortcut(tour, 'Backspace')
    await ways.toDueSoon(tour)
    await tour.page.keyboard.type('61')
  }),
  step('settings-notifications-small', 'the same at 800 × 500', { size: SMALL }, ways.toDueSoon)
]

const connectionSteps = [
  step('settings-advanced', 'the advanced settings', { also: ALL }, ({ page }) => ui.toAdvanced(page)),
  step('settings-csv', 'CSV files in them', { also: BOTH }, ({ page }) =>
    page.getByLabel(setting.csvIdentifiersAsFormulas).scrollIntoViewIfNeeded()
  ),
  step('settings-connection', 'the settings, the connection in them', {}, ({ page }) =>
    ui.button(page, connection.edit).scrollIntoViewIfNeeded()
  ),
  step('check', 'the connection check, all fine', { also: ['zoomed'] }, ways.checkConnection),
  step('check-small', 'the same at 800 × 500', { size: SMALL }, stay),
  step('connection', 'the connection while it is edited', { also: ['zoomed'] }, ways.editConnection),
  step('connection-end', 'its end: file, another provider', {}, async (tour) => {
    await ui.field.address(tour.page).fill('https://example.invalid')
    await ui.button(tour.page, connection.status.add).click()
    await toSave(tour)
  }),
  step('connection-small', 'the same at 800 × 500', { size: SMALL }, toAddress),
  step('connection-end-small', 'its end at 800 × 500', { size: SMALL }, toSave),
  step('settings-dark', 'the dark theme', {}, async (tour) => {
    await ui.button(tour.page, common.cancel).click()
    await ways.chooseTheme(tour, settingChoice.theme.dark)
  }),
  step('connection-dark', 'the connection, dark', {}, ways.editConnection)
]

const offlineSteps = [
  step('offline-dark', 'the API can’t be reached, dark', {}, async (tour) => {
    await tour.api.stop()
    await ways.toCatalogue(tour)
    await tour.page.getByRole('button', { name: shell.status.refresh }).click()
    await seeUnreachable(tour.page)
  }),
  step('check-problem-dark', 'the connection check with a problem, dark', {}, async (tour) => {
    await ways.toSettings(tour)
    await ways.checkConnection(tour)
  }),
  step('offline', 'the API can’t be reached: saved data and its age', {}, async (tour) => {
    await ways.chooseTheme(tour, settingChoice.theme.system)
    await ways.toCatalogue(tour)
    await seeUnreachable(tour.page)
  }),
  step('overview-offline', 'the overview meanwhile', { also: BOTH }, ways.toOverview)
]

walk([
  ...firstScreen,
  ...ownProviderSteps,
  ...viewSteps,
  ...goodViews,
  ...transferSteps,
  ...connectionSteps,
  ...offlineSteps,
  ...accountSteps,
  ...passwordStoreSteps
])
