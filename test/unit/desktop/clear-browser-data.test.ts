import { beforeEach, expect, test, vi } from 'vitest'
import { clearBrowserData } from '../../../src/main/desktop/system/clear-browser-data.ts'

const heard = vi.hoisted(() => ({
  calls: [] as string[],
  failing: '',
  session: (name: string): object =>
    new Proxy(
      {},
      {
        get: (_session, method) => async () => {
          const call = `${name}.${String(method)}`
          heard.calls.push(call)
          if (call === heard.failing) throw new Error('no')
        }
      }
    )
}))
vi.mock('electron', () => ({ session: { defaultSession: heard.session('page') } }))
vi.mock('../../../src/main/desktop/network/network.ts', () => ({ networkSession: () => heard.session('network') }))
const reported = vi.hoisted(() => vi.fn())
vi.mock('../../../src/main/desktop/system/log.ts', () => ({ report: reported }))

const ALL = [
  'page.clearStorageData',
  'page.clearCache',
  'page.clearCodeCaches',
  'page.clearAuthCache',
  'page.clearHostResolverCache',
  'network.clearAuthCache',
  'network.clearHostResolverCache',
  'network.closeAllConnections'
]

beforeEach(() => {
  heard.calls = []
  heard.failing = ''
  reported.mockReset()
})

test('clears storage, caches, proxy credentials and host addresses', async () => {
  await clearBrowserData()
  expect(heard.calls).toEqual(ALL)
})

test('reports failures after clearing the rest', async () => {
  heard.failing = 'page.clearCache'
  await expect(clearBrowserData()).rejects.toMatchObject({ info: { code: 'STORAGE' } })
  expect(heard.calls).toEqual(ALL)
  expect(reported).toHaveBeenCalledOnce()
})
