/** The answers that come with the start: taken in place of calls, as long as they are current. */
import { expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import type { Envelope } from '../../../../src/shared/ipc/contract.ts'
import { firstCalls } from '../../../../src/shared/ipc/first-calls.ts'
import { summary } from '../../invoices/page-of.ts'
import { fresh, layBridge, lockState, online, settings, signedIn } from './bridge.ts'
import { openPage } from './page.ts'

const sent: Record<string, unknown> = {
  'lock.state': lockState(),
  'app.info': { version: '1.2.3', platform: 'linux', dataFolder: '/data', locale: 'en-GB' },
  'app.settings': settings,
  'session.state': signedIn(),
  'app.status': { ...online, products: 4711 },
  'invoices.overview': { summary: summary({}), due: [], paid: [], freshness: fresh, missing: [] },
  'accounts.amounts': { accounts: [] },
  'catalogue.changes': { rows: [], total: 0, newest: 0, isCut: false, visit: '2026-11-20T14:30:00.000Z' }
}
const account = signedIn().accounts[0]?.account.id ?? ''
const names = firstCalls(account, false).map(([domain, method]) => `${domain}.${method}`)
const answers = (): Envelope<unknown>[] => names.map((name) => ({ ok: true, data: sent[name] }))
const all = () => ({ account, all: false, answers: answers() })
const card = browser.getByRole('region', { name: 'Catalogue', exact: true })

it('are enough for the first view', async () => {
  const bridge = layBridge()
  bridge.start(Promise.resolve(all()))
  await openPage('/')
  await expect.element(card).toMatchTextContent('4,711 products')
  expect(names.filter((name) => bridge.asked(name).length > 0)).toEqual([])
})

it('that are missing are asked for', async () => {
  const bridge = layBridge()
  bridge.answer('app.status', { ...online, products: 12 })
  const some = answers().map((answer, at) => (names[at] === 'app.status' ? null : answer))
  bridge.start(Promise.resolve({ ...all(), answers: some }))
  await openPage('/')
  await expect.element(card).toMatchTextContent('12 products')
})

it('are void once main reports a change', async () => {
  const bridge = layBridge()
  bridge.answer('app.status', { ...online, products: 12 })
  bridge.answer('invoices.overview', sent['invoices.overview'])
  const late = Promise.withResolvers<ReturnType<typeof all>>()
  bridge.start(late.promise)
  const opening = openPage('/')
  late.resolve(all())
  await late.promise
  bridge.emit('status')
  await opening
  await expect.element(card).toMatchTextContent('12 products')
})
