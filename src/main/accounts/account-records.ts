import { AppError, type ErrorInfo } from '../../shared/ipc/error.ts'
import { cut } from '../../shared/i18n/format.ts'
import { LONGEST_LABEL, type AccountRecord, type CredentialState } from '../../shared/models/account.ts'
import type { Connection } from '../../shared/models/connection.ts'
import { holdsCredential } from '../../shared/models/credential-text.ts'
import type { ProfileView } from '../../shared/models/profile.ts'
import { asksForUser, baseOf, definitionOf } from '../../shared/providers/definition.ts'
import type { Api, Registry } from '../ports/index.ts'
import { withoutUnfit } from '../schemas.ts'

/** The account records in their order, and which account the page shows. Each change is saved before it is visible. */
export class AccountRecords {
  readonly #registry: Registry
  #list: readonly AccountRecord[] = []
  #byId: ReadonlyMap<string, AccountRecord> = new Map()
  #shownId: string | null = null
  #previousId: string | null = null

  constructor(registry: Registry) {
    this.#registry = registry
    this.reload()
  }

  /** Reads the records again, at the start and after all were erased. */
  reload(): void {
    this.#setList(this.#registry.accounts())
    const stored = this.find(this.#registry.shownAccountId())
    // A damaged registry may have lost the id.
    const next = stored && !stored.signedOut ? stored : this.#list.find((one) => one.tokenStored && !one.signedOut)
    this.#previousId = null
    this.#setShown(next)
  }

  all(): readonly AccountRecord[] {
    return this.#list
  }

  find(id: string | null): AccountRecord | undefined {
    return id === null ? undefined : this.#byId.get(id)
  }

  /** @throws NOT_FOUND */
  get(id: string): AccountRecord {
    const account = this.find(id)
    if (!account) throw new AppError('NOT_FOUND')
    return account
  }

  /** From 1; 0: there is none with this id. */
  placeOf(id: string): number {
    return this.#indexOf(id) + 1
  }

  get shownId(): string | null {
    return this.#shownId
  }

  /** Fills the sign-in form. Never the sample account. */
  previous(): AccountRecord | null {
    return this.find(this.#previousId) ?? this.#list.find(({ kind }) => kind !== 'sample') ?? null
  }

  save(account: AccountRecord): void {
    this.#registry.saveAccount(account)
    const at = this.#indexOf(account.id)
    this.#setList(at < 0 ? [...this.#list, account] : this.#list.with(at, account))
  }

  update(id: string, change: Partial<AccountRecord>): void {
    const account = this.find(id)
    if (account) this.save({ ...account, ...change })
  }

  show(id: string): void {
    this.#registry.saveShownAccountId(id)
    this.#setShown(this.find(id))
  }

  /** If this account is shown, the next one that isn't signed out is shown instead. */
  leave(id: string): void {
    if (this.#shownId !== id) return
    const at = this.#indexOf(id)
    const others = [...this.#list.slice(at + 1), ...this.#list.slice(0, at)]
    const next = others.find((one) => !one.signedOut)
    this.#registry.saveShownAccountId(next?.id ?? null)
    this.#setShown(next)
  }

  remove(id: string): void {
    this.#registry.removeAccount(id)
    this.leave(id)
    this.#setList(this.#list.filter((one) => one.id !== id))
  }

  move(id: string, to: number): void {
    const ids = this.#list.map((one) => one.id).filter((one) => one !== id)
    ids.splice(to, 0, id)
    this.#registry.orderAccounts(ids)
    this.#setList(ids.map((one) => this.find(one)).filter((one) => one !== undefined))
  }

  #indexOf(id: string): number {
    return this.#list.findIndex((one) => one.id === id)
  }

  #setList(list: readonly AccountRecord[]): void {
    this.#list = list
    this.#byId = new Map(list.map((account) => [account.id, account]))
  }

  #setShown(account: AccountRecord | undefined): void {
    this.#shownId = account?.id ?? null
    if (account && account.kind !== 'sample') this.#previousId = account.id
  }
}

/** Of a company first: one person may have accounts of several. */
const NAMED_BY = [
  ['company', 'companyName'],
  ['company', 'billingName'],
  ['person', 'fullName']
] as const

/** undefined: the profile has no name that an account can have. */
export function profileNameOf({ groups }: Pick<ProfileView, 'groups'>): string | undefined {
  const texts = NAMED_BY.map(([group, field]) => groups[group].find(({ name }) => name === field)?.value)
  return texts
    .map((text) => cut(withoutUnfit(String(text ?? '')), LONGEST_LABEL))
    .find((text) => /[\p{L}\p{N}]/u.test(text) && !holdsCredential(text))
}

/** The user's own name stays. */
export const withLabel = (account: AccountRecord): AccountRecord =>
  account.named ? account : { ...account, label: defaultLabel(account) }

/** What an account is called without a name of the user's own. A built-in provider at another address is a brand: its host says more. */
export function defaultLabel({
  profileName,
  email,
  connection
}: Pick<AccountRecord, 'profileName' | 'email' | 'connection'>): string {
  const { baseUrl, ...named } = connection
  const base = baseOf(connection)
  // A label is shown, and stored as plain text.
  const [user, name] = [named.user, named.name].map((text) => (holdsCredential(text ?? '') ? undefined : text))
  return withoutUnfit(
    profileName ?? email ?? user ?? name ?? (base.baseUrl === baseUrl ? base.name : new URL(baseUrl).host)
  )
}

/** @throws as Api.baseUrl */
export function normaliseConnection({ user, ...others }: Connection, api: Pick<Api, 'baseUrl'>): Connection {
  const connection: Connection = { ...others, baseUrl: api.baseUrl(others.baseUrl) }
  // A user name left from another definition would set accounts apart.
  return user !== undefined && asksForUser(definitionOf(connection)) ? { ...connection, user } : connection
}

/** The provider may reject the credential for this call only: some API keys are valid for invoices only. */
export const isCredentialRejected = ({ code }: Pick<ErrorInfo, 'code'>): boolean =>
  code === 'UNAUTHORIZED' || code === 'FORBIDDEN'

/** Usable without a sign-in or a retry. */
export const isUsable = (credential: CredentialState | undefined): boolean =>
  credential === 'kept' || credential === 'memory' || credential === 'sample'
