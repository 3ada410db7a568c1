import type { Registry } from '../../ports/index.ts'

/**
 * Ids of accounts whose keychain entry may differ from their record. An id is saved before the keychain is called, and goes once
 * the record matches. So neither a crash nor a locked keychain leaves an entry that no launch knows of.
 */
export class KeychainJournal {
  readonly #registry: Pick<Registry, 'keychainJournal' | 'saveKeychainJournal'>
  #ids: readonly string[]

  constructor(registry: Pick<Registry, 'keychainJournal' | 'saveKeychainJournal'>) {
    this.#registry = registry
    this.#ids = registry.keychainJournal()
  }

  ids(): readonly string[] {
    return this.#ids
  }

  has(id: string): boolean {
    return this.#ids.includes(id)
  }

  add(id: string): void {
    if (!this.has(id)) this.#save([...this.#ids, id])
  }

  remove(id: string): void {
    if (this.has(id)) this.#save(this.#ids.filter((one) => one !== id))
  }

  #save(ids: readonly string[]): void {
    this.#registry.saveKeychainJournal(ids)
    this.#ids = ids
  }
}
