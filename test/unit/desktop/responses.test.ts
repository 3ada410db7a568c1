import { createHash } from 'node:crypto'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DESCRIPTION_POLICY, INERT_POLICY } from '../../../src/main/desktop/protocol.ts'
import { PAGE_POLICY, respond, type AppParts, type PageContent } from '../../../src/main/desktop/protocol.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'
import { png } from '../../support/pictures.ts'

let root: string
let parts: AppParts
let content: PageContent
let locked = false
const asked: unknown[] = []
const reported: unknown[] = []

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'portside-page-'))
  const folder = join(root, 'renderer')
  await mkdir(join(folder, 'folder.js'), { recursive: true })
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  await writeFile(join(folder, 'notes.txt'), 'not a type the page has')
  await writeFile(join(root, 'secret.json'), '{}')
  content = {
    picture: async (account, key, which) => (
      asked.push(['picture', account, key, which]),
      key === 'with/slash' ? { type: 'image/png', bytes: png() } : null
    ),
    description: async (account, key) => (asked.push([account, key]), key === 'p1' ? HOSTILE : null),
    record: async (account, key) => (
      asked.push([account, key]),
      key === 'p1' ? JSON.stringify({ html: HOSTILE }) : null
    ),
    locked: () => locked
  }
  parts = { folder, content: Promise.resolve(content), report: (error) => void reported.push(error) }
})
afterAll(() => rm(root, { recursive: true }))

beforeEach(() => void [asked.splice(0), reported.splice(0)])

const HOSTILE = '<!doctype html><script>alert(1)</script>'
const get = (url: string, init?: RequestInit) => respond(new Request(url, init), parts)

test('the page comes with its policy', async () => {
  const answer = await get('app://portside/index.html')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-security-policy')).toBe(PAGE_POLICY)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('permissions-policy')).toBe('picture-in-picture=()')
})

test('the policy lets nothing in from outside and no script be made of text', () => {
  expect(PAGE_POLICY).toContain("default-src 'none'")
  expect(PAGE_POLICY).toContain("require-trusted-types-for 'script'")
  expect(PAGE_POLICY).not.toMatch(/unsafe|https?:|\*/)
})

test('only two may make HTML of text, each once: the templates’ compiler and the sanitiser', () => {
  expect(PAGE_POLICY).toMatch(/; trusted-types vue dompurify$/)
})

describe('what is not the page is refused', () => {
  test.each([
    ['another host', 'app://other/index.html', {}, 403],
    ['a write', 'app://portside/index.html', { method: 'POST' }, 403],
    ['a way out of the folder', 'app://portside/..%2fsecret.json', {}, 404],
    ['a deeper way out', 'app://portside/x/..%2f..%2fsecret.json', {}, 404],
    ['a type the page has no use for', 'app://portside/notes.txt', {}, 404],
    ['a file that is not there', 'app://portside/nothing.js', {}, 404],
    ['a file in a file', 'app://portside/index.html/x.js', {}, 404],
    ['a name that no file can have', `app://portside/${'a'.repeat(5000)}.js`, {}, 404],
    ['a folder', 'app://portside/folder.js', {}, 404],
    ['a broken escape', 'app://portside/%E0%A4%A.js', {}, 404],
    ['a null byte', 'app://portside/index.html%00.js', {}, 404]
  ])('%s', async (_name, url, init, status) => {
    const answer = await get(url, init)
    expect(answer.status).toBe(status)
    // The page could fill the log with what it asks for.
    expect(reported).toEqual([])
    // A frame with an empty reply has the page's origin.
    expect(answer.headers.get('content-security-policy')).toBe(INERT_POLICY)
  })
})

test('a picture comes with its type and a policy that lets it load nothing', async () => {
  const answer = await get(`app://portside/media/product/id-1/${encodeURIComponent('with/slash')}?r=3`)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(png())
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect((await get('app://portside/media/product/id-1/none')).status).toBe(404)
})

test('a picture that cannot be had is a missing picture, not an error', async () => {
  const failing = Promise.resolve({ ...content, picture: () => Promise.reject(new Error('unreachable')) })
  const response = await respond(new Request('app://portside/media/product/id-1/p1'), { ...parts, content: failing })
  expect(response.status).toBe(404)
})

