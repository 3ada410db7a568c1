/** A user who does anything with accounts, in any order, and the rules that hold all the while. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { AppError, toErrorInfo } from '../../../../src/shared/ipc/error.ts'
import type { AccountRecord } from '../../../../src/shared/models/account.ts'
import type { Connection } from '../../../../src/shared/models/connection.ts'
import { settle } from '../../../support/ports.ts'
import { ADA, BOB } from '../computer.ts'
import { FailingComputer, MOODS } from './failing-computer.ts'

/** `which` is an index into the accounts there are then. */
type Call =
  | { kind: 'signIn'; email: string; connection: Connection; again: number | null }
  | { kind: 'signInWithToken'; email: string; connection: Connection; again: number | null }
  | { kind: 'sample' }
  | { kind: 'access' }
  | { kind: 'refuse' }
  | { kind: 'retry' }
  | { kind: 'key'; which: number }
  | { kind: 'show'; which: number }
  | { kind: 'remove'; which: number }
  | { kind: 'signOut'; which: number; erase: boolean }
  | { kind: 'move'; connection: Connection }
  | { kind: 'eraseAll'; leave: boolean }

/** What happens to the computer. */
type Incident =
  | { kind: 'relaunch'; finishes: boolean }
  | { kind: 'mood'; mood: (typeof MOODS)[number] }
  | { kind: 'room'; room: number }
  /** Another program changes the address in the record. */
  | { kind: 'readdress'; which: number; connection: Connection }
  /** Another program deletes the entry, or its token. */
  | { kind: 'tamper'; which: number; part: 'entry' | 'token' }
  /** API and keychain answer once. */
  | { kind: 'answer' }

export type Action = Call | Incident

/** The last two have the same origin. */
export const PLACES = ['https://other.example', 'https://host.example', 'https://host.example/api'].map(
  (baseUrl): Connection => ({ baseUrl, provider: 'hypeproxy-v2' })
)

const connection = fc.constantFrom(...PLACES)
const email = fc.constantFrom(ADA, BOB)
const which = fc.nat(3)
const again = fc.option(which, { freq: 2 })
const weighted = (weight: number, fields: { [P in string]: fc.Arbitrary<unknown> }) => ({
  weight,
  arbitrary: fc.record(fields) as unknown as fc.Arbitrary<Action>
})
const kind = <K extends string>(name: K): fc.Arbitrary<K> => fc.constant(name)

const action: fc.Arbitrary<Action> = fc.oneof(
  weighted(6, { kind: kind('signIn'), email, connection, again }),
  weighted(2, { kind: kind('signInWithToken'), email, connection, again }),
  weighted(1, { kind: kind('sample') }),
  weighted(4, { kind: kind('signOut'), which, erase: fc.boolean() }),
  weighted(2, { kind: kind('remove'), which }),
  weighted(2, { kind: kind('show'), which }),
  weighted(2, { kind: kind('move'), connection }),
  weighted(3, { kind: kind('access') }),
  weighted(3, { kind: kind('key'), which }),
  weighted(1, { kind: kind('refuse') }),
  weighted(3, { kind: kind('retry') }),
  weighted(2, { kind: kind('eraseAll'), leave: fc.boolean() }),
  weighted(2, { kind: kind('relaunch'), finishes: fc.boolean() }),
  weighted(1, { kind: kind('readdress'), which, connection }),
  weighted(6, { kind: kind('mood'), mood: fc.constantFrom(...MOODS) }),
  weighted(2, { kind: kind('room'), room: fc.constantFrom(0, 1, 2, 3, Infinity) }),
  weighted(1, { kind: kind('tamper'), which, part: fc.constantFrom('entry', 'token') }),
  weighted(20, { kind: kind('answer') })
)
export const actions = fc.array(action, { maxLength: 60, size: 'max' })

/** A token dropped by the user, and the newest one at that time. */
interface Drop {
  id: string
  newestToken: number
}

export class User {
  readonly computer = new FailingComputer()
  /** Another program changed their entry or address. */
  readonly #tampered = new Set<string>()
  /** Removed accounts: their ids never come back. */
  readonly #removed = new Set<string>()
  readonly #drops = new Set<Drop>()
  readonly #signedOut = new Map<string, number>()
  /** Accounts with a stored token that the user hasn't dropped since. */
  readonly #stored = new Set<string>()
  #erasures = 0
  /** Actions in this launch that may ask the user to unlock the keychain. */
  #asking = 0

