/** Account records as rows of a file. They survive damage field by field, and a version that doesn't know their provider. */
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod/mini'
import type { AccountRecord } from '../../shared/models/account.ts'
import { hostIn, isUnknownProvider, LONGEST_ADDRESS, UNKNOWN_PROVIDER } from '../../shared/models/connection.ts'
import { ACCOUNT_ID, accountSchema, storedConnectionSchema } from '../schemas.ts'
import { isReadable } from './database.ts'

const { shape } = accountSchema
const UNREAD_CONNECTION = { provider: UNKNOWN_PROVIDER, baseUrl: '' } as const

/** The record of an account that can't be read may have a token and a key: only the keychain knows. */
const fieldsSchema = z.object({
  label: z.catch(shape.label, ''),
  named: z.catch(shape.named, false),
  kind: z.catch(shape.kind, 'token'),
  connection: z.catch(storedConnectionSchema, UNREAD_CONNECTION),
  email: z.catch(shape.email, null),
  profileName: z.catch(shape.profileName, undefined),
  tokenStored: z.catch(shape.tokenStored, true),
  keyStored: z.catch(shape.keyStored, true),
  signedOut: z.catch(shape.signedOut, false),
  tokenExpiresAt: z.catch(shape.tokenExpiresAt, null),
  addedAt: z.catch(shape.addedAt, '')
})
const addressSchema = z.object({ connection: z.object({ baseUrl: z.string().check(z.maxLength(LONGEST_ADDRESS)) }) })

/**
 * The account of a row, with usual values for what can't be read. A connection that can't be read is one to an unknown
 * provider.
 */
export function parseStoredAccount({ id, text }: Pick<AccountRow, 'id' | 'text'>): AccountRecord {
  const stored = parseObject(text) ?? labelIn(text)
  const fields = fieldsSchema.parse(stored)
  const baseUrl = fields.connection.baseUrl || (addressSchema.safeParse(stored).data?.connection.baseUrl ?? '')
  const label = fields.label || (fields.email ?? hostIn(baseUrl) ?? id)
  return { ...fields, id, label, connection: { ...fields.connection, baseUrl } }
}

/** Of a text that was cut off, so that the user knows the account by its name. */
function labelIn(text: string): Record<string, unknown> {
  const label = /"label":("(?:[^"\\]|\\.){1,400}")/.exec(text)?.[1]
  return parseObject(`{"label":${label ?? '""'}}`) ?? {}
}

/**
 * The text of an account's row. While its provider isn't known, what was stored of the connection stays, and so does a text
 * that can't be read at all.
 * @param before the row's text; null: there is none
 */
export function storedAccountText(account: AccountRecord, underLock: boolean, before: string | null): string {
  // First, so that a text that is cut off has it.
  const record = { underLock, ...account }
  if (before === null || !isUnknownProvider(account.connection)) return JSON.stringify(record)
  const stored = parseObject(before)
  const { connection = account.connection, unread } = stored ?? { unread: before }
  return JSON.stringify({ ...record, connection, unread })
}

const UNDER_LOCK = '"underLock":true'
const NOT_UNDER_LOCK = '"underLock":false'

/**
 * Damage may leave the accounts and take the lock. A copy of "a PIN is set" in each account's row keeps them from being shown
 * without it.
 */
export function isUnderLock({ text }: Pick<AccountRow, 'text'>): boolean {
  const stored = parseObject(text)
  return stored ? stored['underLock'] === true : text.includes(UNDER_LOCK)
}

export function markUnderLock(db: DatabaseSync, underLock: boolean): void {
  db.prepare(
    `UPDATE accounts SET account = CASE WHEN json_valid(account) THEN json_set(account, '$.underLock', json(:lock))
       ELSE replace(replace(account, '${UNDER_LOCK}', :mark), '${NOT_UNDER_LOCK}', :mark) END`
  ).run({ lock: JSON.stringify(underLock), mark: underLock ? UNDER_LOCK : NOT_UNDER_LOCK })
}

