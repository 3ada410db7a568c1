/**
 * The rules for tokens and keys (random-user.ts, failing-computer.ts) over all short sequences of actions, over a death of the app
 * before each write, and over random long sequences.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEEP, runs, sample } from '../../../support/depth.ts'
import { ADA, BOB } from '../computer.ts'
import { actions, PLACES, User, type Action } from './random-user.ts'

const [OTHER, HERE] = PLACES as [(typeof PLACES)[number], (typeof PLACES)[number]]
const SIGN_IN: Action = { kind: 'signIn', email: ADA, connection: HERE, again: 0 }
const ANSWER: Action = { kind: 'answer' }

/** One account at one provider. */
const ALPHABET: Action[] = [
  SIGN_IN,
  { kind: 'access' },
  { kind: 'key', which: 0 },
  { kind: 'signOut', which: 0, erase: false },
  { kind: 'remove', which: 0 },
  { kind: 'move', connection: OTHER },
  { kind: 'move', connection: HERE },
  { kind: 'retry' },
  { kind: 'eraseAll', leave: false },
  { kind: 'eraseAll', leave: true },
  { kind: 'mood', mood: 'locked' },
  { kind: 'mood', mood: 'late' },
  { kind: 'mood', mood: 'fine' },
  ANSWER,
  { kind: 'relaunch', finishes: true },
  { kind: 'readdress', which: 0, connection: OTHER },
  { kind: 'tamper', which: 0, part: 'token' }
]
const SIGN_IN_OTHER: Action = { kind: 'signIn', email: BOB, connection: HERE, again: null }
/** Two accounts, of which one is shown. */
const OF_TWO: Action[] = [
  { ...SIGN_IN, again: null },
  SIGN_IN_OTHER,
  { kind: 'show', which: 0 },
  { kind: 'show', which: 1 },
  { kind: 'access' },
  { kind: 'key', which: 1 },
  { kind: 'signOut', which: 0, erase: false },
  { kind: 'signOut', which: 1, erase: false },
  { kind: 'signOut', which: 1, erase: true },
  { kind: 'eraseAll', leave: false },
  { kind: 'mood', mood: 'locked' },
  { kind: 'mood', mood: 'fine' },
  ANSWER
]
const BOTH: Action[] = [{ ...SIGN_IN, again: null }, ANSWER, ANSWER, SIGN_IN_OTHER, ANSWER, ANSWER]
const STARTS: Record<string, Action[]> = {
  'not signed in': [],
  'signed in': [SIGN_IN, ANSWER, ANSWER, { kind: 'relaunch', finishes: false }],
  'just signed in': [SIGN_IN, ANSWER, ANSWER],
  'in memory only': [{ kind: 'mood', mood: 'locked' }, SIGN_IN, ANSWER, ANSWER, { kind: 'mood', mood: 'fine' }]
}

function* sequences(alphabet: readonly Action[], length: number): Generator<Action[]> {
  if (length === 0) yield []
  else for (const rest of sequences(alphabet, length - 1)) for (const first of alphabet) yield [first, ...rest]
}

async function play(user: User, all: readonly Action[]): Promise<void> {
  for (const action of all) {
    await user.act(action)
    if (user.computer.isDead) user.relaunch()
    user.check()
  }
}

const describeActions = (all: readonly Action[]): string => all.map((action) => JSON.stringify(action)).join(' ')

/** Names the sequence that breaks a rule. */
async function explain(all: readonly Action[], work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw new Error(describeActions(all), { cause: error })
  }
}

describe.each([
  ...Object.entries(STARTS).map(([name, start]) => [name, start, ALPHABET] as const),
  ['two accounts signed in', BOTH, OF_TWO] as const
])('%s: the rules hold', (_name, start, alphabet) => {
  const what = DEEP ? 'all sequences of 4 actions' : 'all sequences of 2 actions, and one in eleven of 3'
  const all = DEEP ? sequences(alphabet, 4) : [...sequences(alphabet, 2), ...sample([...sequences(alphabet, 3)])]

  test(`over ${what}`, { timeout: 600_000 }, async () => {
    for (const sequence of all)
      await explain(sequence, async () => {
        const user = new User()
        await play(user, [...start, ...sequence])
        await user.checkAtEnd()
      })
  })

  test('whichever write the app dies before', { timeout: 600_000 }, async () => {
    for (const sequence of sequences(alphabet, DEEP ? 3 : 2))
      await explain(sequence, async () => {
        for (let writes = 0, died = true; died; writes += 1) {
          const user = new User()
          await play(user, start)
          user.computer.writesToLive = writes
          await play(user, [...sequence, ANSWER, ANSWER])
          died = user.computer.deaths > 0
          user.computer.writesToLive = Infinity
          await user.checkAtEnd()
        }
      })
  })
})

test('a locked keychain asks once for each account and launch, and once for each thing the user does', async () => {
  const alphabet = ALPHABET.filter(({ kind }) => kind !== 'mood' && kind !== 'relaunch')
  for (const sequence of sample([...sequences(alphabet, 3)]))
    await explain(sequence, async () => {
      const user = new User()
      await play(user, [...(STARTS['signed in'] ?? []), { kind: 'mood', mood: 'locked' }, ...sequence])
      await user.computer.untilQuiet()
      user.checkPrompts()
    })
})

test('the rules hold over random long sequences of several accounts', async () => {
  await fc.assert(
    fc.asyncProperty(actions, fc.boolean(), async (all, relaunches) => {
      const user = new User()
      await play(user, all)
      if (relaunches) user.relaunch()
      await user.checkAtEnd()
    }),
    { seed: 20261120, numRuns: runs(2000) }
  )
})

test('an erasure that was interrupted is completed by the journal', async () => {
  for (let writes = 0, died = true; died; writes += 1) {
    const user = new User()
    await play(user, STARTS['signed in'] ?? [])
    user.computer.writesToLive = writes
    await play(user, [{ kind: 'eraseAll', leave: false }, ANSWER, ANSWER])
    died = user.computer.deaths > 0
    user.computer.writesToLive = Infinity
    const begun = user.computer.cache.registry.list.some(({ tokenStored }) => !tokenStored)
    await play(user, [{ kind: 'retry' }, ANSWER, ANSWER])
    if (begun || !died) expect([...user.computer.entries]).toEqual([])
  }
})
