/** Settings, PIN, catalogue and an account on a disk that fills up and gets room again, in one run. Writes what it found to standard output. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { openAccountFile } from '../../../src/main/storage/account-files.ts'
import { CatalogueStore } from '../../../src/main/catalogue/storage/catalogue-store.ts'
import { RegistryFile } from '../../../src/main/storage/registry.ts'
import { DEFAULT_SETTINGS } from '../../../src/shared/models/settings.ts'

const [folder = ''] = process.argv.slice(2)
const filler = join(folder, 'filler')
const tell = (what: object): void => void process.stdout.write(`${JSON.stringify(what)}\n`)
const isFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOSPC'

function fill(): void {
  const file = openSync(filler, 'w')
  for (const size of [1024 * 1024, 1024]) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size))
    } catch (error) {
      if (!isFull(error)) throw error
    }
  }
  closeSync(file)
}

const open = () => ({
  registry: new RegistryFile(join(folder, 'portside.db')),
  account: openAccountFile(join(folder, 'account.db')),
  catalogue: new CatalogueStore(join(folder, 'catalogue.db'), () => undefined)
})
type Files = ReturnType<typeof open>
const conditions = ({ registry, catalogue, account }: Files): string[] => [
  registry.condition(),
  catalogue.condition(),
  account.condition()
]
const pin = (verifier: string) => ({ verifier, failures: 0, waitUntil: null, uptimeUntil: null })
async function importList({ catalogue }: Files, id: number, bytes: number): Promise<void> {
  catalogue.startImport(id, { secrets: [] })
  catalogue.parseChunk(id, Buffer.from(JSON.stringify([{ id: `p${id}`, name: 'x'.repeat(bytes) }])))
  catalogue.endPage(id)
  await catalogue.commit(id, { fetchedAt: '2026-11-20T10:00:00.000Z', validators: null })
}
const put = ({ account }: Files, bytes: number): void =>
  account.change((db) => {
    db.prepare("INSERT OR REPLACE INTO encrypted (topic, part, data) VALUES ('profile', 'about', ?)").run(
      Buffer.alloc(bytes, 1)
    )
  })

let files = open()
files.registry.saveSettings({ ...DEFAULT_SETTINGS, theme: 'dark' })
await importList(files, 1, 1000)
put(files, 1000)
fill()
// The -wal files have some room left.
for (let time = 1; time <= 60; time += 1) files.registry.saveKeychainJournal(['x'.repeat(100_000 + time)])
files.registry.saveKeychainJournal([])
put(files, 2_000_000)
await importList(files, 2, 2_000_000).catch(() => importList(files, 3, 1000))
tell({ full: conditions(files) })
rmSync(filler)
files.registry.saveSettings({ ...DEFAULT_SETTINGS, theme: 'light' })
files.registry.saveLock(pin('kept'))
await importList(files, 4, 2000)
put(files, 3000)
tell({ room: conditions(files), lasting: files.registry.isLasting() })
files.registry.close()
files.catalogue.close()
files.account.close()
files = open()
const stored = files.account.read((db) => db.prepare('SELECT length(data) AS n FROM encrypted').get()?.['n'])
tell({
  again: conditions(files),
  theme: files.registry.settings().theme,
  verifier: files.registry.lock()?.verifier,
  products: files.catalogue.size(),
  product: files.catalogue.product('p4')?.record.key,
  stored
})
