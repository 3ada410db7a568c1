/** The views of an account whose profile states the money in it. */
import { expect } from '@playwright/test'
import { SampleApi } from '../../src/sample/index.ts'
import { BUILT_IN } from '../../src/shared/providers/built-in.ts'
import * as ui from '../e2e/ui.ts'
import { words } from '../e2e/words.ts'
import { step, type Tour } from './tour.ts'
import { signIn, toOverview, toProfile, toSettings } from './ways.ts'

const {
  accounts: { profile },
  settings: { label: setting }
} = words
const BOTH = ['small', 'dark'] as const

async function openAccountWithBalance(tour: Tour): Promise<void> {
  await ui.startOver(tour)
  const sample = new SampleApi({ drift: true }).fetch
  tour.api.respondWith(BUILT_IN['hypeproxy-v2'].profile?.path ?? '', async (request) => {
    const answer = await sample(request)
    const stated = answer.ok ? { balance: 48.2, currency: 'EUR' } : {}
    return Response.json({ ...((await answer.json()) as object), ...stated }, { status: answer.status })
  })
  await signIn(tour)
}

export const balanceSteps = [
  step('balance-overview', 'money in the account: the overview', { also: BOTH }, async (tour) => {
    await openAccountWithBalance(tour)
    await toOverview(tour)
    await expect(tour.page.getByText(profile.balance, { exact: true })).toBeVisible()
  }),
  step('balance-profile', 'money in the account: the profile', {}, toProfile),
  step('balance-settings', 'its notice in the settings', { also: BOTH }, async (tour) => {
    await toSettings(tour)
    const notice = tour.page.getByLabel(setting.balanceThreshold)
    await notice.check()
    await notice.scrollIntoViewIfNeeded()
  })
]
