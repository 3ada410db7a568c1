/**
 * Accounts and settings in a file for another computer, without secrets. The file may come from anybody. docs/settings.md
 * says what is in it.
 */
import { z } from 'zod/mini'
import type { Output } from '../../../shared/ipc/contract.ts'
import { AppError, toErrorInfo } from '../../../shared/ipc/error.ts'
import { MOST_ACCOUNTS, nameOf, type AccountRecord } from '../../../shared/models/account.ts'
import { hostIn, isUnknownProvider, type Connection } from '../../../shared/models/connection.ts'
import { holdsCredential } from '../../../shared/models/credential-text.ts'
import { checkSettings, FILE_SETTINGS, type SettingName, type Settings } from '../../../shared/models/settings.ts'
import {
  MOST_UNKNOWN,
  type NewAccount,
  type RefusedAccount,
  type SettingsImport,
  type TransferAccount,
  type TransferImport
} from '../../../shared/models/transfer.ts'
import { baseOf, definitionOf } from '../../../shared/providers/definition.ts'
import { unlessLocked } from '../../accounts/work.ts'
import { textsHoldCredential } from '../../provider/definitions/definition-file.ts'
import { parsePattern } from '../../invoices/pdf/pdf-names.ts'
import { jsonFileText, parseJsonFile, shownName } from '../../provider/definitions/json-file.ts'
import type { Files } from '../../ports/index.ts'
import { connectionSchema, emailSchema, labelSchema } from '../../schemas.ts'
import { isSameAccount, transferredLabel } from '../../accounts/transferred-accounts.ts'

/** Of the format. Raise it when an older Portside would misread a file. A new setting needs no new version. */
const FILE_VERSION = 1
const FILE_NAME = 'portside-accounts.json'
/** In bytes. An account with a definition of its own takes some thousands. */
const LONGEST_TRANSFER = 4 * 1024 * 1024

interface TransferFileParts {
  files: Pick<Files, 'open' | 'saveStream'>
  locked: () => boolean
  accounts: () => readonly AccountRecord[]
  settings: () => Settings
  addAccounts: (accounts: readonly TransferAccount[]) => void
  /** @throws as Api.baseUrl */
  normalise: (baseUrl: string) => string
  /** Of Portside, for people who read the file. */
  appVersion: string
}

export class TransferFile {
  readonly #parts: TransferFileParts
  #readings = 0
  /** Of the latest file that was read, until they are added. */
  #opened: { id: number; accounts: readonly TransferAccount[] } | null = null

  constructor(parts: TransferFileParts) {
    this.#parts = parts
  }