export interface AccountRow {
  /** rowid */
  at: bigint
  id: string
  /** Empty: it is damaged or cut off. */
  text: string
}

/** The rows of a sound file, in their order. @throws errors of SQLite */
export function readAccountRows(db: DatabaseSync): AccountRow[] {
  const all = db.prepare('SELECT rowid AS at, id, account FROM accounts ORDER BY position')
  all.setReadBigInts(true)
  return all.all().map(({ at, id, account }) => ({ at: BigInt(String(at)), id: String(id), text: String(account) }))
}

/**
 * What is left of a file that may be damaged, in their order: a text that can't be read hides no other row. The index has the
 * ids of rows that are cut off.
 * @returns isWhole: false if there may be more
 */
export function rescueAccountRows(db: DatabaseSync): { rows: AccountRow[]; isWhole: boolean } {
  const found = new Map<bigint, { id: string; position: number }>()
  const isRead = ID_QUERIES.map((sql) =>
    isReadable(() => {
      const all = db.prepare(sql)
      all.setReadBigInts(true)
      for (const row of all.iterate()) {
        const at = BigInt(String(row['at']))
        if (!found.has(at)) found.set(at, { id: String(row['id']), position: Number(row['position']) })
      }
    })
  )
  const rows = [...found]
    .toSorted(([, one], [, other]) => one.position - other.position)
    .map(([at, { id }]) => ({ at, id, text: accountTextAt(db, at) }))
  // The table alone has all of them, and so has the index.
  return { rows: withUsableIds(rows), isWhole: isRead[0] === true || isRead[2] === true }
}

/** Up to a damaged place and from behind it, by rowid (see readableRows); then the index alone. */
const ID_QUERIES = [
  'SELECT rowid AS at, id, position FROM accounts ORDER BY rowid ASC',
  'SELECT rowid AS at, id, position FROM accounts ORDER BY rowid DESC',
  `SELECT rowid AS at, id, ${Number.MAX_SAFE_INTEGER} AS position FROM accounts INDEXED BY sqlite_autoindex_accounts_1`
]

function accountTextAt(db: DatabaseSync, at: bigint): string {
  let text = ''
  // SQLite keeps the rest of a long text in other pages, which may be damaged while the row is not.
  isReadable(() => {
    text = String(db.prepare('SELECT account FROM accounts WHERE rowid = ?').get(at)?.['account'] ?? '')
  })
  return text
}

/**
 * Replaces ids that can't name an account: by the one in the record's text, or else by one that goes by the row's place in
 * the file. Always the same one, so that a command names the account as the app does.
 */
export function withUsableIds(rows: readonly AccountRow[]): AccountRow[] {
  const taken = new Set(rows.map(({ id }) => id))
  return rows.map((row) => {
    if (ACCOUNT_ID.test(row.id)) return row
    const own = parseObject(row.text)?.['id']
    let id = typeof own === 'string' && ACCOUNT_ID.test(own) ? own : `unread-${row.at}`
    for (let at = row.at; taken.has(id); at += 1n) id = `unread-${at}`
    taken.add(id)
    return { ...row, id }
  })
}

/** Saves the replacements. @param rows with an id that can't name an account, and what withUsableIds makes of them */
export function saveIds(db: DatabaseSync, rows: readonly AccountRow[]): void {
  const put = db.prepare('UPDATE accounts SET id = ? WHERE rowid = ?')
  for (const { at, id } of rows) put.run(id, at)
}

/** Each row's text as it is. */
export function copyAccounts(from: DatabaseSync, to: DatabaseSync): void {
  const put = to.prepare('INSERT OR IGNORE INTO accounts (id, position, account) VALUES (?, ?, ?)')
  for (const [at, { id, text }] of rescueAccountRows(from).rows.entries()) put.run(id, at + 1, text)
}

const objectSchema = z.record(z.string(), z.unknown())

function parseObject(text: string): Record<string, unknown> | null {
  try {
    return objectSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
