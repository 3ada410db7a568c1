import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readRefreshRequest, requestRefresh } from '../../../../src/main/cli/launch/refresh-request.ts'

const FOLDER = import.meta.dirname

const electron = vi.hoisted(() => ({
  isFirst: false,
  calls: [] as unknown[],
  paths: [] as string[][]
}))
vi.mock('electron', () => ({
  app: {
    setPath: (name: string, path: string) => electron.paths.push([name, path]),
    requestSingleInstanceLock: (data: unknown) => {
      electron.calls.push(data)
      return electron.isFirst
    },
    releaseSingleInstanceLock: () => electron.calls.push('released')
  }
}))

beforeEach(() => {
  electron.calls = []
  electron.paths = []
})

describe('the request', () => {
  it('has an id that the app accepts, another one each time', () => {
    electron.isFirst = false
    const ids = [requestRefresh(FOLDER), requestRefresh(FOLDER)]
    expect(electron.calls.map(readRefreshRequest)).toEqual(ids)
    expect(new Set(ids).size).toBe(2)
    expect(ids).not.toContain(null)
  })

  it('goes to the app of that data folder, which has to be there', () => {
    requestRefresh(FOLDER)
    expect(electron.paths).toEqual([['userData', FOLDER]])
    expect(requestRefresh(`${FOLDER}/missing`)).toBeNull()
    expect(electron.calls).toHaveLength(1)
  })

  it('gives the lock back where no app is running', () => {
    electron.isFirst = true
    expect(requestRefresh(FOLDER)).toBeNull()
    expect(electron.calls).toEqual([{ refresh: expect.any(String) }, 'released'])
  })
})

describe('what another program sends', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e'

  it.each([
    undefined,
    null,
    'refresh',
    42,
    [id],
    new Map([['refresh', id]]),
    {},
    { refresh: null },
    { refresh: [id] },
    { refresh: '' },
    { refresh: `${id}\n` },
    { refresh: `${id}`.repeat(1_000_000) },
    { refresh: id.toUpperCase() },
    { refresh: "'; DROP TABLE accounts; --" }
  ])('is no request: %#', (data) => {
    expect(readRefreshRequest(data)).toBeNull()
  })

  it('asks for no more than a refresh', () => {
    expect(readRefreshRequest({ refresh: id, open: '/etc/passwd' })).toBe(id)
  })
})
