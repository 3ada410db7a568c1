/**
 * Facts that the person was told of, as marks (`marks.ts`). Without the account's key they are remembered in memory only, as its
 * documents are, and noted with those once the key is there.
 */
import { setImmediate } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import type { AccountStorage } from '../core/ports/index.ts'
import { readableRows } from './salvage.ts'
import { marksBy, type MarkOf } from './keyed-hashes.ts'
import type { Personal } from './personal.ts'
import { prepared } from './query/statements.ts'
import type { Store } from './store.ts'

/**
 * Facts of an account that are remembered, beyond which the oldest are forgotten: those of 125,000 open invoices, so that no list
 * that an account really has comes to more. Some 30 MB.
 */
const MOST_TOLD = 500_000

/** Facts that are looked up or noted at once: a few milliseconds, and there may be 50,000. */
const AT_ONCE = 1000

/** As they are, in the order in which they were noted. */
export function copyTold(from: DatabaseSync, to: DatabaseSync): void {
  const put = to.prepare('INSERT OR IGNORE INTO told (mark) VALUES (?)')
  const rows = readableRows(from, 'told').sort((one, other) => Number(one['at']) - Number(other['at']))
  for (const { mark } of rows) if (mark instanceof Uint8Array) put.run(mark)
}

/** Of one account. @param most facts that are remembered */
export function toldFacts(
  store: Store,
  personal: Pick<Personal, 'keyToSeal'>,
  most = MOST_TOLD
): Pick<AccountStorage, 'untold' | 'noteTold'> {
  /** What there was no key for; null: nothing was noted without one. */
  let unmarked: Set<string> | null = null

  const note = async (markOf: MarkOf, facts: readonly string[]): Promise<void> => {
    for (const some of inPieces(facts)) {
      store.change((db) => put(db, markOf, some, most))
      await setImmediate()
    }
    // Last: should the app end before, the rest is no news at the next start.
    store.change((db) => prepared(db, 'INSERT OR IGNORE INTO told (mark) VALUES (?)').run(markOf()))
  }

  /** null: there is no key. */
  const marks = async (): Promise<MarkOf | null> => {
    const key = await personal.keyToSeal()
    const markOf = key && marksBy(key, 'told')
    const waiting = unmarked
    if (markOf && waiting) {
      await note(markOf, [...waiting])
      if (unmarked === waiting) unmarked = null
    }
    return markOf
  }

  return {
    async untold(facts) {
      const markOf = await marks()
      if (!markOf) return { first: !unmarked, untold: facts.filter((fact) => !unmarked?.has(fact)) }
      const first = !store.read((db) => isTold(db, markOf()))
      const found: string[] = []
      for (const some of inPieces(facts)) {
        found.push(...store.read((db) => some.filter((fact) => !isTold(db, markOf(fact)))))
        await setImmediate()
      }
      return { first, untold: found }
    },
    async noteTold(facts) {
      const markOf = await marks()
      if (markOf) await note(markOf, facts)
      else unmarked = new Set([...(unmarked ?? []), ...facts].slice(-most))
    }
  }
}

function put(db: DatabaseSync, markOf: MarkOf, facts: readonly string[], most: number): void {
  const add = prepared(db, 'INSERT OR IGNORE INTO told (mark) VALUES (?)')
  for (const fact of facts) add.run(markOf(fact))
  // However old, it stays known that anything was ever noted.
  const forget = prepared(db, 'DELETE FROM told WHERE rowid <= (SELECT max(rowid) FROM told) - ? AND mark <> ?')
  forget.run(most, markOf())
}

const isTold = (db: DatabaseSync, mark: Buffer): boolean =>
  prepared(db, 'SELECT 1 FROM told WHERE mark = ?').get(mark) !== undefined

function* inPieces(facts: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < facts.length; at += AT_ONCE) yield facts.slice(at, at + AT_ONCE)
}
