/** How the open account's platform is spoken to changes; a token never travels to another origin. */
import { AppError } from '../../../shared/ipc/error.ts'
import type { Account } from '../../../shared/models/account.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import { originOf, type Context } from './context.ts'
import { letGo } from './credential-store.ts'
import type { PendingDeletions } from './pending-deletions.ts'

/** See Session.changeConnection. */
export async function changeConnection(
  context: Context,
  pendingDeletions: PendingDeletions,
  connection: Connection
): Promise<void> {
  const { accounts, holders, parts } = context
  const account = accounts.open()
  if (!account) throw new AppError('UNAUTHORIZED')
  if (account.kind === 'sample') throw new AppError('BAD_REQUEST', { found: 'input' })
  const place = { ...connection, baseAddress: parts.platform.baseAddress(connection.baseAddress) }
  const label = account.named ? account.label : (account.email ?? new URL(place.baseAddress).host)
  const moved: Account = { ...account, connection: place, label }
  if (sameOrigin(account.connection, place)) {
    accounts.save(moved)
    context.changed()
    return
  }
  const { id } = account
  const holder = holders.of(account)
  const stored = pendingDeletions.mayBeStored(account)
  pendingDeletions.add(id)
  try {
    // Before the keychain is asked: whatever happens to its entry, a record that knows of none never has its token read.
    accounts.save({ ...moved, tokenStored: false, tokenExpiresAt: null })
    letGo(holder, 'forgotten')
    context.changed()
  } finally {
    await pendingDeletions.retire(id, stored)
  }
}

function sameOrigin(one: Connection, other: Connection): boolean {
  const origin = originOf(one)
  return origin !== null && origin === originOf(other)
}
