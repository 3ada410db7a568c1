/** What commands read first: the accounts, unless a PIN is set, and entries of the keychain. */
import { join } from 'node:path'
import { AppError, toErrorInfo, type ErrorInfo } from '../../shared/ipc/error.ts'
import { t } from '../../shared/i18n/translate.ts'
import type { Account } from '../../shared/models/account.ts'
import type { Entry, Keychain } from '../core/ports/index.ts'
import { readSavedRegistry } from '../storage/registry.ts'
import type { CommandAnswer, CommandParts } from './command.ts'
import { EXIT, type CommandName } from './commands.ts'
import { jsonText } from './json.ts'

/** Why no account can be read. */
export type Unavailable = 'locked' | 'nobody' | 'damaged' | 'newer'

export function readAccounts(dataFolder: string): readonly Account[] | Unavailable {
  const registry = readSavedRegistry(join(dataFolder, 'portside.db'))
  if (registry === 'none') return 'nobody'
  if (typeof registry === 'string') return registry
  // The user of the terminal may not know the PIN.
  if (registry.hasLock) return 'locked'
  return registry.accounts.length === 0 ? 'nobody' : registry.accounts
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

/** Reads each entry once. After an error of the keychain itself it isn't asked again: each call may prompt. */
export class KeychainEntries implements Pick<Keychain, 'read'> {
  readonly #keychain: Pick<Keychain, 'read'>
  readonly #entries = new Map<string, Promise<Entry | null>>()
  #error: ErrorInfo | null = null

  constructor(keychain: Pick<Keychain, 'read'>) {
    this.#keychain = keychain
  }

  read(accountId: string): Promise<Entry | null> {
    const entry = this.#entries.get(accountId) ?? this.#readOnce(accountId)
    this.#entries.set(accountId, entry)
    return entry
  }

  async #readOnce(accountId: string): Promise<Entry | null> {
    if (this.#error) {
      const { code, ...more } = this.#error
      throw new AppError(code, more)
    }
    try {
      return await this.#keychain.read(accountId)
    } catch (error) {
      const info = toErrorInfo(error)
      if (info.code !== 'KEYCHAIN_CHANGED') this.#error = info
      throw error
    }
  }
}
