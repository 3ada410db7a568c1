/** Accounts from another computer become signed-out accounts of this one. */
import { AppError } from '../../shared/ipc/error.ts'
import { MOST_ACCOUNTS, type AccountRecord } from '../../shared/models/account.ts'
import type { TransferAccount } from '../../shared/models/transfer.ts'
import type { Clock } from '../ports/index.ts'
import { defaultLabel, type AccountRecords } from './account-records.ts'

type Identity = Pick<AccountRecord, 'kind' | 'email' | 'connection'> & ({ label: string } | { name: string | null })

export const transferredLabel = (account: TransferAccount): string => account.name ?? defaultLabel(account)

const labelOf = (one: Identity): string => ('label' in one ? one.label : (one.name ?? defaultLabel(one)))

/** As a sign-in finds an account: by kind, email or user name, and address. One without either name goes by its label. */
export function isSameAccount(one: Identity, other: Identity): boolean {
  const [at, there] = [one.connection, other.connection]
  if (one.kind !== other.kind || at.baseUrl !== there.baseUrl) return false
  if (one.email !== other.email || at.user !== there.user) return false
  return one.email !== null || at.user !== undefined || labelOf(one) === labelOf(other)
}

/** Known accounts stay as they are. @throws BAD_REQUEST (found 'manyAccounts') with none added; STORAGE */
export function addSignedOutAccounts(
  records: Pick<AccountRecords, 'all' | 'save'>,
  accounts: readonly TransferAccount[],
  { newId, clock }: { newId: () => string; clock: Pick<Clock, 'now'> }
): void {
  const known = records.all()
  const added = accounts.filter((account) => !known.some((one) => isSameAccount(one, account)))
  if (known.length + added.length > MOST_ACCOUNTS) throw new AppError('BAD_REQUEST', { found: 'manyAccounts' })
  for (const account of added) {
    const { kind, email, connection, name } = account
    records.save({
      id: newId(),
      label: transferredLabel(account),
      named: name !== null,
      kind,
      connection,
      email,
      tokenStored: false,
      keyStored: false,
      signedOut: true,
      tokenExpiresAt: null,
      addedAt: clock.now().toISOString()
    })
  }
}
