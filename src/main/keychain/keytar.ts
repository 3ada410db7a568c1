import { AppError } from '../../shared/ipc/error.ts'

export interface KeytarLike {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

export interface KeychainEntries {
  get(name: string): Promise<string | null>
  /** @param leavesNothing fails if a part of the earlier text can't be deleted */
  set(name: string, text: string, leavesNothing?: boolean): Promise<void>
  delete(name: string): Promise<boolean>
  /** Deletes a test entry, even after the deadline. */
  takeBack(name: string): Promise<unknown>
}

/** No call starts after the deadline: it could prompt although its caller has given up. */
export function openEntries(keytar: KeytarLike, service: string, isLate: () => boolean): KeychainEntries {
  const inTime = async <T>(call: () => Promise<T>): Promise<T> => {
    if (isLate()) throw new AppError('KEYCHAIN_SILENT')
    return call()
  }
  return {
    get: (name) => inTime(() => keytar.getPassword(service, name)),
    set: (name, text) => inTime(() => keytar.setPassword(service, name, text)),
    delete: (name) => inTime(() => keytar.deletePassword(service, name)),
    takeBack: (name) => keytar.deletePassword(service, name)
  }
}

/** Node doesn't cache a failed import, so a library installed later is found. */
export async function loadKeytar(): Promise<KeytarLike> {
  return (await import('keytar')).default
}
