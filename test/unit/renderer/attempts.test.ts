/** Several actions of the user at once. */
import { expect, test } from 'vitest'
import { useAttempt } from '../../../src/renderer/src/composables/useAttempt.ts'
import { unansweredChanges } from '../../../src/renderer/src/stores/unansweredChanges.ts'
import { settle } from '../../support/ports.ts'

const held = () => Array.from({ length: 3 }, () => Promise.withResolvers<void>()) as [Held, Held, Held]
type Held = PromiseWithResolvers<void>

test('it is busy while any of the actions runs', async () => {
  const { busy, error, attempt } = useAttempt()
  const [one, two, three] = held()
  for (const { promise } of [one, two, three]) void attempt(() => promise)
  const seen: boolean[] = []
  for (const end of [two.resolve, () => one.reject(new Error('no')), three.resolve]) {
    seen.push(busy.value)
    end()
    await settle()
  }
  expect([...seen, busy.value]).toEqual([true, true, true, false])
  expect(error.value).toMatchObject({ code: 'INTERNAL' })
})

test('an unanswered change stays while another one is answered, and is undone by itself', async () => {
  const { all, showWhile } = unansweredChanges<{ wide: boolean; dark: boolean; size: number }>()
  const [one, two, three] = held()
  void showWhile({ wide: true, size: 1 }, () => one.promise)
  const failing = showWhile({ dark: true }, () => two.promise).catch(() => 'failed')
  void showWhile({ size: 2 }, () => three.promise)
  expect(all.value).toEqual({ wide: true, dark: true, size: 2 })
  two.reject(new Error('no'))
  expect(await failing).toBe('failed')
  expect(all.value).toEqual({ wide: true, size: 2 })
  one.resolve()
  await settle()
  expect(all.value).toEqual({ size: 2 })
  three.resolve()
  await settle()
  expect(all.value).toEqual({})
})
