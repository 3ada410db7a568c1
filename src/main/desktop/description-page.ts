/** Wraps a product's long description in an inert page: no scripts, no network, whatever the platform wrote. */

/**
 * `sandbox` without allow-scripts stops every script, form, pop-up and automatic navigation; `default-src 'none'` every request.
 * allow-same-origin only lets our page measure the frame's height: nothing inside can act.
 */
export const DESCRIPTION_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin'
].join('; ')

const STYLE = `
:root { color-scheme: light; }
:root.dark { color-scheme: dark; }
html { background: transparent; }
body { margin: 0; font: 13px/20px system-ui, sans-serif; color: light-dark(#1f2a2e, #dfe6e8); overflow-wrap: anywhere; }
body > :first-child { margin-top: 0; }
body > :last-child { margin-bottom: 0; }
h1, h2, h3, h4, h5, h6 { font-size: 15px; line-height: 22px; margin: 16px 0 8px; }
p, ul, ol, table { margin: 8px 0; }
ul, ol { padding-left: 20px; }
table { border-collapse: collapse; }
th, td { border: 1px solid light-dark(#d5dcde, #3a4548); padding: 4px 8px; text-align: left; }
img { max-width: 100%; height: auto; }
a { color: inherit; }
pre { white-space: pre-wrap; }
`

export function descriptionPage(html: string, dark: boolean): Response {
  // Not escaped: it is HTML on purpose. What keeps it harmless is the policy, not its wording.
  const page = `<!doctype html><html${dark ? ' class="dark"' : ''}><head><meta charset="utf-8"><style>${STYLE}</style></head><body>${html}</body></html>`
  return new Response(page, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': DESCRIPTION_POLICY,
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'referrer-policy': 'no-referrer'
    }
  })
}
