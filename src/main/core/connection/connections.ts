import type { Output } from '../../../shared/ipc/contract.ts'
import { settingsOf, type Connection } from '../../../shared/models/connection.ts'
import type { ReadingNote } from '../../../shared/models/freshness.ts'
import type { CoreParts } from '../core-parts.ts'
import { unlessSealed } from '../open-account-storage.ts'
import { connectionIn, fileOf, LONGEST_FILE } from './connection-file.ts'

export type Connections = ReturnType<typeof createConnections>

export function createConnections({ api, session, store, freshness, files }: CoreParts) {
  const readInvoicesAgain = async (connection: Connection): Promise<void> => {
    const storage = store.current()
    // Sealed data can't be parsed again now. Its validators name the old settings, so the next fetch replaces it.
    const stored = await unlessSealed(storage.info('invoices'))
    const records = stored && (await unlessSealed(storage.invoiceRecords()))
    if (!records) return
    const { value, notes } = api.readInvoicesAgain(connection, records)
    // Skip if newer data arrived, or another account was opened, meanwhile.
    if (store.orNull() !== storage || (await storage.info('invoices'))?.fetchedAt !== stored.fetchedAt) return
    const seen = [...stored.notes.filter(ofArrival), ...notes.filter((note) => !ofArrival(note))]
    // No validators: the next response must be complete.
    await storage.saveInvoices(value, { fetchedAt: stored.fetchedAt, notes: seen, validators: null })
    freshness.touch('invoices')
  }

  return {
    async change(connection: Connection): Promise<void> {
      const before = session.account()
      await session.changeConnection(connection)
      const after = session.account()
      if (!before || after?.id !== before.id) return
      if (meaning(before.connection) !== meaning(after.connection)) await readInvoicesAgain(after.connection)
    },

    async exportFile(connection: Connection): Promise<Output<'connection', 'exportFile'>> {
      const baseAddress = api.baseAddress(connection.baseAddress)
      const { name, text } = fileOf({ ...connection, baseAddress })
      return { name: await files.save(name, text) }
    },

    async importFile(): Promise<Output<'connection', 'importFile'>> {
      const text = await files.open(LONGEST_FILE)
      return { connection: text === null ? null : connectionIn(text, api.baseAddress) }
    },

    statuses: async () => ({ statuses: await store.read((storage) => storage.invoiceStatuses()) })
  }
}

/** Stored records can't reproduce these notes. */
const ofArrival = ({ kind }: ReadingNote): boolean => kind === 'credentialDropped' || kind === 'notAnObject'

/** The settings that affect how invoices are parsed, as a comparable text. */
function meaning(connection: Connection): string {
  const { amountUnit, currency, statuses, paymentTermDays } = settingsOf(connection)
  return JSON.stringify({ amountUnit, currency, statuses, paymentTermDays })
}
