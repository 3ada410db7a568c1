/** keytar, as far as it is used here. */
import { AppError } from '../../shared/ipc/error.ts'

export interface KeytarLike {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

/** What Portside keeps in the store, by name. */
export interface Drawer {
  get(name: string): Promise<string | null>
  set(name: string, text: string): Promise<void>
  /** False: it has none of that name, or says so. */
  delete(name: string): Promise<boolean>
  /** Deletes what was set just now, also when it is late: it belongs to nobody. */
  takeBack(name: string): Promise<void>
}

/** Once it is late nothing more is begun: a store that was slow to answer would otherwise prompt again for nobody. */
export function drawerOf(keytar: KeytarLike, service: string, late: () => boolean): Drawer {
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

/** A failed load is not remembered by Node, so a library that was installed meanwhile is found at the next try. */
export async function loadKeytar(): Promise<KeytarLike> {
  return (await import('keytar')).default
}
