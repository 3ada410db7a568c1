/**
 * Whatever is done in whatever order, and whatever store and files do meanwhile, a few things are always so (random-user.ts,
 * failing-computer.ts). It fails when any one of the notes of what is pendingDeletions is left out or made too late, when a key is not
 * kept, when a sign-in is not watched, or when calls don't wait for their turn.
 */
import fc from 'fast-check'
import { test } from 'vitest'
import { settle } from '../../../support/ports.ts'
import { actions, RandomUser } from './random-user.ts'
import { runs } from '../../../support/depth.ts'

test('secrets are where they are known of, go nowhere else, and what is over stays over', async () => {
  await fc.assert(
    fc.asyncProperty(actions, fc.boolean(), async (all, relaunches) => {
      const user = new RandomUser()
      for (const [action, answers] of all) {
        user.act(action)
        await settle()
        user.check()
        for (let times = 0; times < answers; times += 1) {
          await user.computer.step()
          user.check()
        }
      }
      if (relaunches) user.computer.relaunch(false, false)
      await user.checkInTheEnd()
    }),
    { seed: 20261120, numRuns: runs(2000) }
  )
})
