/** Responses of app://portside: the built page, product pictures, long descriptions and raw records, each with its own CSP. */
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { toErrorInfo } from '../../../shared/ipc/error.ts'
import { PICTURE_CHOICES, type PictureChoice } from '../../../shared/models/product.ts'
import type { Picture } from '../../core/ports/index.ts'
import { descriptionPage, plainText } from './description-page.ts'
import { ORIGIN } from './origin.ts'

/**
 * The page's CSP. Vue sets styles through the CSSOM, which 'self' allows. Trusted Types: `vue` is the compiler's policy for HTML
 * in templates, `dompurify` is DOMPurify's internal one for parsing. Each name can be created only once.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types vue dompurify'
].join('; ')

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json'
}

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off'
}

export interface PageContent {
  /** Folder of the built renderer. */
  folder: string
  picture: (productKey: string, which: PictureChoice) => Promise<Picture | null>
  description: (productKey: string) => Promise<string | null>
  /** The raw record as JSON. */
  record: (productKey: string) => Promise<string | null>
  /** While locked, only the page's own files are served. */
  locked: () => boolean
  report: (error: unknown) => void
}

export async function respond(request: Request, content: PageContent): Promise<Response> {
  const url = new URL(request.url)
  const foreign = request.headers.get('origin')
  if (request.method !== 'GET' || `${url.protocol}//${url.host}` !== ORIGIN || (foreign && foreign !== ORIGIN)) {
    return new Response(null, { status: 403, headers: ALWAYS })
  }
  const path = safeDecode(url.pathname)
  if (path === null) return notFound()
  if (content.locked()) return serveFile(content.folder, path)
  if (path === '/description-page') return descriptionPage(ALWAYS)
  const [, what, key] = /^\/(media\/product|description|record)\/(.+)$/.exec(path) ?? []
  if (key === undefined) return serveFile(content.folder, path)
  const answer = await ofProduct(what, key, choiceOf(url), content)
  // The app may have been locked meanwhile.
  return content.locked() ? notFound() : answer
}

async function ofProduct(
  what: string | undefined,
  key: string,
  which: PictureChoice,
  content: PageContent
): Promise<Response> {
  if (what === 'media/product') return servePicture(await pictureOrNone(key, which, content))
  const text = await (what === 'record' ? content.record(key) : content.description(key))
  return text === null ? notFound() : plainText(text, ALWAYS)
}

const choiceOf = (url: URL): PictureChoice =>
  PICTURE_CHOICES.find((one) => one === url.searchParams.get('which')) ?? 'small'

/** A picture that can't be had is a missing picture, not an error of the page. */
async function pictureOrNone(key: string, which: PictureChoice, content: PageContent): Promise<Picture | null> {
  try {
    return await content.picture(key, which)
  } catch (error) {
    if (toErrorInfo(error).code === 'INTERNAL') content.report(error)
    return null
  }
}

function servePicture(picture: Picture | null): Response {
  if (!picture) return notFound()
  return new Response(new Uint8Array(picture.bytes), {
    headers: { ...ALWAYS, 'content-type': picture.type, 'content-security-policy': "default-src 'none'; sandbox" }
  })
}

async function serveFile(folder: string, path: string): Promise<Response> {
  const file = normalize(join(folder, path))
  const type = TYPES[extname(file)]
  if (!file.startsWith(folder + sep) || !type) return notFound()
  let bytes: Buffer
  try {
    bytes = await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return notFound()
    throw error
  }
  return new Response(new Uint8Array(bytes), {
    headers: { ...ALWAYS, 'content-type': type, 'content-security-policy': PAGE_POLICY }
  })
}

const notFound = (): Response => new Response(null, { status: 404, headers: ALWAYS })

function safeDecode(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path)
    return decoded.includes('\0') ? null : decoded
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}
