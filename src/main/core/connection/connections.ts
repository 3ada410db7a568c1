import type { Output } from '../../../shared/ipc/contract.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import { baseOf, definitionOf, invoiceSettingsOf } from '../../../shared/providers/definition.ts'
import type { ReadingNote } from '../../../shared/models/freshness.ts'
import type { CoreParts } from '../core-parts.ts'
import { unlessSealed } from '../open-account-storage.ts'
import { AppError } from '../../../shared/ipc/error.ts'
import { connectionSchema } from '../schemas.ts'

/** The open account's connection, and connections in files. */
export class Connections {
  readonly #parts: CoreParts

  constructor(parts: CoreParts) {
    this.#parts = parts
  }

  /** Invoices are read again from their stored records if their meaning changes. */
  async change(connection: Connection): Promise<void> {
    const { session } = this.#parts
    const before = session.account()
    await session.changeConnection(connection)
    const after = session.account()
    if (!before || after?.id !== before.id) return
    if (meaning(before.connection) !== meaning(after.connection)) await this.#readInvoicesAgain(after.connection)
  }

  async exportFile(connection: Connection): Promise<Output<'connection', 'exportFile'>> {
    const { api, files } = this.#parts
    const baseUrl = api.baseUrl(connection.baseUrl)
    const { name, text } = toFile({ ...connection, baseUrl })
    return { name: await files.saveStream(name, 'json', [text]) }
  }

  async importFile(): Promise<Output<'connection', 'importFile'>> {
    const { api, files } = this.#parts
    const text = await files.open(LONGEST_FILE)
    return { connection: text === null ? null : parseFile(text, (address) => api.baseUrl(address)) }
  }

  async statuses(): Promise<Output<'connection', 'statuses'>> {
    return { statuses: await this.#parts.store.read((storage) => storage.invoiceStatuses()) }
  }

  async #readInvoicesAgain(connection: Connection): Promise<void> {
    const { api, store, freshness } = this.#parts
    const storage = store.current()
    // Sealed data can't be parsed again now. Its validators name the old settings, so the next fetch replaces it.
    const stored = await unlessSealed(storage.info('invoices'))
    const records = stored && (await unlessSealed(storage.invoiceRecords()))
    if (!records) return
    const { value, notes } = api.readInvoicesAgain(connection, records, stored.dayZone ?? null)
    // Skip if newer data arrived, or another account was opened, meanwhile.
    if (store.orNull() !== storage || (await storage.info('invoices'))?.fetchedAt !== stored.fetchedAt) return
    const allNotes = [...stored.notes.filter(isOfResponse), ...notes.filter((note) => !isOfResponse(note))]
    // No validators: the next response must be complete.
    await storage.saveInvoices(value, { ...stored, notes: allNotes, validators: null })
    freshness.touch('invoices')
  }
}

/** Stored records can't reproduce these notes. */
const isOfResponse = ({ kind }: ReadingNote): boolean => kind === 'credentialDropped' || kind === 'notAnObject'

const meaning = (connection: Connection): string => JSON.stringify(invoiceSettingsOf(connection))

const LONGEST_FILE = 64 * 1024

const VERSION = 1

/** A whole definition, without what says nothing. @param connection with a normalised base URL */
function toFile(connection: Connection): { name: string; text: string } {
  const { baseUrl } = connection
  const usual = new Map<string, unknown>(Object.entries(baseOf({ provider: null })))
  const parts = Object.entries(definitionOf(connection)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(usual.get(name))
  )
  const file = { portside: 'provider', version: VERSION, ...Object.fromEntries(parts) }
  // Windows doesn't allow the colon of a host in file names.
  const host = new URL(baseUrl).host.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^-+|-+$/g, '')
  return { name: `portside-${host}.json`, text: `${JSON.stringify(file, null, 2)}\n` }
}

/** @param tidy normalises the base address @throws BAD_REQUEST (found 'newerFile' or 'file') */
function parseFile(text: string, tidy: (typed: string) => string): Connection {
  const file = parseJson(text)
  if (typeof file !== 'object' || file === null || !('portside' in file) || file.portside !== 'provider') {
    throw notOurs()
  }
  const version = 'version' in file ? file.version : null
  if (typeof version === 'number' && version > VERSION) throw new AppError('BAD_REQUEST', { found: 'newerFile' })
  if (version !== VERSION) throw notOurs()
  const read = connectionSchema.safeParse({ ...file, provider: null })
  if (!read.success) throw notOurs()
  try {
    return { ...read.data, baseUrl: tidy(read.data.baseUrl) }
  } catch (error) {
    // The error may quote a password from a hand-written file.
    if (error instanceof AppError) throw notOurs()
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    // Editors on Windows add a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    // The parser's message quotes the file.
    throw notOurs()
  }
}

const notOurs = (): AppError => new AppError('BAD_REQUEST', { found: 'file' })
