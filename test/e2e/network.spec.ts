/** Who is asked, by Chromium's own log, and a certificate that is rejected. Proxies: built-in-providers.spec.ts, proxy.spec.ts. */
import { readFileSync } from 'node:fs'
import { makeCertificates } from '../support/certificates.ts'
import { keyHashOf, startTlsFront } from '../support/tls-front.ts'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { say, words } from './words.ts'

const { error } = words

/** Every address that a session has asked for, and every name that it has looked up, by Chromium's own log. */
function askedIn(netLog: string): string[] {
  interface NetLog {
    constants: { logEventTypes: Record<string, number> }
    events: { type: number; params?: { url?: string; host?: string } }[]
  }
  const { constants, events } = JSON.parse(readFileSync(netLog, 'utf8')) as NetLog
  const { URL_REQUEST_START_JOB: request, HOST_RESOLVER_MANAGER_REQUEST: lookUp } = constants.logEventTypes
  expect([request, lookUp]).toEqual([expect.any(Number), expect.any(Number)])
  return events.flatMap(({ type, params }) => {
    if (type === lookUp && params?.host !== undefined) return [params.host]
    return type === request && params?.url !== undefined ? [new URL(params.url).origin] : []
  })
}

test('nobody but the provider is asked, by any session, also while its certificate is rejected', async ({
  launch,
  api
}, info) => {
  const log = info.outputPath('net-log.json')
  const { good, expired } = makeCertificates()
  const front = await startTlsFront(api.baseUrl, good)
  const { host } = new URL(front.address)
  const trusting = `--ignore-certificate-errors-spki-list=${keyHashOf(good)}`
  const app = await launch({ args: [`--log-net-log=${log}`, trusting] })
  const { page } = app
  await ui.signIn(page, front.address)
  await ui.settled(page)
  // For its certificate it has a session of its own.
  await ui.checkConnection(page)
  await expect(page.getByRole('status').filter({ hasText: words.help.connectionCheck.outcome.works })).toBeVisible()
  await test.step('a rejected certificate is explained, and saved data stays', async () => {
    await ui.goTo(page, 'catalogue')
    front.show(expired)
    front.cut()
    await ui.refreshAll(page)
    await ui.seeStatus(page, 'unreached')
    await expect(ui.alerts(page).first()).toContainText(say(error.TLS.sentence, { host }))
    // What was on its way before has ended. Pictures, which carry no credential, may be asked for at any time.
    const calls = (): number => api.requests.filter(({ headers }) => 'authorization' in headers).length
    const before = calls()
    await ui.refreshAll(page)
    await ui.atRest(page)
    await ui.seeStatus(page, 'unreached')
    await expect(ui.products(page).first()).toBeVisible()
    await ui.goTo(page, 'invoices')
    await expect(ui.invoiceRows(page).first()).toBeVisible()
    expect(calls()).toBe(before)
  })

  expect(await app.quit()).toBe(0)
  expect(new Set(askedIn(log))).toEqual(new Set([front.address]))
  await front.stop()
})
