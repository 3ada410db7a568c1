/** The accounts that are fetched, and which of them is open. Follows the session. */
import type { AccountLine } from '../../../shared/models/account.ts'
import { isUsable, keychainErrorOfAll } from '../session/accounts.ts'
import { PolledAccount, type PolledAccountParts } from './polled-account.ts'

type PolledAccountsParts = Omit<PolledAccountParts, 'isOpen' | 'canPoll'>

export class PolledAccounts {
  readonly #parts: PolledAccountParts
  readonly #byId = new Map<string, PolledAccount>()
  #openId: string | null
  #isStopped = false

  constructor(parts: PolledAccountsParts) {
    const { session } = parts
    this.#parts = { ...parts, isOpen: (id) => this.isOpen(id), canPoll: (id) => this.#canPoll(id) }
    this.#openId = session.account()?.id ?? null
    for (const line of session.state().accounts) if (line.credential !== 'signedOut') this.#add(line)
  }

  get open(): PolledAccount | undefined {
    return this.#openId === null ? undefined : this.#byId.get(this.#openId)
  }
  get all(): PolledAccount[] {
    return [...this.#byId.values()]
  }
  /** The open account first: it is polled before the others that are due at the same moment. */
  get usable(): PolledAccount[] {
    return this.all
      .filter(({ id }) => isUsable(this.#lineOf(id)?.credential))
      .sort((one, other) => Number(this.isOpen(other.id)) - Number(this.isOpen(one.id)))
  }
  get unreached(): PolledAccount[] {
    return this.usable.filter(({ reach, hasCalls }) => reach === 'offline' && hasCalls)
  }
  get(id: string): PolledAccount | undefined {
    return this.#byId.get(id)
  }
  isOpen(id: string): boolean {
    return id === this.#openId
  }

  /** Another account may be open, and accounts may have another connection or credential. */
  followSession(): void {
    const { session, freshness } = this.#parts
    const line = this.#lineOf(session.account()?.id ?? null)
    const before = this.open
    const isOther = (line?.account.id ?? null) !== this.#openId
    const isMoved = !isOther && line !== undefined && !before?.hasConnectionOf(line)
    if (isOther || isMoved) before?.abort()
    this.#openId = line?.account.id ?? null
    this.#removeSignedOut()
    if (isOther && line) this.#enter(line)
    else if (isOther) freshness.reset(null)
    else if (before && line) before.update(line)
    this.planOthers()
  }

  /** Plans rounds of accounts in the background that were never asked, or whose round was cut short. */
  planOthers(): void {
    for (const line of this.#parts.session.state().accounts) {
      const { id } = line.account
      if (this.isOpen(id) || line.credential === 'signedOut') continue
      this.#updateOther(line)
      if (this.#canPoll(id)) this.#byId.get(id)?.planUnfinished()
    }
  }

  stop(): void {
    this.#isStopped = true
    for (const account of this.#byId.values()) account.stop()
  }

  #lineOf(id: string | null): AccountLine | undefined {
    return (id === null ? null : this.#parts.session.line(id)) ?? undefined
  }

  #add(line: AccountLine): PolledAccount {
    const account = new PolledAccount(line, this.#parts)
    this.#byId.set(account.id, account)
    return account
  }

  #removeSignedOut(): void {
    for (const account of this.#byId.values()) {
      if ((this.#lineOf(account.id)?.credential ?? 'signedOut') !== 'signedOut') continue
      account.abort()
      this.#byId.delete(account.id)
    }
  }

  /** The account of this line was opened. */
  #enter(line: AccountLine): void {
    const known = this.#byId.get(line.account.id)
    if (known?.isUnchanged(line)) {
      known.resume()
      return
    }
    this.#parts.freshness.reset(null)
    known?.abort()
    this.#add(line).pollAnew()
  }

  #updateOther(line: AccountLine): void {
    const { id } = line.account
    const known = this.#byId.get(id)
    if (!isUsable(line.credential)) known?.loseCredential(line.credential)
    else if (known?.isContinuedBy(line)) known.changeCredential(line.credential)
    else if (this.#canPoll(id)) {
      known?.abort()
      this.#add(line)
    }
  }

  #canPoll(id: string): boolean {
    if (this.#isStopped) return false
    if (this.isOpen(id)) return true
    const credential = this.#lineOf(id)?.credential
    return credential === 'refused' || (isUsable(credential) && (credential !== 'kept' || !this.#mayPrompt(id)))
  }

  /** The keychain failed for another account: reading this one's credential for the first time could make it prompt. */
  #mayPrompt(id: string): boolean {
    const wasNeverAsked = this.#byId.get(id)?.wasNeverAsked ?? true
    return wasNeverAsked && keychainErrorOfAll(this.#parts.session.state().accounts) !== null
  }
}
