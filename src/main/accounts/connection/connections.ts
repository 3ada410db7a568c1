import type { Output } from '../../../shared/ipc/contract.ts'
import { AppError } from '../../../shared/ipc/error.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import { BUILT_IN, type ProviderId } from '../../../shared/providers/built-in.ts'
import { invoiceSettingsOf } from '../../../shared/providers/definition.ts'
import type { ReadingNote } from '../../../shared/models/freshness.ts'
import type { Account } from '../account.ts'
import type { CoreParts } from '../../core-parts.ts'
import { LONGEST_FILE } from '../../provider/definitions/json-file.ts'
import { unlessSealed } from '../opened-storage.ts'
import { unlessLocked } from '../work.ts'
import {
  definitionProblems,
  parseDefinitionFile,
  toDefinitionFile
} from '../../provider/definitions/definition-file.ts'

/** An account's connection, and definitions in files. */
export class Connections {
  readonly #parts: CoreParts

  constructor(parts: CoreParts) {
    this.#parts = parts
  }

  /** Invoices are read again from their stored records if their meaning changes. */
  async change(account: Account, connection: Connection): Promise<void> {
    const before = account.record
    await this.#parts.accounts.changeConnection(account.id, connection)
    const after = account.record
    if (meaning(before.connection) !== meaning(after.connection)) await this.#readInvoicesAgain(account)
  }

  /** @throws CANCELLED when the app is locked before the user has chosen a file; BAD_REQUEST, STORAGE */
  async exportFile(connection: Connection): Promise<Output<'connection', 'exportFile'>> {
    const { api, files } = this.#parts
    const baseUrl = api.baseUrl(connection.baseUrl)
    const { name, text } = toDefinitionFile({ ...connection, baseUrl })
    return { name: await files.saveStream(name, 'json', unlessLocked(this.#parts, text)) }
  }

  async importFile(): Promise<Output<'connection', 'importFile'>> {
    const { api, files } = this.#parts
    const text = await files.open(LONGEST_FILE)
    return { connection: text === null ? null : parseDefinitionFile(text, (address) => api.baseUrl(address)) }
  }

  problems(definition: object): Output<'connection', 'problems'> {
    return { problems: definitionProblems(definition) }
  }

  async statuses(account: Account): Promise<Output<'connection', 'statuses'>> {
    return { statuses: await account.use(async (storage) => (await storage.invoices()).statuses()) }
  }

  /** Only of a built-in definition: a file could name any page. */
  async openDocumentation(provider: ProviderId): Promise<Output<'connection', 'openDocumentation'>> {
    const { documentation } = BUILT_IN[provider]
    if (documentation === null) throw new AppError('NOT_FOUND')
    return { host: await this.#parts.opener.open(documentation) }
  }

  async #readInvoicesAgain(account: Account): Promise<void> {
    const { connection } = account.record
    await account.use(async (storage) => {
      // Sealed data can't be parsed again now. Its validators name the old settings, so the next fetch replaces it.
      const stored = await unlessSealed(storage.info('invoices'))
      const records = stored && (await unlessSealed(storage.invoices().then((invoices) => invoices.records())))
      if (!records) return
      const { value, notes } = this.#parts.api.readInvoicesAgain(connection, records, stored.dayZone ?? null)
      // Newer data may have arrived meanwhile.
      if ((await storage.info('invoices'))?.fetchedAt !== stored.fetchedAt) return
      const allNotes = [...stored.notes.filter(isOfResponse), ...notes.filter((note) => !isOfResponse(note))]
      // No validators: the next response must be complete.
      await storage.saveInvoices(value, { ...stored, notes: allNotes, validators: null })
      account.touch('invoices')
    })
  }
}

/** Stored records can't reproduce these notes. */
const isOfResponse = ({ kind }: ReadingNote): boolean => kind === 'credentialDropped' || kind === 'notAnObject'

const meaning = (connection: Connection): string => JSON.stringify(invoiceSettingsOf(connection))
