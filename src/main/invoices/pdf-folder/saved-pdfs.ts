/** The list of saved PDFs, of all accounts whose saved data can be read. */
import type { Output } from '../../../shared/ipc/contract.ts'
import { AppError } from '../../../shared/ipc/error.ts'
import { MOST_LISTED_PDFS, type SavedPdf } from '../../../shared/models/pdf-folder.ts'
import { unlessSealed } from '../../accounts/opened-storage.ts'
import type { AccountStorage, SavedPdfEntry } from '../../ports/index.ts'
import type { PdfFolderParts } from './pdf-folder-parts.ts'

type ListParts = Pick<PdfFolderParts, 'accounts' | 'loadFolderFiles'>

interface Place {
  account: string
  row: number
  at: string
}

export async function readSavedPdfs(parts: ListParts, folder: string | null): Promise<Output<'pdfFolder', 'saved'>> {
  const places: Place[] = []
  let total = 0
  for (const account of readableAccounts(parts)) {
    const newest = await withSaved(parts, account, (saved) => saved.newest(MOST_LISTED_PDFS))
    total += newest?.total ?? 0
    places.push(...(newest?.rows ?? []).map(({ row, at }) => ({ account, row, at })))
  }
  const shown = places.sort((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, MOST_LISTED_PDFS)
  const entries = await readEntries(parts, shown)
  const files = await parts.loadFolderFiles()
  const exist = await files.exist(entries.map(({ entry }) => entry))
  return { rows: entries.map(({ place, entry }, at) => rowOf(place, entry, folder, exist[at] ?? null)), total }
}

/** @throws NOT_FOUND if the record or the file is gone */
export async function revealSavedPdf(parts: ListParts, id: string): Promise<void> {
  const [account = '', row = ''] = id.split('/')
  if (!readableAccounts(parts).includes(account)) throw new AppError('NOT_FOUND')
  const entry = await withSaved(parts, account, (saved) => saved.entry(Number(row)))
  const files = await parts.loadFolderFiles()
  if (!entry || !(await files.reveal(entry))) throw new AppError('NOT_FOUND')
}

/** Others would ask the keychain for their keys. */
const readableAccounts = ({ accounts }: ListParts): string[] =>
  accounts.lines.filter(({ credential }) => credential !== 'signedOut').map(({ account }) => account.id)

const withSaved = <T>(
  { accounts }: ListParts,
  account: string,
  read: (saved: AccountStorage['savedPdfs']) => Promise<T>
): Promise<T | null> => unlessSealed(accounts.get(account).use((storage) => read(storage.savedPdfs)))

async function readEntries(
  parts: ListParts,
  places: readonly Place[]
): Promise<{ place: Place; entry: SavedPdfEntry }[]> {
  const entries = new Map<Place, SavedPdfEntry>()
  for (const [account, own] of Map.groupBy(places, (place) => place.account)) {
    await withSaved(parts, account, async (saved) => {
      for (const place of own) {
        const entry = await saved.entry(place.row)
        if (entry) entries.set(place, entry)
      }
    })
  }
  return places.flatMap((place) => {
    const entry = entries.get(place)
    return entry ? [{ place, entry }] : []
  })
}

const rowOf = (
  { account, row, at }: Place,
  { folder, path, number }: SavedPdfEntry,
  current: string | null,
  exists: boolean | null
): SavedPdf => ({
  id: `${account}/${row}`,
  account,
  number,
  path: folder === current ? path : `${folder}/${path}`,
  at,
  exists
})
