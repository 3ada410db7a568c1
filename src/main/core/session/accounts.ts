import { AppError, type ErrorCode, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { Account, AccountLine, CredentialState } from '../../../shared/models/account.ts'
import type { Registry } from '../ports/index.ts'

export type Accounts = ReturnType<typeof createAccounts>

export function createAccounts(registry: Registry) {
  let list: Account[] = []
  let openId: string | null = null
  let previousId: string | null = null

  const find = (id: string | null): Account | undefined => list.find((one) => one.id === id)
  const position = (id: string): number => list.findIndex((one) => one.id === id)

  const setOpen = (account: Account | undefined): void => {
    openId = account?.id ?? null
    if (account && account.kind !== 'sample') previousId = account.id
  }

  const reload = (): void => {
    list = registry.accounts()
    const active = find(registry.activeAccountId())
    // A damaged registry may have lost the open account's id.
    const next = active && !active.signedOut ? active : list.find((one) => one.tokenStored && !one.signedOut)
    previousId = null
    setOpen(next)
  }

  const save = (account: Account): void => {
    registry.saveAccount(account)
    const at = position(account.id)
    list = at < 0 ? [...list, account] : list.with(at, account)
  }

  const leave = (id: string): void => {
    if (openId !== id) return
    const at = position(id)
    const others = [...list.slice(at + 1), ...list.slice(0, at)]
    const next = others.find((one) => !one.signedOut)
    registry.setActiveAccountId(next?.id ?? null)
    setOpen(next)
  }

  reload()
  return {
    all: (): readonly Account[] => list,
    find,
    get(id: string): Account {
      const account = find(id)
      if (!account) throw new AppError('NOT_FOUND')
      return account
    },
    open: () => find(openId) ?? null,
    /** Fills the sign-in form. Never the sample account. */
    previous: () => find(previousId) ?? list.find(({ kind }) => kind !== 'sample') ?? null,
    save,
    update(id: string, change: Partial<Account>) {
      const account = find(id)
      if (account) save({ ...account, ...change })
    },
    makeOpen(id: string) {
      registry.setActiveAccountId(id)
      setOpen(find(id))
    },
    leave,
    drop(id: string) {
      registry.removeAccount(id)
      leave(id)
      list = list.filter((one) => one.id !== id)
    },
    move(id: string, to: number) {
      const ids = list.map((one) => one.id).filter((one) => one !== id)
      ids.splice(to, 0, id)
      registry.orderAccounts(ids)
      list = ids.map((one) => find(one)).filter((one) => one !== undefined)
    },
    reload
  }
}

/** The provider may reject the credential for this call only: some API keys are valid for invoices only. */
export const isCredentialRejected = ({ code }: ErrorInfo): boolean => code === 'UNAUTHORIZED' || code === 'FORBIDDEN'

/** Usable without a sign-in or a retry. */
export const isUsable = (credential: CredentialState | undefined): boolean =>
  credential === 'kept' || credential === 'memory' || credential === 'sample'

/** A keychain error that probably affects all accounts: reading another entry could prompt. */
export const keychainErrorOfAll = (accounts: readonly AccountLine[]): ErrorCode | null =>
  accounts.find(
    ({ credential, keychainError }) => credential === 'unavailable' && keychainError?.code !== 'KEYCHAIN_CHANGED'
  )?.keychainError?.code ?? null
