import { mount } from '@vue/test-utils'
import { afterEach, expect, test, vi } from 'vitest'
import { defineComponent, h, nextTick } from 'vue'
import { useNow } from '../../../../src/renderer/src/ui/clock.ts'
import { formatAge } from '../../../../src/renderer/src/i18n.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('an age grows by itself, rests while hidden, and is right when seen again', async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date', 'setInterval', 'clearInterval'] })
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  const at = new Date(Date.now() - 3 * 3_600_000).toISOString()
  const Age = defineComponent(() => {
    const now = useNow()
    return () => h('p', formatAge(at, now.value) ?? '')
  })
  const view = mount(Age)
  const hourLater = async (): Promise<string> => {
    vi.advanceTimersByTime(3_600_000)
    await nextTick()
    return view.text()
  }
  expect(view.text()).toBe('3 hours ago')
  expect(await hourLater()).toBe('4 hours ago')
  hidden.mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(vi.getTimerCount(), 'timers while hidden').toBe(0)
  expect(await hourLater()).toBe('4 hours ago')
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await nextTick()
  expect(view.text()).toBe('5 hours ago')
  view.unmount()
})
