/** What main reports of accounts: only a change of the shown account's data reads its list again. */
import { expect, test } from 'vitest'
import { useInvoice } from '../../../../src/renderer/src/features/invoices/stores/invoice.ts'
import { invoices, openInvoices } from '../../invoices/page-of.ts'
import { rows } from '../../catalogue/fixtures.ts'
import { openCatalogue, pageOf } from '../../catalogue/page-of.ts'
import { account, bridge, fresh, online } from '../shell/bridge.ts'

const reads = (): number => bridge.asked('catalogue.page').length
const options = (): number => document.querySelectorAll('[role="option"]').length
const line = (): Element | null => document.querySelector('main [role="progressbar"]')
const statusReads = (): number => bridge.asked('app.status').length

test('another account’s changes read nothing of the shown one', async () => {
  await openCatalogue(rows(5))
  const calls = ['catalogue.page', 'catalogue.labels', 'catalogue.progress', 'catalogue.changes', 'app.status']
  const counts = (): number[] => calls.map((call) => bridge.asked(call).length)
  // What a start reads after the first paint, and at rest.
  await expect.poll(() => [bridge.asked('catalogue.progress').length, statusReads()]).toEqual([1, 2])
  const before = counts()
  bridge.answer('catalogue.page', pageOf(rows(3)))
  for (const topic of ['profile', 'catalogue', 'progress', 'invoices', 'status'] as const) bridge.emit(topic, 'other')
  // Read later than what the others could have caused.
  bridge.emit('desktop')
  const asked = bridge.asked('app.desktop').length
  await expect.poll(() => bridge.asked('app.desktop').length).toBe(asked + 1)
  expect(counts()).toEqual(before)
  bridge.emit('catalogue', account.id)
  await expect.poll(options).toBe(3)
})

test('a refresh that begins, and its progress, are shown without reading the list again', async () => {
  await openCatalogue(rows(5))
  await expect.poll(statusReads).toBeGreaterThan(0)
  const before = reads()
  bridge.answer('app.status', { ...online, refreshing: ['catalogue', 'invoices'] })
  bridge.answer('catalogue.progress', { progress: { phase: 'arriving', bytes: 10, products: 1 } })
  bridge.emit('status')
  bridge.emit('progress')
  await expect.poll(line).not.toBe(null)
  await expect.poll(() => bridge.asked('catalogue.progress').length).toBeGreaterThan(0)
  bridge.answer('app.status', { ...online, refreshing: ['invoices'] })
  bridge.emit('status')
  await expect.poll(line).toBe(null)
  expect(reads()).toBe(before)
})

test('an invoice that isn’t there waits for the refresh that begins', async () => {
  bridge.answer('invoices.invoice', { view: null, freshness: fresh })
  await openInvoices(invoices(2))
  await useInvoice().open('new')
  await expect.poll(() => useInvoice().loadState.state).toBe('error')
  bridge.answer('invoices.invoice', { view: null, freshness: { ...fresh, refreshing: true } })
  bridge.answer('app.status', { ...online, refreshing: ['invoices'] })
  bridge.emit('status')
  await expect.poll(() => useInvoice().loadState.state).toBe('loading')
})

test('a list of which nothing is stored waits for the refresh that began', async () => {
  const never = { ...fresh, fetchedAt: null }
  await openCatalogue(rows(5))
  bridge.answer('catalogue.page', pageOf([], { freshness: never }))
  bridge.emit('catalogue')
  await expect.poll(options).toBe(0)
  bridge.answer('catalogue.page', pageOf([], { freshness: { ...never, refreshing: true } }))
  bridge.answer('app.status', { ...online, refreshing: ['catalogue'] })
  bridge.emit('status')
  await expect.poll(() => document.querySelector('main [aria-busy]')).not.toBe(null)
  bridge.answer('catalogue.page', pageOf(rows(2)))
  bridge.emit('catalogue')
  await expect.poll(options).toBe(2)
})
