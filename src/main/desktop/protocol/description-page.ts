/**
 * What belongs to a product's long description on `app://portside`: the provider's HTML as plain text, for the page to sanitise,
 * and the empty, inert document that the page puts the outcome into.
 *
 * The document is served rather than given as `srcdoc`: its policy then comes as a header, which can say `sandbox` and
 * `frame-ancestors`, holds before the first byte is parsed, and does not start out from the page's own, wider policy. And since
 * nodes are put into it instead of text, nothing that was sanitised is ever parsed a second time.
 */
import { createHash } from 'node:crypto'

const STYLE = `
:root { color-scheme: light; }
:root.dark { color-scheme: dark; }
html { background: transparent; }
body { margin: 0; font: 13px/20px system-ui, -apple-system, 'Segoe UI', 'Cantarell', 'Noto Sans', sans-serif; color: light-dark(#1f2a2e, #dfe6e8); overflow-wrap: anywhere; cursor: default; }
body > :first-child { margin-block-start: 0; }
body > :last-child { margin-block-end: 0; }
h1, h2, h3, h4, h5, h6 { font-size: 13px; line-height: 20px; margin: 16px 0 4px; }
h1, h2 { font-size: 15px; line-height: 22px; }
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
.picture { padding: 0 4px; border: 1px dashed light-dark(#8a979b, #66757a); border-radius: 4px; color: light-dark(#566266, #a9b5b8); }
[role=link] { color: light-dark(#0a6570, #6fc7d3); text-decoration: underline; text-underline-offset: 2px; cursor: pointer; border-radius: 2px; }
[role=link]:focus-visible { outline: 2px solid light-dark(#10727e, #62cbd6); outline-offset: 1px; }
`

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64')

/**
 * `sandbox` without allow-scripts stops every script, form, pop-up and download; `default-src 'none'` every request; the one
 * style is named by its hash. allow-same-origin lets our page reach in (to fill it, measure it and hear clicks), and nothing
 * inside can reach out: there are no scripts.
 */
export const DESCRIPTION_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hashOf(STYLE)}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  'sandbox allow-same-origin'
].join('; ')

/** Text from a provider must stay plain text, also if it is opened directly. */
export const TEXT_POLICY = "default-src 'none'; sandbox"

const PAGE = `<!doctype html><html><head><meta charset="utf-8"><style>${STYLE}</style></head><body></body></html>`

/** @param headers of every response */
export const descriptionPage = (headers: Record<string, string>): Response =>
  new Response(PAGE, {
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': DESCRIPTION_POLICY }
  })

/** Never interpreted as HTML. */
export const plainText = (text: string, headers: Record<string, string>): Response =>
  new Response(text, {
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8', 'content-security-policy': TEXT_POLICY }
  })
