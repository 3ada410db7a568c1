/** Files that are being written where the user chose: quitting waits for them (desktop/quit-confirmation.ts). */
export class SavesInProgress {
  readonly #saves = new Set<Promise<unknown>>()

  /** How many. */
  count(): number {
    return this.#saves.size
  }

  /** @returns what the save returns */
  async track<T>(save: Promise<T>): Promise<T> {
    this.#saves.add(save)
    try {
      return await save
    } finally {
      this.#saves.delete(save)
    }
  }

  /** Resolves once nothing is being saved, also after an error. */
  async whenNone(): Promise<void> {
    while (this.#saves.size > 0) await Promise.allSettled(this.#saves)
  }
}
