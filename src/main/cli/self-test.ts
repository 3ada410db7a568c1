/** `--self-test`: checks storage, the catalogue's worker thread, FTS5 and the keychain addon of this build. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import type { ListDownload } from '../core/ports/index.ts'
import { FileStorage } from '../storage/file-storage.ts'
import { loadKeytar } from '../keychain/entries.ts'

export interface SelfTestParts {
  dataFolder: string
  startWorker: () => Worker
  loadKeychain?: () => Promise<unknown>
  version: string
  packaged: boolean
}

export async function selfTest(parts: SelfTestParts): Promise<{ exitCode: 0 | 1; text: string }> {
  const { dataFolder, startWorker, loadKeychain = loadKeytar, version, packaged } = parts
  const folder = mkdtempSync(join(dataFolder, 'self-test-'))
  const storage = new FileStorage(folder, startWorker)
  const checks = {
    storage: await attempt(() => checkStorage(storage)),
    catalogue: await attempt(() => checkCatalogue(storage)),
    keychain: await attempt(loadKeychain)
  }
  storage.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  const ok = Object.values(checks).every((result) => result === 'ok')
  const { electron = null, chrome = null, node, sqlite = null } = process.versions
  const versions = { portside: version, electron, chrome, node, sqlite }
  const text = JSON.stringify({ ok, checks, packaged, platform: process.platform, arch: process.arch, versions })
  return { exitCode: ok ? 0 : 1, text: `${text}\n` }
}

async function attempt(check: () => unknown): Promise<string> {
  try {
    await check()
    return 'ok'
  } catch (error) {
    // The test has no account data, so its messages are safe to print.
    return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : 'failed'
  }
}

const ID = 'self-test'

function checkStorage({ registry }: FileStorage): void {
  registry.setActiveAccountId(ID)
  expectSame(registry.activeAccountId(), ID)
  expectSame(registry.condition(), 'fine')
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

async function checkCatalogue(storage: FileStorage): Promise<void> {
  const account = storage.open(ID, () => Promise.resolve(null))
  try {
    const { catalogue } = account
    const list = await catalogue.import(LIST, { signal: new AbortController().signal, onProgress: () => undefined })
    await list?.commit('2026-01-01T00:00:00.000Z')
    const found = await catalogue.page({
      offset: 0,
      limit: 10,
      text: 'lightho',
      available: false,
      featured: false,
      allowed: false,
      inMarketplace: false,
      label: null,
      sort: 'default',
      providerSort: '',
      reverse: false,
      grouped: false
    })
    expectSame(`${found.matched} of ${found.total}`, '1 of 2')
    expectSame(await account.condition(), 'fine')
  } finally {
    account.close()
  }
}

function expectSame(actual: string | null, expected: string): void {
  if (actual !== expected) throw new Error(`${expected} was expected, not ${actual}.`)
}
