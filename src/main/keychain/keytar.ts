/** The part of keytar that Portside uses. */
import { AppError } from '../../shared/ipc/error.ts'

export interface KeytarLike {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

/** Entries of one service, by name. */
export interface KeychainEntries {
  get(name: string): Promise<string | null>
  set(name: string, text: string): Promise<void>
  /** False if there is no such entry, or the keychain says so. */
  delete(name: string): Promise<boolean>
  /** Deletes a test entry, even after the deadline. */
  takeBack(name: string): Promise<void>
}

/** After the deadline no new call starts: a slow keychain would prompt again for nobody. */
export function openEntries(keytar: KeytarLike, service: string, late: () => boolean): KeychainEntries {
  const inTime = (): void => {
    if (late()) throw new AppError('KEYCHAIN_SILENT')
  }
  return {
    async get(name) {
      inTime()
      return keytar.getPassword(service, name)
    },
    async set(name, text) {
      inTime()
      await keytar.setPassword(service, name, text)
    },
    async delete(name) {
      inTime()
      return keytar.deletePassword(service, name)
    },
    async takeBack(name) {
      await keytar.deletePassword(service, name)
    }
  }
}

/** Node doesn't cache a failed import, so a library that is installed later is found. */
export async function loadKeytar(): Promise<KeytarLike> {
  return (await import('keytar')).default
}
