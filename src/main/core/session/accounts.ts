/** The records of the accounts in the person's order, and which of them is open. The registry has them; this is what it says. */
import { AppError } from '../../../shared/ipc/error.ts'
import type { Account } from '../../../shared/models/account.ts'
import type { Registry } from '../ports/index.ts'

export interface Accounts {
  all(): readonly Account[]
  find(id: string): Account | undefined
  /** @throws NOT_FOUND */
  get(id: string): Account
  open(): Account | null
  /** The last one that was open, else the first, to fill the sign-in form; never the sample account. */
  previous(): Account | null
  /** A new one comes last. */
  save(account: Account): void
  /** Changes a record as it is by now; one that is gone stays gone. */
  update(id: string, change: Partial<Account>): void
  makeOpen(id: string): void
  /** If it is the open one, the next one that is not signed out opens. */
  leave(id: string): void
  /** Deletes the record, and leaves it. */
  drop(id: string): void
  /** Puts it at that place, from 0. */
  move(id: string, to: number): void
  /** The registry was changed by somebody else. */
  reload(): void
}

export function createAccounts(registry: Registry): Accounts {
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
    // A damaged registry may know the accounts and no longer which of them was open.
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
    all: () => list,
    find,
    get(id) {
      const account = find(id)
      if (!account) throw new AppError('NOT_FOUND')
      return account
    },
    open: () => find(openId) ?? null,
    previous: () => find(previousId) ?? list.find(({ kind }) => kind !== 'sample') ?? null,
    save,
    update(id, change) {
      const account = find(id)
      if (account) save({ ...account, ...change })
    },
    makeOpen(id) {
      registry.setActiveAccountId(id)
      setOpen(find(id))
    },
    leave,
    drop(id) {
      registry.removeAccount(id)
      leave(id)
      list = list.filter((one) => one.id !== id)
    },
    move(id, to) {
      const ids = list.map((one) => one.id).filter((one) => one !== id)
      ids.splice(to, 0, id)
      registry.orderAccounts(ids)
      list = ids.map((one) => find(one)).filter((one) => one !== undefined)
    },
    reload
  }
}
