import { AppError, isKeychainError, toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import { hasTopic, type AccountLine } from '../../../shared/models/account.ts'
import type { ComparedValues } from '../../../shared/models/diagnostics.ts'
import { TOPICS, type Topic } from '../../../shared/models/freshness.ts'
import { inSlices } from '../../concurrency.ts'
import type { ProxyPassword } from '../network/proxy-password.ts'
import type { CoreParts } from '../../core-parts.ts'
import type { AccountStorage, Facts, InvoiceRecord, KnownValue } from '../../ports/index.ts'
import { errorFact, type ReportedAccount, type ReportedTopic } from './facts.ts'
import { accountValues, invoiceValues, planValues, profileValues, proxyValues, secretValues } from './known-values.ts'

export interface AccountSurveyParts extends Pick<CoreParts, 'accounts' | 'report'> {
  proxyPassword: Pick<ProxyPassword, 'record' | 'secrets'>
}

/** Reads all that is stored of the accounts: facts for the report, and the values that must not be in it. */
export class AccountSurvey {
  readonly accounts: ReportedAccount[] = []
  readonly values: KnownValue[] = []
  readonly uncompared = new Set<ComparedValues>()
  /** Of each account's files. */
  readonly conditions: Facts = {}
  /** How many of the entries in the keychain could be read. */
  readonly entries: { stored: number; read: number; error: ErrorInfo | null } = { stored: 0, read: 0, error: null }
  readonly #parts: AccountSurveyParts

  constructor(parts: AccountSurveyParts) {
    this.#parts = parts
  }

  /** Call once. The keychain is asked for entries that weren't read since the start. */
  async readAll(): Promise<void> {
    const { accounts, pendingDeletions } = this.#parts.accounts.state()
    // Entries of removed accounts, or of signed-out ones, may have a token that nothing else knows.
    if (pendingDeletions > 0) this.uncompared.add('tokens')
    for (const line of accounts) await this.#readAccount(line)
    await this.#readProxyPassword()
  }

  async #readAccount(line: AccountLine): Promise<void> {
    const { accounts, report } = this.#parts
    const { account, credential, keychainError } = line
    this.values.push(...accountValues(account))
    const isReadable = account.kind === 'sample' || (await this.#readSecrets(line))
    const at = this.accounts.length + 1
    let topics: ReportedAccount['topics'] = {}
    try {
      await accounts.get(account.id).use(async (storage) => {
        if (account.kind !== 'sample' && isReadable) await this.#readValues(storage)
        topics = await this.#readTopics(line, storage, isReadable)
        this.conditions[`account ${at}`] = await storage.condition()
      })
    } catch (error) {
      report(error)
      this.#addUnread()
      this.conditions[`account ${at}`] = errorFact(toErrorInfo(error))
    }
    if (!isReadable && account.keyStored) this.#addUnread()
    const isOpen = accounts.shown?.id === account.id
    this.accounts.push({ account, isOpen, credential, keychainError, topics })
  }

  async #readProxyPassword(): Promise<void> {
    const { proxyPassword } = this.#parts
    const record = proxyPassword.record()
    if (record) this.values.push(...proxyValues(record))
    try {
      if (record && this.entries.error) throw new AppError(this.entries.error.code)
      for (const text of await proxyPassword.secrets()) this.values.push({ kind: 'token', text })
    } catch (thrown) {
      this.#addUnreadSecret(thrown)
    }
  }

  #addUnread(): void {
    for (const each of ['profiles', 'invoices', 'plans'] as const) this.uncompared.add(each)
  }

  /** @returns whether the account's encrypted data can be read without another prompt of the keychain */
  async #readSecrets({ account }: AccountLine): Promise<boolean> {
    const credential = this.#parts.accounts.find(account.id)
    if (!credential) return false
    const isStored = account.tokenStored || account.keyStored
    if (isStored) this.entries.stored += 1
    try {
      // After an error of the keychain itself, each further entry could show another prompt.
      if (isStored && this.entries.error && !credential.hasDataKey) throw new AppError(this.entries.error.code)
      this.values.push(...secretValues(await credential.secrets()))
      if (isStored) this.entries.read += 1
      return true
    } catch (thrown) {
      this.#addUnreadSecret(thrown)
      return credential.hasDataKey
    }
  }

  /** @throws what isn't an error of the keychain */
  #addUnreadSecret(thrown: unknown): void {
    const error = toErrorInfo(thrown)
    if (!isKeychainError(error) && error.code !== 'CANCELLED') throw thrown
    this.uncompared.add('tokens')
    if (error.code !== 'KEYCHAIN_CHANGED') this.entries.error ??= error
  }

  /** Also of topics that the provider's definition doesn't have any more. */
  async #readValues(storage: AccountStorage): Promise<void> {
    const profile = await storage.profile()
    if (profile) this.values.push(...profileValues(profile.value))
    const plans = await storage.plans()
    if (plans) this.values.push(...plans.value.flatMap(planValues))
    await inSlices(this.#addInvoices(await (await storage.invoices()).records()))
  }

  *#addInvoices(records: readonly InvoiceRecord[]): Generator<void, void, void> {
    for (const { invoice } of records) {
      this.values.push(...invoiceValues(invoice))
      yield
    }
  }

  async #readTopics(
    line: AccountLine,
    storage: AccountStorage,
    isReadable: boolean
  ): Promise<ReportedAccount['topics']> {
    const topics: Partial<Record<Topic, ReportedTopic>> = {}
    for (const topic of TOPICS) {
      if (!hasTopic(line.provider, topic) || (topic !== 'catalogue' && !isReadable)) continue
      const info = await storage.info(topic)
      const error = this.#errorOf(line, topic)
      topics[topic] = {
        fetchedAt: info?.fetchedAt ?? null,
        ...(topic !== 'profile' && { records: info === null ? null : await countOf(storage, topic) }),
        partial: info?.partial,
        notes: info?.notes ?? [],
        ...(error !== undefined && { error })
      }
    }
    return topics
  }

  /** undefined: not known of an account that isn't shown. */
  #errorOf({ account: { id } }: AccountLine, topic: Topic): ErrorInfo | null | undefined {
    const { accounts } = this.#parts
    if (topic !== 'invoices' && topic !== 'plans' && id !== accounts.shown?.id) return undefined
    return accounts.get(id).rounds.calls.errors[topic]
  }
}

async function countOf(storage: AccountStorage, topic: Exclude<Topic, 'profile'>): Promise<number | null> {
  if (topic === 'catalogue') return storage.catalogue.size()
  if (topic === 'plans') return (await storage.plans())?.value.length ?? null
  return (await (await storage.invoices()).records()).length
}
