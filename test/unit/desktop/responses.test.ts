import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DESCRIPTION_POLICY } from '../../../src/main/desktop/description-page.ts'
import { PAGE_POLICY, respond, type PageContent } from '../../../src/main/desktop/responses.ts'

let root: string
let content: PageContent
let locked = false

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'portside-page-'))
  const folder = join(root, 'renderer')
  await mkdir(folder)
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  await writeFile(join(folder, 'notes.txt'), 'not a type the page has')
  await writeFile(join(root, 'secret.json'), '{}')
  content = {
    folder,
    picture: async (key) =>
      key === 'with/slash' ? { type: 'image/svg+xml', bytes: new TextEncoder().encode('<svg/>') } : null,
    description: async (key) => (key === 'p1' ? '<script>alert(1)</script>' : null),
    locked: () => locked,
    report: () => {}
  }
})
afterAll(() => rm(root, { recursive: true }))

const get = (url: string, init?: RequestInit) => respond(new Request(url, init), content)

test('the page comes with its policy', async () => {
  const answer = await get('app://portside/index.html')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-security-policy')).toBe(PAGE_POLICY)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

test('the policy lets nothing in from outside and no script be made of text', () => {
  expect(PAGE_POLICY).toContain("default-src 'none'")
  expect(PAGE_POLICY).toContain("require-trusted-types-for 'script'")
  expect(PAGE_POLICY).not.toMatch(/unsafe|https?:|\*/)
})

describe('what is not the page is refused', () => {
  test.each([
    ['another host', 'app://other/index.html', {}, 403],
    ['another origin asking', 'app://portside/index.html', { headers: { origin: 'https://evil.example' } }, 403],
    ['a write', 'app://portside/index.html', { method: 'POST' }, 403],
    ['a way out of the folder', 'app://portside/..%2fsecret.json', {}, 404],
    ['a deeper way out', 'app://portside/x/..%2f..%2fsecret.json', {}, 404],
    ['a type the page has no use for', 'app://portside/notes.txt', {}, 404],
    ['a file that is not there', 'app://portside/nothing.js', {}, 404],
    ['a broken escape', 'app://portside/%E0%A4%A.js', {}, 404],
    ['a null byte', 'app://portside/index.html%00.js', {}, 404]
  ])('%s', async (_name, url, init, status) => {
    expect((await get(url, init)).status).toBe(status)
  })
})

test('a picture is still, even when it is an SVG opened as a document', async () => {
  const answer = await get(`app://portside/media/product/${encodeURIComponent('with/slash')}?r=3`)
  expect(answer.headers.get('content-type')).toBe('image/svg+xml')
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect((await get('app://portside/media/product/none')).status).toBe(404)
})

test('a picture that cannot be had is a missing picture, not an error', async () => {
  const failing = { ...content, picture: () => Promise.reject(new Error('unreachable')) }
  expect((await respond(new Request('app://portside/media/product/p1'), failing)).status).toBe(404)
})

test('a long description comes as an inert page, in the theme asked for', async () => {
  const answer = await get('app://portside/description/p1?theme=dark')
  expect(answer.headers.get('content-security-policy')).toBe(DESCRIPTION_POLICY)
  expect(DESCRIPTION_POLICY).toMatch(/sandbox allow-same-origin$/)
  expect(DESCRIPTION_POLICY).not.toContain('allow-scripts')
  expect(await answer.text()).toContain('<html class="dark">')
  expect((await get('app://portside/description/p2')).status).toBe(404)
})

describe('while the app is locked', () => {
  beforeEach(() => {
    locked = true
  })
  afterEach(() => {
    locked = false
  })

  test('the page’s own files are there', async () => {
    expect((await get('app://portside/index.html')).status).toBe(200)
  })

  test.each(['media/product/with%2fslash', 'description/p1'])('%s is not', async (path) => {
    const asked: string[] = []
    const picture = async (key: string) => (asked.push(key), content.picture(key))
    const description = async (key: string) => (asked.push(key), content.description(key))
    const answer = await respond(new Request(`app://portside/${path}`), { ...content, picture, description })
    expect(answer.status).toBe(404)
    expect(asked).toEqual([])
  })
})
