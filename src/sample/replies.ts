/** Replies of the sample provider, errors in the shapes published for v2 and v3. */

export const json = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json; charset=utf-8' } })

/**
 * Adds a strong ETag, and answers 304 if the client has it. Errors stay unchanged.
 * @param mark prefix of the ETag
 */
export async function withEtag(request: Request, reply: Response, mark = ''): Promise<Response> {
  if (reply.status !== 200) return reply
  const body = await reply.arrayBuffer()
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body))
  const hex = Array.from(digest.subarray(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const etag = `"${mark}${hex}"`
  const headers = new Headers(reply.headers)
  headers.set('etag', etag)
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (!known.includes(etag) && !known.includes('*')) return new Response(body, { headers })
  headers.delete('content-type')
  return new Response(null, { status: 304, headers })
}

const NAMES: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed'
}

export interface Refusal {
  status: number
  code: string
  message: string
  /** v2 names the kind of error apart from the HTTP status: a wrong password is a 400 that says "Forbidden". */
  named?: string
}

/** The error body in the shape of the path's version. */
export function refuse(request: Request, now: Date, refusal: Refusal): Response {
  const { pathname } = new URL(request.url)
  const { status, code, message } = refusal
  if (pathname.startsWith('/v3/')) {
    return json({ message, statusCode: status, data: null, errors: [{ code, description: message }] }, status)
  }
  return json(
    {
      errors: [{ code, message }],
      message,
      statusCode: refusal.named ?? NAMES[status] ?? String(status),
      requestDetails: {
        userId: null,
        endpoint: pathname,
        date: now.toISOString(),
        timestamp: now.getTime(),
        userAgent: request.headers.get('user-agent'),
        clientIp: '127.0.0.1'
      }
    },
    status
  )
}
