/** A disk with little room: stored PDFs leave 200 MB of it free, and small data is still saved. */
import { expect, test, vi } from 'vitest'
import type * as FreeSpace from '../../../src/main/free-space.ts'
import { INFO, invoice, launch } from '../storage/fixtures.ts'

const disk = vi.hoisted(() => ({ free: null as number | null }))
vi.mock('../../../src/main/free-space.ts', async (original) => ({
  ...(await original<typeof FreeSpace>()),
  freeBytesNow: () => disk.free
}))

test('a PDF is stored only if 200 MB stay free beside it, looked at for each', async () => {
  const { account } = launch()
  const bytes = Buffer.from('%PDF-1.4')
  const save = (key: string): Promise<boolean> => account.savePdf(key, bytes, INFO.fetchedAt, 'make')
  disk.free = 200_000_000 + bytes.length
  expect(await save('a')).toBe(true)
  disk.free -= 1
  expect(await save('b')).toBe(false)
  expect(await account.pdf('b')).toBeNull()
  await account.saveInvoices([invoice('i')], INFO)
  expect(await account.condition()).toBe('fine')
  // The system doesn't say.
  disk.free = null
  expect(await save('b')).toBe(true)
})