  /** @throws CANCELLED when the app is locked before the user has chosen a file; STORAGE */
  async exportFile(): Promise<Output<'transfer', 'exportFile'>> {
    const { files, settings, appVersion } = this.#parts
    const all = this.#parts.accounts().filter(({ kind }) => kind !== 'sample')
    const taken = all.filter(isTransferable)
    const text = transferFileText(taken.map(toTransferAccount), settings(), appVersion)
    const name = await files.saveStream(FILE_NAME, 'json', unlessLocked(this.#parts, text))
    const lines = all.map((account) => ({ account }))
    const leftOut = all.filter((account) => !taken.includes(account)).map((account) => nameOf(account, lines))
    return { name, accounts: taken.length, leftOut }
  }

  /** Changes nothing. @throws BAD_REQUEST (found 'transferFile', 'newerFile', 'manyAccounts'), STORAGE */
  async openFile(): Promise<Output<'transfer', 'openFile'>> {
    const { files, accounts, settings, normalise } = this.#parts
    const text = await files.open(LONGEST_TRANSFER).catch(refuseFile)
    if (text === null) return { file: null }
    const file = parseTransferFile(text)
    const read = readAccounts(file.accounts, accounts(), normalise)
    if (accounts().length + read.added.length > MOST_ACCOUNTS) throw manyAccounts()
    const id = (this.#readings += 1)
    this.#opened = { id, accounts: read.added }
    const { known, refused } = read
    const shown: TransferImport = {
      id,
      accounts: read.added.map(toNewAccount),
      known,
      refused,
      settings: compareSettings(file.settings, settings())
    }
    return { file: shown }
  }

  /** @throws NOT_FOUND unless `id` is that of the latest file; BAD_REQUEST (found 'manyAccounts') with nothing added, STORAGE */
  addAccounts(id: number): void {
    if (this.#opened?.id !== id) throw new AppError('NOT_FOUND')
    this.#parts.addAccounts(this.#opened.accounts)
    this.#opened = null
  }
}

export const transferFileText = (
  accounts: readonly TransferAccount[],
  settings: Settings,
  appVersion: string
): string =>
  jsonFileText({
    portside: 'transfer',
    version: FILE_VERSION,
    app: appVersion,
    accounts,
    settings: Object.fromEntries(FILE_SETTINGS.map((name) => [name, withoutSecret(name, settings[name])]))
  })

/** What this version can't read, and what may be a secret in the wrong place, isn't written. */
const isTransferable = ({ connection, email }: AccountRecord): boolean =>
  !isUnknownProvider(connection) && !textsHoldCredential(connection) && !isSecretName(email)

/** An account without email and user name is only recognised by its label, so a label that its profile gave is written, too. */
function toTransferAccount({ kind, label, named, profileName, email, connection }: AccountRecord): TransferAccount {
  const isNeeded = named || (profileName !== undefined && email === null && connection.user === undefined)
  const name = isNeeded && !holdsCredential(label) ? label : null
  return { kind: kind === 'token' ? kind : 'password', name, email, connection }
}

/** An email address may look generated, as that of a relay does. */
const isSecretName = (email: string | null): boolean =>
  email !== null && !/^[^\s@:/]+@[^\s@:/]+$/.test(email) && holdsCredential(email)

/** The user name at a proxy may be a key. */
function withoutSecret(name: SettingName, value: unknown): unknown {
  if (name !== 'proxy') return value
  const { mode, manual } = value as Settings['proxy']
  return manual !== null && holdsCredential(manual.user) ? { mode, manual: { ...manual, user: '' } } : value
}

interface FileParts {
  accounts: readonly unknown[]
  settings: Readonly<Record<string, unknown>>
}

/** @throws BAD_REQUEST (found 'newerFile', 'transferFile', 'manyAccounts') */
export function parseTransferFile(text: string): FileParts {
  const file = parseJsonFile(text, 'transferFile')
  if (!isRecord(file) || file['portside'] !== 'transfer') throw noTransferFile()
  const { version, accounts, settings } = file
  if (typeof version === 'number' && version > FILE_VERSION) throw new AppError('BAD_REQUEST', { found: 'newerFile' })
  if (version !== FILE_VERSION || !Array.isArray(accounts) || !isRecord(settings)) throw noTransferFile()
  if (accounts.length > MOST_ACCOUNTS) throw manyAccounts()
  return { accounts, settings }
}

const accountSchema = z.object({
  kind: z.enum(['password', 'token']),
  // Only a name: without it, the account has its usual one.
  name: z.catch(z.nullable(labelSchema), null),
  email: z.nullable(emailSchema.check(z.minLength(1))),
  connection: connectionSchema
})

/** @returns those that can be added, names of those that are there, and what can't be used. Of equal ones, the first counts. */
export function readAccounts(
  entries: readonly unknown[],
  present: readonly AccountRecord[],
  normalise: (baseUrl: string) => string
): { added: TransferAccount[]; known: string[]; refused: RefusedAccount[] } {
  const added: TransferAccount[] = []
  const known = new Set<string>()
  const refused: RefusedAccount[] = []
  const lines = present.map((account) => ({ account }))
  for (const [at, entry] of entries.entries()) {
    const account = readAccount(entry, normalise)
    if (typeof account === 'string') {
      refused.push({ name: shownNameOf(entry), place: at + 1, reason: account })
      continue
    }
    const there = present.find((one) => isSameAccount(one, account))
    if (there) known.add(nameOf(there, lines))
    else if (!added.some((one) => isSameAccount(one, account))) added.push(account)
  }
  return { added, known: [...known], refused }
}

/** @returns why it can't be used, or the account */
function readAccount(
  entry: unknown,
  normalise: (baseUrl: string) => string
): TransferAccount | RefusedAccount['reason'] {
  const read = accountSchema.safeParse(entry)
  if (!read.success) {
    const isProvider = read.error.issues.every(({ path }) => path.join('.') === 'connection.provider')
    return isProvider ? 'provider' : 'incomplete'
  }
  const { name, connection, ...account } = read.data
  if (textsHoldCredential(connection) || isSecretName(account.email)) return 'credential'
  if (account.kind === 'password' && account.email === null) return 'incomplete'
  const baseUrl = usableBaseUrl(connection, normalise)
  if (baseUrl === null) return 'address'
  const own = name !== null && holdsCredential(name) ? null : name
  return { ...account, name: own, connection: { ...connection, baseUrl } }
}

function usableBaseUrl({ baseUrl }: Connection, normalise: (baseUrl: string) => string): string | null {
  try {
    return normalise(baseUrl)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Of an entry that can't be used: it may be anything. */
function shownNameOf(entry: unknown): string | null {
  const { name, email } = isRecord(entry) ? entry : {}
  const texts = [labelSchema.safeParse(name).data, emailSchema.safeParse(email).data]
  return texts.find((text) => text !== undefined && text !== '' && !holdsCredential(text)) ?? null
}

function toNewAccount(account: TransferAccount): NewAccount {
  const { kind, email, connection } = account
  const { baseUrl, provider } = connection
  return {
    label: transferredLabel(account),
    kind,
    email,
    provider: definitionOf(connection).name,
    host: hostIn(baseUrl) ?? baseUrl,
    isOfFile: provider === null || baseOf(connection).baseUrl !== baseUrl
  }
}

/** A setting that this version doesn't have, or has with other values, is named and left out. */
export function compareSettings(settings: Readonly<Record<string, unknown>>, current: Settings): SettingsImport {
  const { valid, invalid, unknown } = checkSettings(settings, FILE_SETTINGS)
  const { pdfFolderPattern, proxy } = valid
  const refused: SettingName[] = []
  if (pdfFolderPattern !== undefined && parsePattern(pdfFolderPattern).problem) refused.push('pdfFolderPattern')
  if (proxy?.manual && holdsCredential(proxy.manual.user)) refused.push('proxy')
  const names = FILE_SETTINGS.filter((name) => valid[name] !== undefined && !refused.includes(name))
  const changed = names.filter((name) => canonicalText(valid[name]) !== canonicalText(current[name]))
  const unknownNames = Object.keys(unknown)
  return {
    changes: Object.fromEntries(changed.map((name) => [name, valid[name]])),
    unchanged: names.length - changed.length,
    invalid: [...invalid, ...refused],
    unknown: unknownNames.slice(0, MOST_UNKNOWN).map(shownName),
    moreUnknown: Math.max(unknownNames.length - MOST_UNKNOWN, 0)
  }
}

const noTransferFile = (): AppError => new AppError('BAD_REQUEST', { found: 'transferFile' })
const manyAccounts = (): AppError => new AppError('BAD_REQUEST', { found: 'manyAccounts' })

/** A file that is too long or no text is refused as one of another kind is. */
function refuseFile(error: unknown): never {
  if (toErrorInfo(error).found === 'file') throw noTransferFile()
  throw error
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A hand-written file may have the parts of a value in another order. */
const canonicalText = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) => (isRecord(part) ? Object.entries(part).toSorted() : part))
