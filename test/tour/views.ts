/** Every view with data that isn't good: an account of the one public provider, and difficult data. */
import { SampleApi } from '../../src/sample/index.ts'
import * as ui from '../e2e/ui.ts'
import { balanceSteps } from './balance.ts'
import { missingPartSteps } from './missing-parts.ts'
import { step, type Step, type Tour } from './tour.ts'
import { openInvoice, openProduct, signIn, toCatalogue, toInvoices, toOverview, toPlans, toProfile } from './ways.ts'

const ALL = ['small', 'wide', 'zoomed', 'dark'] as const

async function openBareAccount(tour: Tour): Promise<void> {
  const { api } = tour
  const bare = new SampleApi({ data: 'bare' }).fetch
  api.respondWith(/./, (request) => bare(request))
  await signIn(tour)
}

async function openDifficultSample(tour: Tour): Promise<void> {
  await ui.startOver(tour)
  await ui.openDifficultSample(tour.page)
  await toCatalogue(tour)
}

const viewsOf = (name: string, what: string, openAccount: (tour: Tour) => Promise<void>): Step[] => [
  step(`${name}-overview`, `${what}: the overview`, { also: ALL }, async (tour) => {
    await openAccount(tour)
    await toOverview(tour)
  }),
  step(`${name}-catalogue`, `${what}: the catalogue`, { also: ALL }, toCatalogue),
  step(`${name}-product`, `${what}: one product`, { also: ALL }, openProduct),
  step(`${name}-invoices`, `${what}: the invoices`, { also: ALL }, toInvoices),
  step(`${name}-invoice`, `${what}: one invoice`, { also: ALL }, openInvoice),
  step(`${name}-profile`, `${what}: the profile`, { also: ALL }, toProfile)
]

export const viewSteps = [
  ...viewsOf('bare', 'no currency, due date and number', openBareAccount),
  ...viewsOf('difficult', 'difficult data', openDifficultSample),
  step('difficult-plans', 'difficult data: the plans', { also: ALL }, toPlans),
  ...missingPartSteps,
  ...balanceSteps,
  step('erased', 'the first screen after everything was erased', {}, ui.startOver)
]
