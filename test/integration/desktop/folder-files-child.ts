/** Saves files into a folder, as the app does, until it ends or is killed. Writes what it does to standard output, a line each. */
import { readdirSync } from 'node:fs'
import { SafeFolderFiles } from '../../../src/main/desktop/files/folder-files.ts'

const [folder = '', count = '1', size = '1'] = process.argv.slice(2)
const files = new SafeFolderFiles({ mark: () => Promise.resolve(), reveal: () => undefined })
const tell = (what: object): void => void process.stdout.write(`${JSON.stringify(what)}\n`)

tell({ check: await files.check(folder) })
for (let number = 1; number <= Number(count); number += 1) {
  const bytes = Buffer.alloc(Number(size), `%PDF-1.4 ${number} `)
  const file = { folder, folders: ['2026'], name: `${number}.pdf`, bytes }
  tell({ saved: await files.save(file, async (begun) => tell({ begun })) })
}
tell({ left: readdirSync(folder, { recursive: true }).toSorted() })
