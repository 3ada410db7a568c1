/** Somebody who does whatever can be done with accounts, in any order, on a computer where whatever can go wrong does. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { AppError, toErrorInfo } from '../../../../src/shared/ipc/error.ts'
import type { Account } from '../../../../src/shared/models/account.ts'
import type { Connection } from '../../../../src/shared/models/connection.ts'
import { settle } from '../../../support/ports.ts'
import { ADA, BOB, SAMPLE } from './computer.ts'
import { MOODS, tokenOf, FailingComputer } from './failing-computer.ts'

/** The last two are one origin. */
const PLACES = ['https://other.example', 'https://host.example', 'https://host.example/api']
const connection = fc.constantFrom(...PLACES.map((baseAddress): Connection => ({ baseAddress, preset: 'v2' })))
const email = fc.constantFrom(ADA, BOB)
/** Of the accounts that there are then. */
const which = fc.nat(3)
const again = fc.option(which, { freq: 2 })
const kind = <K extends string, T extends object>(
  name: K,
  more: { [P in keyof T]: fc.Arbitrary<T[P]> }
): fc.Arbitrary<{ kind: K } & T> => fc.record<T>(more).map((rest) => ({ kind: name, ...rest }))

const action = fc.oneof(
  { weight: 6, arbitrary: kind('signIn', { email, connection, again }) },
  { weight: 2, arbitrary: kind('useToken', { email, connection, again }) },
  { weight: 1, arbitrary: kind('sample', {}) },
  { weight: 4, arbitrary: kind('signOut', { which, erase: fc.boolean() }) },
  { weight: 2, arbitrary: kind('remove', { which }) },
  { weight: 2, arbitrary: kind('switch', { which }) },
  { weight: 2, arbitrary: kind('move', { connection }) },
  { weight: 3, arbitrary: kind('access', {}) },
  { weight: 3, arbitrary: kind('key', { which }) },
  { weight: 1, arbitrary: kind('refuse', {}) },
  { weight: 3, arbitrary: kind('retry', {}) },
  { weight: 2, arbitrary: kind('eraseAll', { leave: fc.boolean() }) },
  { weight: 2, arbitrary: kind('relaunch', { lands: fc.boolean(), aged: fc.boolean() }) },
  { weight: 1, arbitrary: kind('readdress', { which, connection }) },
  { weight: 6, arbitrary: kind('mood', { mood: fc.constantFrom(...MOODS) }) },
  { weight: 2, arbitrary: kind('room', { room: fc.constantFrom(0, 1, 2, 3, Infinity) }) },
  { weight: 1, arbitrary: kind('tamper', { which }) }
)
/** How often store and platform answer before the next action. */
export const actions = fc.array(fc.tuple(action, fc.nat(4)), { maxLength: 30, size: 'max' })
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

export class RandomUser {
  readonly computer = new FailingComputer()
  /** Accounts whose entry somebody else deleted, or whose address somebody else changed, or a crash in the middle of an erasure of everything. */
  readonly tampered = new Set<string>()
  /** Accounts that were removed: their ids are never seen again. */
  readonly gone = new Set<string>()
  /** Accounts that signed out, and how many sign-ins had begun before. */
  readonly out = new Map<string, number>()
  #signIns = 0
  #erasing: string[] = []

  act(action: Action): void {
    const done = this.#begin(action)
    if (!done) return
    // What waits when the app dies never ends: nobody waits for it here.
    done.catch((error: unknown) => {
      if (!(error instanceof AppError)) this.computer.wrong.push(String(error))
    })
  }

  #erasureBroken(): void {
    for (const id of this.#erasing) this.tampered.add(id)
    this.#erasing = []
  }

