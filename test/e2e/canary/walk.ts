/** Steps that the walks with the echoing API share. */
import { expect, type Page } from '@playwright/test'
import { leaks, type Findings } from '../../support/leaks.ts'
import { readKeychain } from '../app/keychain.ts'
import type { App } from '../fixtures.ts'
import * as ui from '../ui.ts'
import type { Heard } from './calls.ts'
import { listenToPushes, lookAtPage, note } from './places.ts'
import { CALLER, MARKER, PASSWORD, PROXY_PASSWORD, SIGN_IN_PATH, startEchoApi, type EchoApi } from './api.ts'

/** Places without data of the API: a change has a topic and an account’s id only, and output and diagnostics are about the app. */
const SILENT = ['changes', 'the app’s output', 'the saved diagnostics']
/** The PIN of the app lock. It is never sent, so no answer echoes it. */
export const PIN = 'Pinguin4sommer Zaunkoenig8winter'

export interface Walk extends Heard {
  telling: EchoApi
}

export const startWalk = async ({ isTyped } = { isTyped: false }): Promise<Walk> => ({
  telling: await startEchoApi(),
  findings: new Map(),
  isTyped,
  asked: new Set()
})

/** The secrets that may be in the keychain only. */
export async function secretsOf({ telling: { token } }: Walk): Promise<Record<string, string>> {
  const kept = (await readKeychain()).map(({ password }) => password)
  const { dataKey } = JSON.parse(kept.find((text) => text.includes(token)) ?? '{}') as { dataKey?: string }
  expect(dataKey).toHaveLength(44)
  return {
    password: PASSWORD,
    'proxy password': PROXY_PASSWORD,
    token,
    PIN,
    'data key': String(dataKey),
    'request details': CALLER
  }
}

export async function look(page: Page, findings: Findings): Promise<void> {
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true
  })
  await lookAtPage(page, findings)
}

/** The API refuses the password, then redirects, then accepts it. */
export async function startSession({ page }: App, { telling, findings }: Walk): Promise<void> {
  await listenToPushes(page)
  await ui.openAdvanced(page)
  await ui.writeDefinition(page, { signIn: { path: SIGN_IN_PATH }, timeoutSeconds: 3 })
  await ui.closeAdvanced(page)
  for (const manners of ['refusing', 'redirecting'] as const) {
    telling.manners = manners
    await ui.submitSignIn(page, { address: telling.baseUrl, password: PASSWORD })
    await expect(ui.alerts(page)).toBeVisible()
    await look(page, findings)
  }
  telling.manners = 'fine'
  await ui.submitSignIn(page, { address: telling.baseUrl, password: PASSWORD })
  await ui.goTo(page, 'catalogue')
  await expect(ui.products(page)).toHaveCount(2)
  await ui.settled(page)
}

/** The redirect target must hear nothing but the spec itself, which shows that it listens. */
export async function hearElsewhere({ elsewhere }: EchoApi, findings: Findings): Promise<void> {
  await fetch(`${elsewhere.baseUrl}/${MARKER}`)
  expect(elsewhere.requests).toHaveLength(1)
  note(findings, 'what was heard elsewhere', JSON.stringify(elsewhere.requests))
}

export function expectMarkers(findings: Findings): void {
  const found = leaks(findings, { marker: MARKER })
  const telling = [...findings.keys()].filter((place) => !SILENT.includes(place))
  expect(found).toEqual(telling.map((place) => `marker in ${place}`))
}
