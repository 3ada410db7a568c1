import { mount } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { h } from 'vue'
import LoadState from '../../../../src/renderer/src/ui/controls/LoadState.vue'
import type { Load } from '../../../../src/renderer/src/ui/data/load.ts'
import type { Freshness } from '../../../../src/shared/models/freshness.ts'

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

const show = (load: Load<string>, empty = false) =>
  mount(LoadState<string>, {
    props: { load, empty, host: 'api.example.com' },
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

test('an error beside data is left to the view', () => {
  const view = show(ready({ error: { code: 'TIMEOUT' } }))
  expect(view.get('.data').text()).toBe('the data')
  expect(view.find('[role="alert"]').exists()).toBe(false)
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