  async act(action: Action): Promise<void> {
    // A call of a launch that died never ends.
    this.#begin(action)?.catch((error: unknown) => {
      if (!(error instanceof AppError)) this.computer.violations.push(String(error))
    })
    await (action.kind === 'answer' ? this.computer.step() : settle())
  }

  /** After the app died, or before it does. */
  relaunch(finishes = false): void {
    this.#erasures = 0
    this.#asking = 0
    this.computer.relaunch(finishes)
  }

  #begin(action: Action): Promise<void> | null {
    const { computer } = this
    const { accounts } = computer
    if (/^(signIn|signInWithToken|sample|signOut|remove|move|retry|eraseAll)$/.test(action.kind)) this.#asking += 1
    switch (action.kind) {
      case 'signIn': {
        const { email, connection } = action
        return accounts.signIn({ kind: 'password', connection, email, password: 'pw', again: this.#idAt(action.again) })
      }
      case 'signInWithToken': {
        const { email, connection } = action
        const token = computer.newToken(email, connection.baseUrl)
        return accounts.signIn({ kind: 'token', connection, token, again: this.#idAt(action.again) })
      }
      case 'sample':
        return accounts.signIn({ kind: 'sample', data: 'good' })
      case 'show':
        return this.#withId(action.which, async (id) => accounts.show(id))
      case 'access':
        return this.#access()
      case 'refuse': {
        const { shown } = accounts
        return shown && shown.access().then(({ token }) => shown.refused(token))
      }
      case 'key':
        return this.#withId(action.which, (id) => this.#useKey(id))
      case 'retry':
        return accounts.retryKeychain()
      case 'signOut':
        return this.#withId(action.which, (id) => this.#signOut(id, action.erase))
      case 'remove':
        return this.#withId(action.which, (id) => this.#remove(id, accounts.remove.bind(accounts)))
      case 'move': {
        const shown = accounts.shown?.record
        if (!shown) return null
        const origin = (address: string): string => new URL(address).origin
        const isMove = origin(shown.connection.baseUrl) !== origin(action.connection.baseUrl)
        const done = (): Promise<void> => accounts.changeConnection(shown.id, action.connection)
        return isMove && shown.kind !== 'sample' ? this.#drop(shown.id, done) : done()
      }
      case 'eraseAll':
        return this.#eraseAll(action.leave)
      default:
        this.#happen(action)
        return null
    }
  }

  #happen(incident: Incident): void {
    const { computer } = this
    switch (incident.kind) {
      case 'relaunch':
        return this.relaunch(incident.finishes)
      case 'mood':
        computer.mood = incident.mood
        return
      case 'room':
        computer.room = incident.room
        return
      case 'readdress': {
        const id = this.#idAt(incident.which)
        if (id !== null) computer.readdress(id, incident.connection)
        if (id !== null) this.#tampered.add(id)
        return this.relaunch()
      }
      case 'tamper': {
        const id = this.#idAt(incident.which)
        if (id !== null) computer.tamper(id, incident.part)
        if (id !== null) this.#tampered.add(id)
        return
      }
      case 'answer':
    }
  }

  #idAt(at: number | null): string | null {
    const { records } = this.computer
    return at === null ? null : (records[at % records.length]?.id ?? null)
  }

  #withId(at: number, work: (id: string) => Promise<void>): Promise<void> | null {
    const id = this.#idAt(at)
    return id === null ? null : work(id)
  }

  async #access(): Promise<void> {
    const { computer } = this
    const id = computer.accounts.shown?.id ?? ''
    const access = await computer.accounts.get(id).access()
    computer.checkAccess(access)
    if (this.#isDropped(id, access.token))
      computer.violations.push(`the dropped token ${access.token} of ${id} is used`)
  }

  async #useKey(id: string): Promise<void> {
    const { computer } = this
    const key = await computer.accounts.get(id).dataKey()
    if (key !== null && computer.records.some((one) => one.id === id)) computer.keysInUse.set(id, key)
  }

  /** Unless a file can't be written, the token is dropped at once, and a sign-in under way ends. */
  async #drop(id: string, work: () => Promise<void>): Promise<void> {
    const drop: Drop = { id, newestToken: this.computer.newestToken() }
    const hadToken = this.#isUsable(id)
    this.#stored.delete(id)
    const done = work()
    if (!this.#isUsable(id)) this.#drops.add(drop)
    try {
      await done
    } catch (error) {
      if (!hadToken) this.#drops.delete(drop)
      throw error
    }
  }

  #isDropped(id: string, token: string): boolean {
    const number = this.computer.numberOf(token)
    return [...this.#drops].some((drop) => drop.id === id && number <= drop.newestToken)
  }

  #isUsable(id: string): boolean {
    const credential = this.computer.accounts.find(id)?.line.credential ?? 'signedOut'
    return credential !== 'signedOut' && credential !== 'forgotten'
  }

  async #signOut(id: string, erase: boolean): Promise<void> {
    const { computer } = this
    const { accounts } = computer
    if (erase) return this.#remove(id, (one) => accounts.signOut(one, true))
    // A second sign-out drops nothing.
    if (computer.records.some((one) => one.id === id && one.signedOut)) return accounts.signOut(id, false)
    const newest = computer.newestToken()
    await this.#drop(id, () => accounts.signOut(id, false))
    this.#signedOut.set(id, newest)
  }

  async #remove(id: string, remove: (id: string) => Promise<void>): Promise<void> {
    this.computer.erasable.add(id)
    await this.#drop(id, () => remove(id))
    this.#removed.add(id)
  }

  async #eraseAll(leave: boolean): Promise<void> {
    const { computer } = this
    const ids = computer.records.map(({ id }) => id)
    const newlyErasable = ids.filter((id) => !computer.erasable.has(id))
    for (const id of ids) computer.erasable.add(id)
    this.#stored.clear()
    this.#erasures += 1
    try {
      await computer.accounts.eraseAll(leave)
      for (const id of ids) this.#removed.add(id)
    } catch (error) {
      // A locked keychain stops it, and the keys of what is left are still needed.
      const isStopped = toErrorInfo(error).code === 'KEYCHAIN_LOCKED' && this.#erasures === 1
      if (isStopped) for (const id of newlyErasable) computer.erasable.delete(id)
      throw error
    } finally {
      this.#erasures -= 1
    }
  }

  /** What is true at any moment. FailingComputer checks the entries at each write. */
  check(): void {
    const { computer } = this
    const { violations, records } = computer
    const { lines } = computer.accounts
    for (const { id, signedOut } of [...records, ...lines.map(({ account }) => account)]) {
      if (this.#removed.has(id)) violations.push(`${id} is back`)
      if (signedOut) continue
      if (this.#isSignedOut(id)) violations.push(`${id} is signed in again`)
      else this.#signedOut.delete(id)
    }
    for (const id of this.#stored) {
      const record = records.find((one) => one.id === id)
      const credential = lines.find(({ account }) => account.id === id)?.credential
      if (!record?.tokenStored || record.signedOut || credential === 'signedOut' || credential === 'forgotten')
        violations.push(`${id} was signed out silently`)
    }
    if (this.#erasures === 0)
      for (const { id, tokenStored, signedOut } of records) if (tokenStored && !signedOut) this.#stored.add(id)
    expect(violations).toEqual([])
  }

  /** True until a token is asked for again. */
  #isSignedOut(id: string): boolean {
    const newest = this.#signedOut.get(id)
    if (this.#tampered.has(id)) return false
    const record = this.computer.records.find((one) => one.id === id)
    return newest !== undefined && record !== undefined && this.computer.newestToken(record) <= newest
  }

  /** Of a launch in which the keychain is locked: background calls ask once for each account, and so does each action. */
  checkPrompts(): void {
    for (const [id, prompts] of this.computer.prompts)
      if (prompts > 1 + this.#asking) this.computer.violations.push(`${prompts} prompts for ${id}`)
    expect(this.computer.violations).toEqual([])
  }

  /** What is true once the keychain is open and everything has ended; then everything is erased. */
  async checkAtEnd(): Promise<void> {
    const { computer } = this
    computer.mood = 'fine'
    computer.room = Infinity
    await computer.untilQuiet()
    for (const _ of [1, 2]) await this.#untilDone({ kind: 'retry' })
    this.check()
    const { journal } = computer.cache.registry
    expect(journal).toEqual([])
    for (const id of computer.entries.keys())
      if (!computer.records.some((one) => one.id === id)) computer.violations.push(`the entry of ${id} is left`)
    for (const record of computer.records) if (!this.#tampered.has(record.id)) this.#checkEntry(record)
    await this.#checkTokensInUse()
    expect(computer.violations).toEqual([])
    await this.#untilDone({ kind: 'eraseAll', leave: false })
    expect([computer.records, [...computer.entries], computer.cache.registry.journal]).toEqual([[], [], []])
  }

  #checkEntry(record: AccountRecord): void {
    const { computer } = this
    const { id } = record
    const { token = null, dataKey = null } = computer.entries.get(id) ?? {}
    if (record.tokenStored !== (token !== null)) computer.violations.push(`the record of ${id} is wrong on its token`)
    if (record.keyStored && dataKey === null) computer.violations.push(`the record of ${id} is wrong on its key`)
    if (token === null) return
    if (!computer.isIssuedTo(record, token)) computer.violations.push(`${id} has the token of another`)
    if (this.#isDropped(id, token)) computer.violations.push(`the dropped token of ${id} is back`)
  }

  /** The newest token is in its entry by now: the one before it may be void. */
  async #checkTokensInUse(): Promise<void> {
    const { computer } = this
    for (const { id, tokenStored, signedOut } of computer.records) {
      if (!tokenStored || signedOut || this.#tampered.has(id)) continue
      const using = computer.accounts.get(id).access(true)
      await settle()
      await computer.untilQuiet()
      const { token } = await using
      if (token !== computer.entries.get(id)?.token) computer.violations.push(`the entry of ${id} lacks its token`)
    }
  }

  async #untilDone(action: Action): Promise<void> {
    await this.act(action)
    await this.computer.untilQuiet()
  }
}
