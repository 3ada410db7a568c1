import { toErrorInfo, AppError, type ErrorInfo } from '../../shared/ipc/error.ts'
import type { AccountLine } from '../../shared/models/account.ts'
import type { AccountStorage, Storage } from './ports/index.ts'
import type { Session } from './session/session.ts'

/** The storage of the open account. It is opened when it is first used, and closed when another account is opened. */
export class OpenAccountStorage {
  readonly #storage: Storage
  readonly #session: Session
  readonly #report: (error: unknown) => void
  #open: { id: string; storage: AccountStorage } | null = null
  /** Accounts without a stored data key. Their data may be in memory only. */
  readonly #unsealed = new Set<string>()

  constructor(storage: Storage, session: Session, report: (error: unknown) => void) {
    this.#storage = storage
    this.#session = session
    this.#report = report
    this.#followSession()
    session.onChange(() => this.#followSession())
  }

  /** null when signed out. */
  orNull(): AccountStorage | null {
    const account = this.#session.account()
    if (this.#open && this.#open.id !== account?.id) this.close()
    if (!account) return null
    this.#open ??= { id: account.id, storage: this.#openStorage(account.id) }
    return this.#open.storage
  }

  /** @throws UNAUTHORIZED when signed out */
  current(): AccountStorage {
    const storage = this.orNull()
    if (!storage) throw new AppError('UNAUTHORIZED')
    return storage
  }

  /** Reads again if another account is opened meanwhile. @throws UNAUTHORIZED when signed out */
  async read<T>(work: (storage: AccountStorage) => Promise<T>): Promise<T> {
    const storage = this.current()
    try {
      const result = await work(storage)
      if (this.orNull() === storage) return result
    } catch (error) {
      if (this.orNull() === storage) throw error
    }
    return this.read(work)
  }

  /** Opens any account's storage, even one that is open elsewhere. The caller closes it. @throws NOT_FOUND */
  openAny(id: string): AccountStorage {
    const line = this.#session.line(id)
    // Opening a removed account would create its files again.
    if (!line) throw new AppError('NOT_FOUND')
    this.#noteUnsealed(line)
    return this.#openStorage(id)
  }

  /** Opens any account's storage for this work. @throws NOT_FOUND */
  async withAccountStorage<T>(id: string, work: (storage: AccountStorage) => Promise<T>): Promise<T> {
    const storage = this.openAny(id)
    try {
      return await work(storage)
    } finally {
      storage.close()
    }
  }

  /** Call it before the file is erased. */
  close(): void {
    this.#open?.storage.close()
    this.#open = null
  }

  #openStorage(id: string): AccountStorage {
    return this.#storage.open(id, () => this.#session.dataKey(id))
  }

  #followSession(): void {
    if (this.#open && this.#open.id !== this.#session.account()?.id) this.close()
    const state = this.#session.state()
    if (state.status === 'signedIn') this.#noteUnsealed(state)
    for (const { account, credential } of state.accounts) {
      if (credential === 'kept' && this.#unsealed.delete(account.id)) this.#seal(account.id)
    }
  }

  #noteUnsealed({ account, credential }: AccountLine): void {
    if (credential !== 'kept') this.#unsealed.add(account.id)
  }

  /** Writes to disk what is in memory only, now that the data key is stored. */
  #seal(id: string): void {
    this.withAccountStorage(id, (storage) => storage.seal()).catch((error: unknown) => {
      this.#unsealed.add(id)
      this.#report(error)
    })
  }
}

/** The data exists, but its key is unavailable now. */
export const isSealed = ({ found }: ErrorInfo): boolean => found === 'sealed'

export async function unlessSealed<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (isSealed(toErrorInfo(error))) return null
    throw error
  }
}
