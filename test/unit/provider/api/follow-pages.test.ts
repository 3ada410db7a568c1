import { expect, test } from 'vitest'
import { followPages } from '../../../../src/main/provider/api/follow-pages.ts'
import { PageSequence } from '../../../../src/main/provider/readers/page-sequence.ts'
import { AppError, type ErrorCode } from '../../../../src/shared/ipc/error.ts'

const LIST = new URL('https://api.example/list')
const pageAt = (page: number): URL => new URL(`?page=${page}`, LIST)

/** Follows pages without an end, each of which is handed to `fetchPage`. */
async function follow(fetchPage: (page: number) => void, isTimeLeft = (_page: number): boolean => true) {
  const sequence = new PageSequence(LIST)
  let page = 2
  await followPages(
    sequence,
    pageAt(page),
    () => isTimeLeft(page),
    async () => {
      fetchPage(page)
      page += 1
      return page > 5 ? null : pageAt(page)
    }
  )
  return { fetched: page - 2, partial: sequence.partial(10) }
}

const fail =
  (code: ErrorCode) =>
  (page: number): void => {
    if (page === 4) throw new AppError(code)
  }

test('pages are fetched up to the last one', async () => {
  expect(await follow(() => undefined)).toEqual({ fetched: 4, partial: null })
})

test('a list is a part where the time is over', async () => {
  expect(
    await follow(
      () => undefined,
      (page) => page < 4
    )
  ).toEqual({ fetched: 2, partial: { received: 10, total: null } })
})

test.each<ErrorCode>(['TIMEOUT', 'SERVER', 'UNAUTHORIZED', 'BAD_REPLY', 'TOO_LARGE', 'UNREACHABLE'])(
  'a list is a part after %s',
  async (code) => {
    expect(await follow(fail(code))).toEqual({ fetched: 2, partial: { received: 10, total: null } })
  }
)

test.each<ErrorCode>(['CANCELLED', 'STORAGE'])('%s is the result', async (code) => {
  await expect(follow(fail(code))).rejects.toMatchObject({ info: { code } })
})

test('a mistake of ours is the result', async () => {
  const mistake = new TypeError('a mistake')
  await expect(
    follow(() => {
      throw mistake
    })
  ).rejects.toBe(mistake)
})
