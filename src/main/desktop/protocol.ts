/** The app:// scheme: the built page, product pictures, long descriptions and raw records, each with its own CSP. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { protocol } from 'electron'
import { toErrorInfo } from '../../shared/ipc/error.ts'
import { PICTURE_CHOICES, type PictureChoice } from '../../shared/models/product.ts'
import type { Picture } from '../ports/index.ts'

const SCHEME = 'app'
/** It has a host, so that "same origin" has a meaning, unlike with file://. */
export const ORIGIN = `${SCHEME}://portside`
export const START_ADDRESS = `${ORIGIN}/index.html`

/** The built page's own files. */
const ASSETS = `${ORIGIN}/assets/`
const DESCRIPTION_PATH = '/description-page'

/**
 * The page's CSP. Scripts and styles come from its own folder only: 'self' would have a provider's text, too, and Chromium runs one as a
 * script if the address ends with `.js`, whatever its type (`AllowedByNosniff`, for schemes other than http). Vue sets styles through the
 * CSSOM. Trusted Types: `vue` is the compiler's policy for HTML in templates, `dompurify` is DOMPurify's internal one for parsing. Each name
 * can be created only once.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  `script-src ${ASSETS}`,
  `style-src ${ASSETS}`,
  "img-src 'self' data:",
  `font-src ${ASSETS}`,
  "connect-src 'self'",
  `frame-src ${ORIGIN}${DESCRIPTION_PATH}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types vue dompurify'
].join('; ')

const STYLE = `
:root { color-scheme: light; }
:root.dark { color-scheme: dark; }
html { background: transparent; }
body { margin: 0; font: 14px/20px 'Inter Latin', 'Inter Variable', system-ui, -apple-system, 'Segoe UI', 'Cantarell', 'Noto Sans', sans-serif; color: light-dark(#1f2a2e, #dfe6e8); overflow-wrap: anywhere; cursor: default; }
body > :first-child { margin-block-start: 0; }
body > :last-child { margin-block-end: 0; }
h1, h2, h3, h4, h5, h6 { font-size: 14px; line-height: 20px; margin: 16px 0 4px; }
h1, h2 { font-size: 16px; line-height: 22px; }
p, ul, ol, dl, table, pre, figure, blockquote { margin: 8px 0; }
ul, ol { padding-inline-start: 20px; }
dd { margin-inline-start: 20px; }
blockquote { padding-inline-start: 12px; border-inline-start: 3px solid light-dark(#d5dcde, #3a4548); }
hr { border: 0; border-block-start: 1px solid light-dark(#d5dcde, #3a4548); }
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { border: 1px solid light-dark(#d5dcde, #3a4548); padding: 4px 8px; text-align: start; vertical-align: top; }
img { max-width: 100%; height: auto; }
code, kbd, samp, pre { font-family: ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', monospace; font-size: 12px; }
pre { white-space: pre-wrap; }
blockquote, ul, ol, dd { min-inline-size: 8em; }
caption, td, th { min-inline-size: 4em; }
img, table { float: none; }
.picture { padding: 0 4px; border: 1px dashed light-dark(#8a979b, #66757a); border-radius: 4px; color: light-dark(#566266, #a9b5b8); }
[role=link] { color: light-dark(#0a6570, #6fc7d3); text-decoration: underline; text-underline-offset: 2px; cursor: pointer; border-radius: 2px; }
[role=link]:focus-visible { outline: 2px solid light-dark(#10727e, #62cbd6); outline-offset: 1px; }
@media (prefers-contrast: more) { .picture, [role=link] { color: inherit; } [role=link]:focus-visible { outline: 3px solid; } }
`

/**
 * The empty document that the page puts a product's sanitised description into. `sandbox` without allow-scripts stops every
 * script, form, pop-up and download; `default-src 'none'` every request but for the app's fonts. allow-same-origin lets our page
 * reach in to fill it.
 * Unlike `srcdoc`, a served document has its policy in a header, which holds before the first byte is parsed.
 */