test('an internal error is reported, and its reply is as inert', async () => {
  const reported: unknown[] = []
  const broken = Promise.resolve({ ...content, record: () => Promise.reject(new Error('disk')) })
  const report = (error: unknown) => void reported.push(error)
  const response = await respond(new Request('app://portside/record/id-1/p1'), { ...parts, content: broken, report })
  expect(response.status).toBe(500)
  expect(response.headers.get('content-security-policy')).toBe(INERT_POLICY)
  expect(reported).toEqual([new Error('disk')])
})

test('there are a small picture, the icon and the image; what is no choice is the small one', async () => {
  for (const query of ['', '?which=icon', '?which=image&r=2', '?which=secret'])
    await get(`app://portside/media/product/id-1/p1${query}`)
  expect(asked).toEqual(['small', 'icon', 'image', 'small'].map((which) => ['picture', 'id-1', 'p1', which]))
})

test.each(['description', 'record'])('a %s is text, never a page, whatever it looks like', async (what) => {
  const answer = await get(`app://portside/${what}/id-1/p1?r=4`)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-security-policy')).toBe(INERT_POLICY)
  expect(INERT_POLICY).toBe("default-src 'none'; sandbox")
  expect(await answer.text()).toContain(HOSTILE)
  expect((await get(`app://portside/${what}/id-1/p2`)).status).toBe(404)
})

test.each(['media/product/p1', 'description/p1', 'record/p1'])(
  '%s names no account, and is not there',
  async (path) => {
    expect((await get(`app://portside/${path}`)).status).toBe(404)
    expect(asked).toEqual([])
  }
)

test.each(['NOT_FOUND', 'CANCELLED'] as const)('text of an account that is gone (%s) is not there', async (code) => {
  const gone = Promise.resolve({ ...content, record: () => Promise.reject(new AppError(code)) })
  const report = (error: unknown): void => void asked.push(error)
  const response = await respond(new Request('app://portside/record/id-1/p1'), { ...parts, content: gone, report })
  expect([response.status, asked]).toEqual([404, []])
})

test('the page for a description is empty and inert: no script, no style but its own, no request but for the app’s fonts', async () => {
  const answer = await get('app://portside/description-page')
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toBe(DESCRIPTION_POLICY)
  expect(policy).toMatch(/; sandbox allow-same-origin$/)
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; font-src app:\/\/portside\/assets\/; img-src data:; /
  )
  expect(policy).not.toMatch(/allow-scripts|unsafe|self'.*self'|https?:|\*/)
  const page = await answer.text()
  expect(page).toMatch(/<body><\/body><\/html>$/)
  const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(policy).toContain(`'sha256-${hash}'`)
})

test.each(['media/product/id-1/with%2fslash', 'description/id-1/p1', 'record/id-1/p1'])(
  '%s is not there when the app is locked while it is read',
  async (path) => {
    const late = Promise.withResolvers<void>()
    const held =
      <A extends unknown[], T>(read: (...sent: A) => Promise<T>) =>
      async (...sent: A): Promise<T> => {
        await late.promise
        return read(...sent)
      }
    const slow = Promise.resolve({
      ...content,
      picture: held(content.picture),
      description: held(content.description),
      record: held(content.record)
    })
    const coming = [1, 2].map(() => respond(new Request(`app://portside/${path}`), { ...parts, content: slow }))
    late.resolve()
    locked = true
    const [one, other] = await Promise.all(coming)
    locked = false
    expect([one?.status, other?.status]).toEqual([404, 404])
    expect(await one?.text()).toBe('')
    expect((await get(`app://portside/${path}`)).status).toBe(200)
  }
)

test('the page’s own files are there before the rest of the app', async () => {
  const early = { ...parts, content: new Promise<never>(() => undefined) }
  expect((await respond(new Request('app://portside/index.html'), early)).status).toBe(200)
})

describe('while the app is locked', () => {
  beforeEach(() => {
    locked = true
  })
  afterEach(() => {
    locked = false
  })

  test.each(['index.html', 'description-page'])('the page’s own %s is there', async (path) => {
    expect((await get(`app://portside/${path}`)).status).toBe(200)
  })

  test.each(['media/product/id-1/with%2fslash', 'description/id-1/p1', 'record/id-1/p1'])('%s is not', async (path) => {
    const answer = await get(`app://portside/${path}`)
    expect(answer.status).toBe(404)
    expect(asked).toEqual([])
  })
})
