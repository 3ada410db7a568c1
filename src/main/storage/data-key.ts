/** The key of an account's personal data: asked for each time, because it may come, go and change while the app runs. */
import { AppError } from '../../shared/ipc/error.ts'
import type { KeyOf } from '../ports/index.ts'
import { parseKey } from './encryption.ts'

export class DataKey {
  #keyOf: KeyOf = async () => null

  /** @param latest of the latest user of the account's storage */
  setSource(latest: KeyOf): void {
    this.#keyOf = latest
  }

  /** @returns null if it isn't available, for whatever reason */
  async toEncrypt(): Promise<Buffer | null> {
    try {
      return await this.#request()
    } catch (error) {
      if (error instanceof AppError) return null
      throw error
    }
  }

  /** @returns null if there is none @throws the error of KeyOf, with found 'sealed' */
  async toDecrypt(): Promise<Buffer | null> {
    try {
      return await this.#request()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { code, ...more } = error.info
      throw new AppError(code, { ...more, found: 'sealed' })
    }
  }

  async #request(): Promise<Buffer | null> {
    const keyOf = this.#keyOf
    const key = await keyOf()
    if (keyOf !== this.#keyOf) return this.#request()
    return key === null ? null : parseKey(key)
  }
}
