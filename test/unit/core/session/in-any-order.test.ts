/**
 * Whatever is done in whatever order, and whatever store and files do meanwhile, a few things are always so (any-person.ts,
 * troubled-computer.ts). It fails when any one of the notes of what is pendingDeletions is left out or made too late, when a key is not
 * kept, when a sign-in is not watched, or when calls don't wait for their turn.
 */
import fc from 'fast-check'
import { test } from 'vitest'
import { settle } from '../../../support/ports.ts'
import { actions, Person } from './any-person.ts'
import { runs } from '../../../support/depth.ts'

test('secrets are where they are known of, go nowhere else, and what is over stays over', async () => {
  await fc.assert(
    fc.asyncProperty(actions, fc.boolean(), async (all, relaunches) => {
      const person = new Person()
      for (const [action, answers] of all) {
        person.act(action)
        await settle()
        person.check()
        for (let times = 0; times < answers; times += 1) {
          await person.computer.step()
          person.check()
        }
      }
      if (relaunches) person.computer.relaunch(false, false)
      await person.checkInTheEnd()
    }),
    { seed: 20261120, numRuns: runs(2000) }
  )
})
