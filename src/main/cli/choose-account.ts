/** The accounts that a command is about. */
import { countedAccounts, nameOf, type AccountRecord } from '../../shared/models/account.ts'
import { folded } from '../../shared/i18n/search.ts'
import { oneLine } from '../../shared/i18n/format.ts'
import { list, t } from '../../shared/i18n/translate.ts'

export interface NamedAccount {
  account: AccountRecord
  /** Differs from every other account's. */
  name: string
}

const MOST_NAMED = 20

export function withNames(accounts: readonly AccountRecord[]): NamedAccount[] {
  const named = accounts.map((account) => ({ account }))
  return accounts.map((account) => ({ account, name: nameOf(account, named) }))
}

/** Also those that are signed out. Sample accounts count only if no other is signed in. */
export function everyAccount(accounts: readonly AccountRecord[]): NamedAccount[] {
  const all = withNames(accounts)
  const signedIn = all.filter(({ account }) => !account.signedOut)
  const counted = new Set(countedAccounts(signedIn, ({ account }) => account.kind === 'sample'))
  return all.filter((named) => named.account.signedOut || counted.has(named))
}

/** As --account names it; without a name, every account. */
export function chooseAccounts(
  accounts: readonly AccountRecord[],
  wanted: string | undefined
): NamedAccount[] | { error: string } {
  if (wanted === undefined) return everyAccount(accounts)
  const all = withNames(accounts)
  const matches = matchesOf(all, wanted)
  if (matches.length === 1) return matches
  const asked = oneLine(wanted)
  return {
    error:
      matches.length > 1
        ? t('cli.ambiguousAccount', { name: asked, names: listed(matches) })
        : t('cli.unknownAccount', { name: asked, names: listed(all) })
  }
}

/** The account that the app shows at its start. Empty: there is none. */
export function chooseShownAccount(accounts: readonly AccountRecord[], shownId: string | null): NamedAccount[] {
  const usable = withNames(accounts).filter(({ account }) => !account.signedOut)
  const shown =
    usable.find(({ account }) => account.id === shownId) ?? usable.find(({ account }) => account.tokenStored)
  return shown ? [shown] : []
}

/**
 * By name or email. An exact name comes before a beginning, the same case before another, and the same letters before those that the list's
 * search takes for them.
 */
function matchesOf(all: readonly NamedAccount[], wanted: string): NamedAccount[] {
  const lower = (text: string): string => text.normalize('NFKC').toLowerCase()
  const plain = (text: string): string => folded(text.normalize('NFKC')).normalize('NFC')
  const tests: ((name: string) => boolean)[] = [
    (name) => name === wanted,
    (name) => lower(name) === lower(wanted),
    (name) => plain(name) === plain(wanted),
    (name) => lower(name).startsWith(lower(wanted)),
    // Accents alone leave nothing to search for.
    (name) => plain(wanted) !== '' && plain(name).startsWith(plain(wanted))
  ]
  for (const test of tests) {
    const found = all.filter(({ account: { label, email }, name }) => [name, label, email ?? ''].some(test))
    if (found.length > 0) return found
  }
  return []
}

function listed(accounts: readonly NamedAccount[]): string {
  const names = accounts.slice(0, MOST_NAMED).map(({ name }) => oneLine(name))
  return list([...names, ...(accounts.length > MOST_NAMED ? ['…'] : [])])
}
