/** What commands read first: the accounts, unless a PIN is set, and entries of the keychain. */
import { join } from 'node:path'
import { AppError, toErrorInfo, type ErrorInfo } from '../../shared/ipc/error.ts'
import { t } from '../../shared/i18n/translate.ts'
import type { AccountRecord } from '../../shared/models/account.ts'
import { Mutex } from '../concurrency.ts'
import type { Entry, Keychain, ProxyKeychain, ProxyPasswordEntry } from '../ports/index.ts'
import { SystemKeychain } from '../storage/keychain/system-keychain.ts'
import { readSavedRegistry } from '../storage/registry.ts'
import type { CommandAnswer, CommandParts } from './command.ts'
import { EXIT, type CommandName } from './commands.ts'
import { jsonText } from './output.ts'

/** Why no account can be read. */
export type Unavailable = 'locked' | 'nobody' | 'damaged' | 'newer'

export interface SavedAccounts {
  accounts: readonly AccountRecord[]
  /** False: the file is damaged, and there may be more. */
  isWhole: boolean
}

export function readAccounts(dataFolder: string): SavedAccounts | Unavailable {
  const registry = readSavedRegistry(join(dataFolder, 'portside.db'))
  if (registry === 'none') return 'nobody'
  if (typeof registry === 'string') return registry
  // The user of the terminal may not know the PIN.
  if (registry.hasLock) return 'locked'
  const saved = { accounts: registry.accounts, isWhole: registry.isWhole }
  return saved.accounts.length > 0 ? saved : nobodyIn(saved)
}

/** Nobody is signed in, as far as the accounts can be read. */
export const nobodyIn = ({ isWhole }: Pick<SavedAccounts, 'isWhole'>): Unavailable => (isWhole ? 'nobody' : 'damaged')

/** Of an account that was named and found, nothing is missing. */
export function warnOfUnread({ isWhole }: SavedAccounts, chosen: object, { options, warn }: CommandParts): void {
  if (!isWhole && (options.account === undefined || 'error' in chosen)) warn(t('cli.unreadAccounts'))
}

/** The answer of a command that can't read any account. Standard error says so with --json, too. */
export function unavailableAnswer(
  kind: CommandName,
  reason: Unavailable,
  { options, warn }: CommandParts
): CommandAnswer {
  const sentence = t(`quickCheck.${reason}`)
  const exitCode = EXIT.incomplete
  warn(sentence)
  if (options.json === undefined) return { exitCode, text: '' }
  return { exitCode, text: `${jsonText({ version: 1, kind, accounts: [], reason, sentence, exitCode })}\n` }
}

export type KeychainParts = Pick<CommandParts, 'keychain' | 'stuckWhen'>

export function openKeychain({ keychain: options, stuckWhen }: KeychainParts): SystemKeychain {
  const keychain = new SystemKeychain(options)
  stuckWhen(
    () => keychain.isHanging(),
    () => keychain.stop()
  )
  return keychain
}

export const openKeychainReader = (parts: KeychainParts): KeychainReader => new KeychainReader(openKeychain(parts))

type KeychainReads = Pick<Keychain, 'read'> & Pick<ProxyKeychain, 'readProxyPassword'>

/**
 * Reads each entry once, one after the other. After an error of the keychain itself it isn't asked again: each operation may
 * prompt.
 */
export class KeychainReader implements KeychainReads {
  readonly #keychain: KeychainReads
  readonly #entries = new Map<string, Promise<Entry | null>>()
  readonly #mutex = new Mutex()
  #error: ErrorInfo | null = null

  constructor(keychain: KeychainReads) {
    this.#keychain = keychain
  }

  read(accountId: string): Promise<Entry | null> {
    const entry = this.#entries.get(accountId) ?? this.#inTurn(() => this.#keychain.read(accountId))
    this.#entries.set(accountId, entry)
    return entry
  }

  /** The proxy's, which the network asks for while accounts are fetched. */
  readProxyPassword(entry: string): Promise<ProxyPasswordEntry | null> {
    return this.#inTurn(() => this.#keychain.readProxyPassword(entry))
  }

  #inTurn<T>(read: () => Promise<T>): Promise<T> {
    return this.#mutex.runExclusive(async () => {
      if (this.#error) {
        const { code, ...more } = this.#error
        throw new AppError(code, more)
      }
      try {
        return await read()
      } catch (error) {
        const info = toErrorInfo(error)
        if (info.code !== 'KEYCHAIN_CHANGED') this.#error = info
        throw error
      }
    })
  }
}
