/** How platforms are spoken to: changing it for the open account, and taking it from or to a file. */
import type { Output } from '../../../shared/ipc/contract.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import type { ReadingNote } from '../../../shared/models/freshness.ts'
import { settingsOf } from '../../../shared/models/connection-rules.ts'
import { connectionIn, fileOf, LONGEST_FILE } from './connection-file.ts'
import type { FreshnessBook } from '../refresh/freshness.ts'
import type { Files, Api } from '../ports/index.ts'
import type { Session } from '../session/index.ts'
import { unlessSealed, type OpenStore } from '../open-account-storage.ts'

export interface ConnectionParts {
  platform: Api
  session: Session
  store: OpenStore
  freshness: FreshnessBook
  files: Files
}

export interface Connections {
  /** Session.changeConnection, and what is stored of the invoices then says what the new settings make of it. */
  change(connection: Connection): Promise<void>
  exportFile(connection: Connection): Promise<Output<'connection', 'exportFile'>>
  importFile(): Promise<Output<'connection', 'importFile'>>
  statuses(): Promise<Output<'connection', 'statuses'>>
}

export function createConnections({ platform, session, store, freshness, files }: ConnectionParts): Connections {
  const readInvoicesAgain = async (connection: Connection): Promise<void> => {
    const cache = store.current()
    // What can't be opened now will not be taken for current once it can: its validators name the settings it was read by.
    const stored = await unlessSealed(cache.info('invoices'))
    const records = stored && (await unlessSealed(cache.invoiceRecords()))
    if (!records) return
    const { value, notes } = platform.readInvoicesAgain(connection, records)
    // An answer that came meanwhile was read by the new settings already; an account that was left has its file closed.
    if (store.orNull() !== cache || (await cache.info('invoices'))?.fetchedAt !== stored.fetchedAt) return
    const seen = [...stored.notes.filter(ofArrival), ...notes.filter((note) => !ofArrival(note))]
    // They came read otherwise: whatever the platform says of that answer, the next one is wanted whole.
    await cache.saveInvoices(value, { fetchedAt: stored.fetchedAt, notes: seen, validators: null })
    freshness.touch('invoices')
  }

  return {
    async change(connection) {
      const before = session.account()
      await session.changeConnection(connection)
      const after = session.account()
      if (!before || after?.id !== before.id) return
      if (meaning(before.connection) !== meaning(after.connection)) await readInvoicesAgain(after.connection)
    },

    async exportFile(connection) {
      const baseAddress = platform.baseAddress(connection.baseAddress)
      const { name, text } = fileOf({ ...connection, baseAddress })
      return { name: await files.save(name, text) }
    },

    async importFile() {
      const text = await files.open(LONGEST_FILE)
      return { connection: text === null ? null : connectionIn(text, (typed) => platform.baseAddress(typed)) }
    },

    statuses: async () => ({ statuses: await store.read((cache) => cache.invoiceStatuses()) })
  }
}

/** What a stored record no longer shows: it was left out on arrival. */
const ofArrival = ({ kind }: ReadingNote): boolean => kind === 'credentialDropped' || kind === 'notAnObject'

/** The settings by which an invoice is read; equal texts, equal readings. */
function meaning(connection: Connection): string {
  const { amountUnit, currency, statuses, paymentTermDays } = settingsOf(connection)
  return JSON.stringify([
    amountUnit,
    currency,
    paymentTermDays,
    Object.entries(statuses).sort(([one], [other]) => (one < other ? -1 : 1))
  ])
}
