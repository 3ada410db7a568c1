import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { selfTest, type SelfTestParts } from '../../../src/main/cli/self-test.ts'
import { startCatalogueWorker } from '../../support/catalogue-worker.ts'
import { folder } from './fixtures.ts'

interface Printed {
  ok: boolean
  checks: Record<string, string>
}

async function run(parts: Partial<SelfTestParts> = {}): Promise<Printed & { exitCode: number; left: string[] }> {
  const dataFolder = folder()
  const all = { dataFolder, startWorker: startCatalogueWorker, version: '1.2.3', packaged: true, ...parts }
  const { exitCode, text } = await selfTest(all)
  expect(text.indexOf('\n'), 'one line').toBe(text.length - 1)
  return { ...(JSON.parse(text) as Printed), exitCode, left: readdirSync(dataFolder) }
}

test('reports working storage, worker, FTS5 and keychain addon as one line of JSON, and leaves no file', async () => {
  expect(await run()).toEqual({
    exitCode: 0,
    ok: true,
    checks: { storage: 'ok', catalogue: 'ok', keychain: 'ok' },
    packaged: true,
    platform: process.platform,
    arch: process.arch,
    versions: {
      portside: '1.2.3',
      electron: null,
      chrome: null,
      node: process.versions.node,
      sqlite: process.versions['sqlite']
    },
    left: []
  })
})

test('fails when the worker thread does not start', async () => {
  const startWorker = (): Worker => new Worker(join(import.meta.dirname, 'no-such-file.js'))
  expect(await run({ startWorker })).toMatchObject({
    exitCode: 1,
    ok: false,
    checks: { storage: 'ok', catalogue: expect.stringContaining('STORAGE'), keychain: 'ok' }
  })
})

test('fails when the keychain’s addon does not load', async () => {
  const loadKeychain = (): Promise<never> => Promise.reject(new Error('libsecret-1.so.0 is missing'))
  expect(await run({ loadKeychain })).toMatchObject({
    exitCode: 1,
    ok: false,
    checks: { storage: 'ok', catalogue: 'ok', keychain: 'Error: libsecret-1.so.0 is missing' }
  })
})
