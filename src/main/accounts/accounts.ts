import { AppError } from '../../shared/ipc/error.ts'
import type { AccountLine } from '../../shared/models/account.ts'
import { isUsable, keychainErrorOfAll } from './account-records.ts'
import type { Session } from './session.ts'
import { Account, type AccountParts } from './account.ts'

export interface AccountsParts extends Omit<AccountParts, 'isShown' | 'mayAsk'> {
  session: Session
  /** The app ends: nothing is asked any more. */
  ended: () => boolean
}

/** The accounts of this computer. `get` is the one entrance to what belongs to an account. */
export class Accounts {
  readonly #parts: AccountParts & Pick<AccountsParts, 'ended'>
  readonly #session: Session
  readonly #byId = new Map<string, Account>()
  /** The account that the page shows. */
  #shownId: string | null

  constructor(parts: AccountsParts) {
    const { session } = parts
    this.#session = session
    this.#parts = {
      ...parts,
      isShown: ({ id }) => id === this.#shownId,
      mayAsk: (account) => this.#mayAsk(account)
    }
    this.#shownId = session.account()?.id ?? null
    for (const line of session.state().accounts) this.#add(line)
    session.onChange(() => this.#followSession())
  }

  /** @throws NOT_FOUND */
  get(id: string): Account {
    const account = this.#byId.get(id)
    if (!account) throw new AppError('NOT_FOUND')
    return account
  }

  find(id: string): Account | null {
    return this.#byId.get(id) ?? null
  }

  /** In no order. */
  get all(): Account[] {
    return [...this.#byId.values()]
  }

  /** The account that the page shows; null: nobody is signed in. */
  get shown(): Account | null {
    return this.#shownId === null ? null : this.find(this.#shownId)
  }

  /** @param id null: nobody, or all, as the caller means it @throws NOT_FOUND */
  orNull(id: string | null): Account | null {
    return id === null ? null : this.get(id)
  }

  /** With a credential that can be used. The account that is shown comes first: among those that are due, it is asked first. */
  get usable(): Account[] {
    return this.all
      .filter(({ line }) => isUsable(line.credential))
      .sort((one, other) => Number(other === this.shown) - Number(one === this.shown))
  }

  /** Plans rounds of accounts that aren't shown and weren't asked yet. */
  planUnasked(): void {
    for (const account of this.all) if (account !== this.shown && this.#mayAsk(account)) account.rounds.planUnasked()
  }

  /** Decrypted lists of accounts that aren't shown leave the memory. */
  releaseOthers(): void {
    for (const account of this.all) if (account !== this.shown) account.releaseStorage()
  }

  /** Ends the calls under way. */
  stop(): void {
    for (const account of this.all) account.rounds.stop()
  }

  /** Call it before all files are closed or erased. */
  closeStorages(): void {
    for (const account of this.all) account.closeStorage()
  }

  #add(line: AccountLine): void {
    this.#byId.set(line.account.id, new Account(line, this.#parts))
  }

  #followSession(): void {
    const lines = this.#session.state().accounts
    const before = this.#shownId
    this.#shownId = this.#session.account()?.id ?? null
    const known = new Set(lines.map(({ account }) => account.id))
    for (const account of this.all) {
      if (known.has(account.id)) continue
      this.#byId.delete(account.id)
      account.dispose()
    }
    for (const line of lines) this.#follow(line)
    if (this.#shownId !== before) this.shown?.rounds.shown()
    this.planUnasked()
  }

  #follow(line: AccountLine): void {
    const account = this.find(line.account.id)
    if (!account) return this.#add(line)
    if (!account.isEndedBy(line)) return account.update(line)
    account.dispose()
    this.#add(line)
  }

  #mayAsk({ id, rounds }: Account): boolean {
    if (this.#parts.ended()) return false
    const credential = this.#session.line(id)?.credential ?? 'signedOut'
    if (id === this.#shownId) return credential !== 'signedOut'
    if (credential === 'refused') return true
    return isUsable(credential) && (credential !== 'kept' || !this.#mayPrompt(rounds.wasNeverAsked))
  }

  /** The keychain failed for another account: reading this one's credential for the first time could make it prompt. */
  #mayPrompt(wasNeverAsked: boolean): boolean {
    return wasNeverAsked && keychainErrorOfAll(this.#session.state().accounts) !== null
  }
}
