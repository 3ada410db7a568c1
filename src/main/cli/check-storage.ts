/** Checks storage, the catalogue's worker thread and FTS5 in an empty folder. */
import type { Worker } from 'node:worker_threads'
import { EVERY_PRODUCT } from '../../shared/models/product.ts'
import type { ListDownload } from '../ports/index.ts'
import { FileStorage } from '../storage/file-storage.ts'
import { expectSame, type Check } from './self-test/self-test.ts'

const ID = 'self-test'

export class StorageChecks {
  readonly #storage: FileStorage
  readonly checks: Record<string, Check> = {
    storage: () => this.#checkRegistry(),
    catalogue: () => this.#checkCatalogue()
  }

  constructor(folder: string, startWorker: () => Worker) {
    this.#storage = new FileStorage(folder, startWorker)
  }

  close(): void {
    this.#storage.close()
  }

  #checkRegistry(): void {
    const { registry } = this.#storage
    registry.saveShownAccountId(ID)
    expectSame(registry.shownAccountId(), ID)
    expectSame(registry.condition(), 'fine')
  }

  async #checkCatalogue(): Promise<void> {
    const account = this.#storage.open(ID, () => Promise.resolve(null))
    try {
      const { catalogue } = account
      const list = await catalogue.import(LIST, { signal: new AbortController().signal, onProgress: () => undefined })
      await list?.commit('2026-01-01T00:00:00.000Z')
      const found = await catalogue.page({ ...EVERY_PRODUCT, offset: 0, limit: 10, text: 'lightho' })
      expectSame(`${found.matched} of ${found.total}`, '1 of 2')
      expectSame(await account.condition(), 'fine')
    } finally {
      account.close()
    }
  }
}

/** A product list without a request. */
const LIST: ListDownload = {
  secrets: [],
  async receive(start) {
    const writer = start()
    await writer.write(new TextEncoder().encode('[{"id":"1","name":"First","description":"lighthouse"},{"id":"2"}]'))
    await writer.end()
    return { validators: null }
  }
}
