import { mount } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import { h, nextTick } from 'vue'
import LoadState from '../../../src/renderer/src/components/base/LoadState.vue'
import type { Load } from '../../../src/renderer/src/stores/load.ts'
import type { ErrorCode } from '../../../src/shared/ipc/error.ts'
import type { Freshness } from '../../../src/shared/models/freshness.ts'

const fresh = (more: Partial<Freshness> = {}): Freshness => ({
  fetchedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  refreshing: false,
  error: null,
  notes: [],
  partial: null,
  revision: 1,
  ...more
})
const ready = (more: Partial<Freshness> = {}): Load<string> => ({
  state: 'ready',
  data: 'the data',
  freshness: fresh(more)
})

const show = (load: Load<string>, empty = false, hiddenErrors: readonly ErrorCode[] = []) =>
  mount(LoadState<string>, {
    props: { load, empty, hiddenErrors, host: 'api.example.com' },
    slots: {
      default: ({ data }: { data: string }) => h('p', { class: 'data' }, data),
      empty: () => h('p', { class: 'nothing' }, 'nothing there')
    }
  })

/** The error's words, once they were loaded. */
const errorText = (view: ReturnType<typeof show>) => (): string | null => {
  const alert = view.find('[role="alert"]')
  return alert.exists() ? alert.text() : null
}

test('bones and a word for screen readers on the first load only', () => {
  const first = show({ state: 'loading' })
  expect(first.find('.bones').exists()).toBe(true)
  expect(first.get('[role="status"]').text()).toBe('Loading')
  expect(
    show(ready({ refreshing: true }))
      .find('.bones')
      .exists()
  ).toBe(false)
})

test('keeps the data under a thin line while it is renewed', () => {
  const view = show(ready({ refreshing: true }))
  expect(view.get('.data').text()).toBe('the data')
  expect(view.find('[role="progressbar"]').exists()).toBe(true)
  expect(show(ready()).find('[role="progressbar"]').exists()).toBe(false)
})

test('keeps the data after a failed try, says so and how old it is, and can try again', async () => {
  const view = show(ready({ error: { code: 'TIMEOUT' } }))
  expect(view.get('.data').text()).toBe('the data')
  await expect.poll(errorText(view)).toContain('api.example.com took too long to respond.')
  expect(errorText(view)()).toContain('Showing data from 3 hours ago.')
  await view.get('[role="alert"] button').trigger('click')
  expect(view.emitted('retry')).toHaveLength(1)
})

test('the age grows by itself, rests while hidden, and is right when seen again', async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date', 'setInterval', 'clearInterval'] })
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  const view = show(ready({ error: { code: 'TIMEOUT' } }))
  await vi.waitFor(() => expect(errorText(view)()).toContain('Showing data from 3 hours ago.'))
  vi.advanceTimersByTime(3_600_000)
  await nextTick()
  expect(errorText(view)()).toContain('4 hours ago.')
  hidden.mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(vi.getTimerCount(), 'timers while hidden').toBe(0)
  vi.advanceTimersByTime(3_600_000)
  await nextTick()
  expect(errorText(view)()).toContain('4 hours ago.')
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await nextTick()
  expect(errorText(view)()).toContain('5 hours ago.')
  view.unmount()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test.each(['OFFLINE', 'UNAUTHORIZED'] as const)('does not repeat %s that the shell shows', async (code) => {
  // Any error is rendered by then.
  const other = show(ready({ error: { code } }), false, ['CANCELLED'])
  await expect.poll(errorText(other)).not.toBe(null)
  const view = show(ready({ error: { code } }), false, ['OFFLINE', 'UNAUTHORIZED'])
  expect(view.find('[role="alert"]').exists()).toBe(false)
  expect(view.get('.data').text()).toBe('the data')
})

test('shows the error when there is nothing else', async () => {
  const view = show({ state: 'error', error: { code: 'OFFLINE' }, freshness: null })
  await expect.poll(errorText(view)).toContain('You’re offline.')
  await view.get('[role="alert"] button').trigger('click')
  expect(view.emitted('retry')).toHaveLength(1)
})

test('words for nothing there, once it is known that there is nothing', () => {
  expect(show(ready(), true).find('.nothing').exists()).toBe(true)
  expect(show({ state: 'loading' }, true).find('.nothing').exists()).toBe(false)
})
