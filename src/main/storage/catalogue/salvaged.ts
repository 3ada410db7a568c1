/** Records that stay, at another place: set apart before that is taken, where a hundred thousand take no memory. */
import type { DatabaseSync } from 'node:sqlite'
import { RECORD_COLUMNS, storedOf, type StoredProduct } from './products.ts'

export interface Carried {
  /** Sets apart what is stored at a position, for another one. */
  add(from: number, to: number): void
  /** By the position that it is for. */
  at(position: number): StoredProduct
  end(): void
}

/** In a table of the connection's own, of which the file has nothing. */
export function createCarried(db: DatabaseSync): Carried {
  db.exec(`DROP TABLE IF EXISTS temp.carried;
    CREATE TEMP TABLE carried (place INTEGER PRIMARY KEY, ${RECORD_COLUMNS})`)
  const put = db.prepare(`INSERT INTO temp.carried SELECT ?, ${RECORD_COLUMNS} FROM product_records WHERE position = ?`)
  const find = db.prepare(`SELECT ${RECORD_COLUMNS} FROM temp.carried WHERE place = ?`)
  return {
    add: (from, to) => void put.run(to, from),
    at: (position) => storedOf(find.get(position)),
    end: () => db.exec('DROP TABLE temp.carried')
  }
}
