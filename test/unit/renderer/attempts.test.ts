/** Several actions of the user at once. */
import { expect, test } from 'vitest'
import { useAttempt } from '../../../src/renderer/src/ui/useAttempt.ts'
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
