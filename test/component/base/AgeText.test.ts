import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import AgeText from '../../../src/renderer/src/components/base/AgeText.vue'
import { formatMoment } from '../../../src/renderer/src/i18n.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const at = new Date(NOW - 30_000).toISOString()

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('grows older by itself, with the exact moment in its title', async () => {
  const age = mount(AgeText, { props: { at } })
  expect(age.text()).toBe('Showing data from a moment ago.')
  expect(age.attributes()).toMatchObject({ datetime: at, title: formatMoment(at) })
  vi.advanceTimersByTime(3 * 60_000)
  await nextTick()
  expect(age.text()).toBe('Showing data from 3 minutes ago.')
})

test('rests while nobody sees it, and is right when seen again', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const age = mount(AgeText, { props: { at } })
  vi.advanceTimersByTime(3_600_000)
  await nextTick()
  expect(age.text()).toBe('Showing data from a moment ago.')
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await nextTick()
  expect(age.text()).toBe('Showing data from 1 hour ago.')
})

test('stops its clock with the last one shown', () => {
  const one = mount(AgeText, { props: { at } })
  const two = mount(AgeText, { props: { at } })
  expect(vi.getTimerCount()).toBe(1)
  one.unmount()
  expect(vi.getTimerCount()).toBe(1)
  two.unmount()
  expect(vi.getTimerCount()).toBe(0)
})