export const DESCRIPTION_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  `font-src ${ASSETS}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  'sandbox allow-same-origin'
].join('; ')
const DESCRIPTION_PAGE = `<!doctype html><html><head><meta charset="utf-8"><style>${STYLE}</style></head><body></body></html>`

/** Content from a provider must stay inert, also if it is opened directly. */
export const INERT_POLICY = "default-src 'none'; sandbox"

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.json': 'application/json'
}

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off',
  // It would be above all other programs, also while the app is locked.
  'permissions-policy': 'picture-in-picture=()'
}

const reply = (body: string | Uint8Array<ArrayBuffer>, type: string, policy: string): Response =>
  new Response(body, { headers: { ...ALWAYS, 'content-type': type, 'content-security-policy': policy } })
/** A frame with an empty reply has the page's origin: without a policy the page could run anything there. */
const empty = (status: number): Response =>
  new Response(null, { status, headers: { ...ALWAYS, 'content-security-policy': INERT_POLICY } })
const notFound = (): Response => empty(404)

/** Provider data for the page. */
export interface PageContent {
  picture: (accountId: string, productKey: string, which: PictureChoice) => Promise<Picture | null>
  description: (accountId: string, productKey: string) => Promise<string | null>
  record: (accountId: string, productKey: string) => Promise<string | null>
  /** While locked, only the page's own files are served. */
  locked: () => boolean
}

export interface AppParts {
  /** Of the built page. */
  folder: string
  content: Promise<PageContent>
  report: (error: unknown) => void
}

/** Must run before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } }
  ])
}

export function serveApp(parts: AppParts): void {
  protocol.handle(SCHEME, (request) => respond(request, parts))
}

export async function respond(request: Request, parts: AppParts): Promise<Response> {
  try {
    return await answer(request, parts)
  } catch (error) {
    parts.report(error)
    return empty(500)
  }
}

async function answer(request: Request, parts: AppParts): Promise<Response> {
  const url = new URL(request.url)
  if (request.method !== 'GET' || `${url.protocol}//${url.host}` !== ORIGIN) return empty(403)
  const path = safeDecode(url.pathname)
  if (path === null) return notFound()
  if (path === DESCRIPTION_PATH) return reply(DESCRIPTION_PAGE, 'text/html; charset=utf-8', DESCRIPTION_POLICY)
  const [, what, account, key] = /^\/(media\/product|description|record)\/([^/]+)\/(.+)$/.exec(path) ?? []
  if (account === undefined || key === undefined) return serveFile(parts.folder, path)
  const content = await parts.content
  if (content.locked()) return notFound()
  const which = PICTURE_CHOICES.find((one) => one === url.searchParams.get('which')) ?? 'small'
  const isPicture = what === 'media/product'
  const response = await (isPicture
    ? servePicture({ account, key }, which, content, parts.report)
    : serveText({ account, key }, what, content))
  // The app may have been locked meanwhile.
  return content.locked() ? notFound() : response
}

interface ProductRef {
  account: string
  key: string
}

/** A picture that can't be had is a missing picture, not an error of the page. */
async function servePicture(
  { account, key }: ProductRef,
  which: PictureChoice,
  content: PageContent,
  report: AppParts['report']
): Promise<Response> {
  try {
    const picture = await content.picture(account, key, which)
    return picture ? reply(new Uint8Array(picture.bytes), picture.type, INERT_POLICY) : notFound()
  } catch (error) {
    if (toErrorInfo(error).code === 'INTERNAL') report(error)
    return notFound()
  }
}

/** Of an account that is gone meanwhile there is none. */
async function serveText(
  { account, key }: ProductRef,
  what: string | undefined,
  content: PageContent
): Promise<Response> {
  const text = await (what === 'record' ? content.record(account, key) : content.description(account, key)).catch(
    noneIfGone
  )
  return text === null ? notFound() : reply(text, 'text/plain; charset=utf-8', INERT_POLICY)
}

/** Whatever the page asks for: none of its files is there. Others are errors of the installation. */
const NO_FILE = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EISDIR'])

function noneIfGone(error: unknown): null {
  const { code } = toErrorInfo(error)
  if (code !== 'NOT_FOUND' && code !== 'CANCELLED') throw error
  return null
}

async function serveFile(folder: string, path: string): Promise<Response> {
  const file = normalize(join(folder, path))
  const type = TYPES[extname(file)]
  if (!file.startsWith(folder + sep) || !type) return notFound()
  try {
    return reply(await readFile(file), type, PAGE_POLICY)
  } catch (error) {
    if (NO_FILE.has((error as NodeJS.ErrnoException).code ?? '')) return notFound()
    throw error
  }
}

function safeDecode(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path)
    return decoded.includes('\0') ? null : decoded
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}
