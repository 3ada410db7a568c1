/** The views of an account whose provider lacks a catalogue, a profile or invoices. */
import { expect, type Page } from '@playwright/test'
import type { DefinitionChanges } from '../../src/shared/models/connection.ts'
import * as ui from '../e2e/ui.ts'
import { words } from '../e2e/words.ts'
import { step, type Tour } from './tour.ts'
import { signIn, toInvoices, toOverview } from './ways.ts'

const {
  invoices,
  overview,
  ui: { shell }
} = words
const BOTH = ['small', 'dark'] as const

/** The shown account's connection, without these calls. */
async function lose({ page, api }: Tour, parts: DefinitionChanges): Promise<void> {
  const connection = { provider: 'hypeproxy-v2' as const, baseUrl: api.baseUrl, ...parts }
  expect(await ui.changeByBridge(page, connection)).toMatchObject({ ok: true })
}
const inRail = (page: Page, name: string) =>
  page.getByRole('navigation', { name: shell.rail }).getByRole('link', { name, exact: true })

export const missingPartSteps = [
  step('no-catalogue-overview', 'a provider without a catalogue: the overview', { also: BOTH }, async (tour) => {
    await ui.startOver(tour)
    await signIn(tour)
    await lose(tour, { products: null, product: null })
    await toOverview(tour)
    await expect(inRail(tour.page, shell.nav.catalogue)).toBeHidden()
  }),
  step('no-catalogue-invoices', 'a provider without a catalogue: the invoices', { also: BOTH }, toInvoices),
  step('no-profile', 'a provider without a profile', { also: BOTH }, async (tour) => {
    await lose(tour, { profile: null })
    await toOverview(tour)
    await expect(inRail(tour.page, shell.nav.profile)).toBeHidden()
    await expect(inRail(tour.page, shell.nav.catalogue)).toBeVisible()
  }),
  step('no-invoices-overview', 'a provider without invoices: the overview', { also: BOTH }, async (tour) => {
    await lose(tour, { invoices: null })
    // Away from the rail, whose tooltip would be in the picture.
    await tour.page.mouse.move(600, 400)
    await expect(tour.page.getByText(invoices.noList.action, { exact: true })).toBeVisible()
    await expect(tour.page.getByRole('region', { name: overview.open.title })).toBeHidden()
  }),
  step('no-invoices', 'a provider without invoices: their view', { also: BOTH }, async ({ page }) => {
    await ui.goTo(page, 'invoices')
    await expect(page.getByText(invoices.noList.title, { exact: true })).toBeVisible()
  })
]
