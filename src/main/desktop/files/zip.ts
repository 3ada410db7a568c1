/** Streams a ZIP archive. Files are not compressed, because PDFs already are. */
import { AppError } from '../../../shared/ipc/error.ts'
import type { ArchiveEntry } from '../../ports/index.ts'

/** client-zip writes no Zip64 record for the number of entries, only for sizes. */
const MOST_ENTRIES = 0xffff - 1

const YEARS = { least: 1980, most: 2107 } as const

export async function* zipOf(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Uint8Array> {
  const { makeZip } = await import('client-zip')
  const files = described(entries)
  try {
    // Without `throw` and `return`: client-zip would call them and hide the error of the entries.
    yield* makeZip({ [Symbol.asyncIterator]: () => ({ next: () => files.next() }) })
  } finally {
    await files.return()
  }
}

async function* described(entries: AsyncIterable<ArchiveEntry>) {
  let count = 0
  for await (const { name, modified, content } of entries) {
    if ((count += 1) > MOST_ENTRIES) throw new AppError('TOO_LARGE')
    yield { name, input: content, lastModified: withinYears(modified), mode: 0o600 }
  }
}

function withinYears(date: Date): Date {
  const year = date.getFullYear()
  if (year < YEARS.least) return new Date(YEARS.least, 0, 1)
  return year > YEARS.most ? new Date(YEARS.most, 11, 31) : date
}
