/** How long the note of something that is done stays. */
import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import NoteStrip from '../../../../src/renderer/src/ui/record/NoteStrip.vue'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const show = (expires: boolean) =>
  mount(NoteStrip, {
    attachTo: document.body,
    props: { words: 'Saved.', done: true, expires },
    slots: { default: '<button>Show</button>' }
  })

test('goes by itself after ten seconds, where it needs nobody', async () => {
  const [note, warning] = [show(true), show(false)]
  vi.advanceTimersByTime(9_000)
  expect(note.emitted('expired')).toBeUndefined()
  vi.advanceTimersByTime(1_000)
  expect(note.emitted('expired')).toHaveLength(1)
  vi.advanceTimersByTime(60_000)
  expect(warning.emitted('expired')).toBeUndefined()
})

test('stays while it is pointed at or has the focus, and ten seconds longer', async () => {
  const note = show(true)
  const goes = async (ms: number): Promise<boolean> => {
    await nextTick()
    vi.advanceTimersByTime(ms)
    return note.emitted('expired') !== undefined
  }
  await nextTick()
  await note.trigger('mouseenter')
  expect(await goes(60_000)).toBe(false)
  await note.trigger('mouseleave')
  expect(await goes(9_000)).toBe(false)
  note.get('button').element.focus()
  expect(await goes(60_000)).toBe(false)
  note.get('button').element.blur()
  expect(await goes(9_000)).toBe(false)
  expect(await goes(1_000)).toBe(true)
})