  /** One that ended with an error counts as well: a full disk may have taken the account and not the note about it. */
  #signedIn(at: Pick<Account, 'email' | 'connection'>, number: number): void {
    for (const { id, email, connection, signedOut } of this.computer.records) {
      const same = email === at.email && connection.baseAddress === at.connection.baseAddress
      if (same && !signedOut && (this.out.get(id) ?? Infinity) < number) this.out.delete(id)
    }
  }

  #begin(action: Action): Promise<void> | null {
    const { computer } = this
    const { session } = computer
    const ids = computer.records.map(({ id }) => id)
    const idOf = (at: number | null): string | null => (at === null ? null : (ids[at % ids.length] ?? null))
    const id = 'which' in action ? idOf(action.which) : null
    const signIn = (done: Promise<void>, at: Pick<Account, 'email' | 'connection'>): Promise<void> => {
      const mine = ++this.#signIns
      return done.finally(() => this.#signedIn(at, mine))
    }
    switch (action.kind) {
      case 'signIn': {
        const { email, connection } = action
        return signIn(session.signIn({ connection, email, password: 'pw', again: idOf(action.again) }), action)
      }
      case 'useToken': {
        const { email, connection } = action
        const token = tokenOf(email, connection.baseAddress, 0)
        return signIn(session.useToken({ connection, token, again: idOf(action.again) }), action)
      }
      case 'sample':
        return signIn(session.exploreSample('good'), {
          email: SAMPLE.email,
          connection: { baseAddress: SAMPLE.baseAddresses.good, preset: 'v2' }
        })
      case 'signOut':
      case 'remove': {
        if (!id) return null
        const keeps = action.kind === 'signOut' && !action.erase
        if (!keeps) computer.erasable.add(id)
        // Signing out once more ends no sign-in that began since.
        const already = computer.records.some((one) => one.id === id && one.signedOut)
        const before = this.#signIns
        const done = action.kind === 'signOut' ? session.signOut(id, action.erase) : session.remove(id)
        if (keeps) return already ? done : done.then(() => void this.out.set(id, before))
        return done.then(() => void this.gone.add(id))
      }
      case 'switch':
        return id ? session.switchTo(id) : null
      case 'move':
        return session.changeConnection(action.connection)
      case 'access':
        return session.access().then(computer.watch)
      case 'refuse': {
        const open = session.account()
        return open && session.access().then(({ token }) => session.refused(open.id, token))
      }
      case 'key':
        return id === null
          ? null
          : session.dataKey(id).then((key) => {
              if (key !== null && computer.records.some((one) => one.id === id)) computer.inUse.set(id, key)
            })
      case 'retry':
        return session.retryKeychain()
      case 'eraseAll':
        for (const one of ids) computer.erasable.add(one)
        this.#erasing = ids
        return session.eraseEverything(action.leave).then(
          () => ids.forEach((one) => this.gone.add(one)),
          (error: unknown) => {
            if (toErrorInfo(error).code === 'STORAGE') this.#erasureBroken()
            this.#erasing = []
            throw error
          }
        )
      case 'relaunch':
        this.#erasureBroken()
        computer.relaunch(action.lands, action.aged)
        return null
      case 'readdress':
        this.#erasureBroken()
        if (id) {
          computer.readdress(id, action.connection)
          this.tampered.add(id)
        }
        computer.relaunch(false, false)
        return null
      case 'mood':
        computer.mood = action.mood
        return null
      case 'room':
        computer.room = action.room
        return null
      case 'tamper':
        if (id) {
          computer.entries.delete(id)
          this.tampered.add(id)
        }
        return null
    }
  }

  /** What is so at any moment at which the app may die. */
  check(): void {
    const { computer } = this
    const { owing, list } = computer.cache.registry
    for (const [id, { token }] of computer.entries) {
      const record = list.find((one) => one.id === id)
      const told = record && (record.tokenStored || (token === null && record.keyStored))
      if (!told && !owing.includes(id)) computer.wrong.push(`nobody knows of what is stored for ${id}`)
    }
    const shown = computer.session.state().accounts.map(({ account }) => account)
    for (const { id, signedOut } of [...list, ...shown]) {
      if (this.gone.has(id)) computer.wrong.push(`${id} is back`)
      if (this.out.has(id) && !signedOut) computer.wrong.push(`${id} is signed in again`)
    }
    expect(computer.wrong).toEqual([])
  }

  /** What is so once the store is open and everything has ended. */
  async checkInTheEnd(): Promise<void> {
    const { computer } = this
    computer.mood = 'fine'
    computer.room = Infinity
    await computer.untilQuiet()
    for (const _ of [1, 2]) {
      this.act({ kind: 'retry' })
      await settle()
      await computer.untilQuiet()
    }
    this.check()
    const { owing, list } = computer.cache.registry
    expect(owing).toEqual([])
    for (const id of computer.entries.keys())
      if (!list.some((one) => one.id === id)) computer.wrong.push(`${id} is nobody’s`)
    for (const record of list.filter(({ id }) => !this.tampered.has(id))) {
      const { token = null, dataKey = null } = computer.entries.get(record.id) ?? {}
      if (record.tokenStored !== (token !== null))
        computer.wrong.push(`the record of ${record.id} is wrong on its token`)
      if (record.keyStored && dataKey === null) computer.wrong.push(`the record of ${record.id} is wrong on its key`)
      if (token !== null && !computer.isOf(record, token)) computer.wrong.push(`${record.id} has the token of another`)
    }
    expect(computer.wrong).toEqual([])
  }
}
