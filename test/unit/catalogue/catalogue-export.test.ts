import { beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../src/shared/ipc/error.ts'
import type { Input } from '../../../src/shared/ipc/contract.ts'
import { productRecord } from '../../support/ports.ts'
import { connection, signIn } from '../app/launch.ts'
import { startCatalogue, type Started } from './catalogue.ts'

const choice: Input<'catalogue', 'exportFile'>['choice'] = {
  text: 'proxy',
  available: true,
  featured: false,
  allowed: false,
  inMarketplace: false,
  label: null,
  sort: 'name',
  providerSort: '',
  reverse: true,
  grouped: false
}

let started: Started

beforeEach(async () => {
  started = await startCatalogue()
})

const many = (count: number) =>
  Array.from({ length: count }, (_none, place) => productRecord(`p${place}`, { name: `Näme, ${place}` }))
const lines = (): string[] => started.files.text.split('\r\n')
const save = (format: 'csv' | 'json') => started.catalogue.exportFile(started.account, { choice, format })
const error = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => (error as AppError).info)

test.each([0, 1, 199, 200, 201, 450])(
  '%i products are all in the file, in their order, asked for in spans',
  async (count) => {
    started.fill(...many(count))
    const asked: unknown[] = []
    const { records } = started.file
    started.file.records = (query) => (asked.push(query), records(query))
    started.files.name = 'mine.csv'
    expect(await save('csv')).toEqual({ name: 'mine.csv', products: count })
    expect(lines()).toHaveLength(count + 2)
    expect(started.files.text.startsWith('\uFEFFid,owner,')).toBe(true)
    if (count > 0) expect(lines()[count]).toContain(`p${count - 1},,,,,,,,,"Näme, ${count - 1}"`)
    expect(asked[0]).toEqual({ ...choice, offset: 0, limit: 200 })
    expect(asked).toHaveLength(Math.ceil(count / 200) + 1)

    expect(await save('json')).toEqual({ name: 'mine.csv', products: count })
    expect(JSON.parse(started.files.text)).toEqual(many(count).map(({ raw }) => raw))
  }
)

test('large records come in smaller batches, and none is missing', async () => {
  started.fill(...many(450))
  started.file.span = 7
  expect(await save('json')).toMatchObject({ products: 450 })
  expect(JSON.parse(started.files.text)).toEqual(many(450).map(({ raw }) => raw))
})

test('the file name has the local day', async () => {
  await started.clock.advance(new Date(2026, 10, 21, 0, 5).getTime() - started.clock.now().getTime())
  await save('csv')
  expect(started.files.suggested).toBe('portside-catalogue-2026-11-21.csv')
  await save('json')
  expect(started.files.suggested).toBe('portside-catalogue-2026-11-21.json')
})

test('nothing is read when the user cancels the dialog', async () => {
  started.files.name = null
  started.file.records = () => Promise.reject(new AppError('STORAGE'))
  expect(await save('csv')).toEqual({ name: null, products: 0 })
})

const MOMENTS = ['while the dialog is open', 'half-way'] as const
const doAt = (moment: (typeof MOMENTS)[number], what: () => Promise<void>): void => {
  started.files.beforePiece = async (written) => {
    if (moment === 'half-way' && written.length < 2_000) return
    started.files.beforePiece = null
    await what()
  }
}

describe.each(MOMENTS)('%s', (moment) => {
  test.each(['is signed out', 'is removed', 'gets another connection'] as const)(
    'when the account %s, it is cancelled',
    async (what) => {
      started.fill(...many(450))
      doAt(moment, async () => {
        if (what === 'is signed out') await started.accounts.signOut('id-1', false)
        else if (what === 'is removed') await started.accounts.remove('id-1')
        else await started.accounts.changeConnection('id-1', { ...connection, timeoutSeconds: 60 })
        started.file.records = () => Promise.reject(new AppError('STORAGE'))
      })
      expect(await error(save('csv'))).toEqual({ code: 'CANCELLED' })
      expect(started.files.text).toBe('')
    }
  )

  test('another account may be opened: the file has the products of the one that was named', async () => {
    started.fill(...many(450))
    doAt(moment, () => signIn(started.accounts, 'second@example.com'))
    expect(await save('json')).toMatchObject({ products: 450 })
    expect(started.accounts.shown?.id).toBe('id-2')
    expect(JSON.parse(started.files.text)).toEqual(many(450).map(({ raw }) => raw))
  })
})

test('when the app is locked while the dialog is open, nothing is read and nothing is written', async () => {
  started.fill(...many(450))
  let asked = 0
  const { records } = started.file
  started.file.records = (query) => ((asked += 1), records(query))
  started.files.beforePiece = () => void (started.heard.locked = true)
  expect(await error(save('csv'))).toEqual({ code: 'CANCELLED' })
  expect(asked).toBe(0)
  expect(started.files.text).toBe('')
})

test('a lock after the file was chosen ends nothing', async () => {
  started.fill(...many(450))
  started.files.beforePiece = (written) => {
    if (written !== '') started.heard.locked = true
  }
  expect(await save('csv')).toMatchObject({ products: 450 })
  expect(started.heard.locked).toBe(true)
})

test('a list replaced during the export cancels it', async () => {
  started.fill(...many(450))
  started.files.beforePiece = (written) => {
    if (written.length < 2_000) return
    started.files.beforePiece = null
    started.file.fill(many(430), { fetchedAt: '2026-11-20T10:15:00Z', validators: null })
  }
  expect(await error(save('csv'))).toEqual({ code: 'CANCELLED' })
})

test('signed out, the export is rejected', async () => {
  await started.accounts.signOut('id-1', false)
  expect(await error(save('csv'))).toEqual({ code: 'UNAUTHORIZED' })
})
