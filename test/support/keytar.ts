/** A keychain in memory that fails on demand. */
import type { KeytarLike } from '../../src/main/storage/keychain/entries.ts'

export interface Held {
  answer(): void
  fail(message: string): void
}

export class ThrowingKeytar implements KeytarLike {
  entries = new Map<string, string>()
  /** Calls as `get account`, `set account` and `delete account`, failed ones included. */
  calls: string[] = []
  /** As a locked Secret Service that can't prompt: it reads as empty, deletes nothing and takes nothing. */
  locked = false
  /** Bytes that one entry may have, as on Windows. */
  limit = Infinity
  #instead = new Map<number, () => Promise<void>>()

  /** The nth call from now (1 = the next) fails with that message. */
  failAt(nth: number, message: string): void {
    this.#instead.set(this.calls.length + nth, () => Promise.reject(new Error(message)))
  }
  /** The nth call from now waits for the returned handle. */
  holdAt(nth: number): Held {
    const held = Promise.withResolvers<void>()
    this.#instead.set(this.calls.length + nth, () => held.promise)
    return { answer: () => held.resolve(), fail: (message) => held.reject(new Error(message)) }
  }
  load = async (): Promise<KeytarLike> => this

  async getPassword(service: string, account: string): Promise<string | null> {
    await this.#called(`get ${account}`)
    return this.locked ? null : (this.entries.get(`${service}/${account}`) ?? null)
  }
  async setPassword(service: string, account: string, password: string): Promise<void> {
    await this.#called(`set ${account}`)
    if (this.locked) throw new Error('Cannot create an item in a locked collection')
    if (Buffer.byteLength(password) > this.limit) throw new Error('The stub received bad data.')
    this.entries.set(`${service}/${account}`, password)
  }
  async deletePassword(service: string, account: string): Promise<boolean> {
    await this.#called(`delete ${account}`)
    return !this.locked && this.entries.delete(`${service}/${account}`)
  }
  async #called(call: string): Promise<void> {
    this.calls.push(call)
    await this.#instead.get(this.calls.length)?.()
  }
}
