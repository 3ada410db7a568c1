/** Whole replies whose body is not what was asked for, odd but readable, or an echo of what was sent. */
import { ends, fault, fresh, freshText, garbled, head, HTML_TYPE, says, whole } from './fault.ts'
import type { ByKind, Ending, Exchange, NamedFault } from './fault.ts'

const bad = (found: NonNullable<Ending['found']>, status = 200): Ending => ({ code: 'BAD_REPLY', found, status })
const ok = (body: Parameters<typeof says>[1], ...lines: string[]) => says('200 OK', body, ...lines)
const malformed = { ...garbled, status: 200 }

/** What a body of the wrong type is to each call: none has a token, none is a list, none is a record. */
const wrongType = (name: string, body: string): NamedFault =>
  fault(name, bad('notAnObject'), ok(body), {
    but: { 'sign-in': bad('noToken'), list: bad('notAList'), invoices: bad('notAList') }
  })
const NO_INVOICES: ByKind = { 'sign-in': bad('noToken'), invoices: bad('unknownShape') }
const EMPTY_LISTS: ByKind = { list: 'read', invoices: 'read' }
const truncated = (exchange: Exchange): string => freshText(exchange).slice(0, -4)
const PAGE = '<!doctype html><html lang="en"><title>Sign in to the Wi-Fi</title></html>'

export const bodyFaults: NamedFault[] = [
  fault('truncated JSON', malformed, ok(truncated)),
  fault('a greeting', malformed, ok('Hello')),
  fault('JSON twice', malformed, ok('[{"id":"a"}][{"id":"b"}]')),
  fault('JSON in a script', malformed, ok('callback([{"id":"a"}])')),
  fault('JSON with a comma too many', malformed, ok('[{"id":"a"},]')),
  fault('JSON with NaN', malformed, ok('[{"id":"a","weight":NaN}]')),
  fault('JSON with Infinity', malformed, ok('[{"id":"a","weight":-Infinity}]')),
  fault('JSON in UTF-16', malformed, ok(Buffer.from('\ufeff[{"id":"a"}]', 'utf16le'))),
  fault('a web page with status 200', bad('html'), ok(PAGE, HTML_TYPE)),
  fault('a web page that claims to be JSON', bad('html'), ok(PAGE)),
  fault('nothing with status 200', bad('empty'), ok(''), { but: EMPTY_LISTS }),
  fault('spaces with status 200', bad('empty'), ok(' \r\n\t ')),
  fault('204', bad('empty', 204), ends(head('204 No Content', 'connection: close')), { but: EMPTY_LISTS }),
  fault(
    'a part of the answer with status 206, unasked',
    bad('unknownShape', 206),
    says('206 Partial Content', truncated),
    // A whole page would be a part of the list.
    { but: { list: { ...garbled, status: 206 }, invoices: { ...garbled, status: 206 } } }
  ),
  wrongType('null', 'null'),
  wrongType('a number', '5'),
  wrongType('true', 'true'),
  wrongType('a text', '"Welcome"'),
  fault('an object of something else', bad('notAList'), ok('{"total":3,"next":null}'), {
    but: { ...NO_INVOICES, detail: 'read', profile: 'read' }
  }),
  fault('a list of numbers', bad('notAnObject'), ok('[1,2,3]'), { but: NO_INVOICES }),
  fault('a list of lists', bad('notAnObject'), ok('[[{"id":"a"}]]'), { but: NO_INVOICES }),
  fault(
    'an envelope around nothing',
    bad('notAnObject'),
    ok('{"message":"Fine","statusCode":200,"data":null,"errors":[]}'),
    { but: { ...NO_INVOICES, list: bad('notAList') } }
  ),
  fault(
    'an envelope of an error with status 200',
    { code: 'UNAUTHORIZED', found: 'expired', says: 'Expired' },
    ok('{"message":"Expired","statusCode":401,"data":null,"errors":[{"code":"EXPIRED_TOKEN"}]}'),
    { but: { 'sign-in': { code: 'WRONG_CREDENTIALS', says: 'Expired' } } }
  ),
  fault(
    'a refusal in words with status 200',
    { code: 'UNAUTHORIZED', says: 'Invalid credentials' },
    ok('{"success":false,"error":"Invalid credentials"}'),
    { but: { 'sign-in': { code: 'WRONG_CREDENTIALS', says: 'Invalid credentials' } } }
  )
]

/** The fresh answer, made into other text or bytes: it must be read, and change nothing beside what it says. */
const odd = (name: string, make: (text: string, exchange: Exchange) => string | Buffer, type?: string): NamedFault =>
  fault(
    name,
    'read',
    ok((exchange) => make(freshText(exchange), exchange), ...(type ? [type] : []))
  )
const plain = (text: string): string => text
/** The fresh answer with this at the beginning of each of its records. */
const withMember = (name: string, member: string): NamedFault =>
  odd(name, (text) => text.replaceAll('{"id"', `{${member},"id"`))
const invalid = (text: string): Buffer =>
  Buffer.concat(text.split('Fresh').flatMap((part, at) => [Buffer.from(at ? [0xff, 0xc0] : []), Buffer.from(part)]))
/** A token is no record: in an envelope it has a name. */
const enveloped = (_text: string, exchange: Exchange): string => {
  const data = exchange.kind === 'sign-in' ? { token: fresh(exchange) } : fresh(exchange)
  return JSON.stringify({ message: 'Fine', statusCode: 200, data, errors: [] })
}

export const oddFaults: NamedFault[] = [
  odd('a byte order mark', (text) => `\ufeff${text}`),
  odd('JSON that claims to be text', plain, 'content-type: text/plain'),
  odd('JSON that claims to be a web page', plain, HTML_TYPE),
  fault('JSON without a type', 'read', (exchange) => void exchange.socket.end(whole('200 OK', freshText(exchange)))),
  odd('JSON with spaces all around', (text) => `${' \n'.repeat(50_000)}${text}\r\n\r\n`),
  odd('invalid UTF-8 in a text', invalid),
  withMember('a number beyond all numbers', '"weight":1e999'),
  withMember('the same member twice', '"name":"First","id":"first"'),
  withMember(
    'members named as what every object has',
    '"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"toString":1'
  ),
  withMember(
    'every field of the wrong type',
    '"weight":"heavy","isAvailable":"maybe","description":7,"label":[],"owner":{},"icon":true'
  ),
  odd('the answer inside an envelope', enveloped),
  fault(
    'a reply without a length that ends with the connection',
    'read',
    ends('HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n', freshText)
  )
]

/** All that is secret in a request, as it came. */
const sent = ({ headers, body }: Exchange): string => `${headers['authorization'] ?? ''} ${body}`
/** In the forms that a log or a template would give it. */
const inAllForms = (exchange: Exchange): string => {
  const text = sent(exchange)
  return [text, encodeURIComponent(text), Buffer.from(text).toString('base64'), text.toUpperCase()].join(' | ')
}
const printable = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '')
const token = ({ headers }: Exchange): string => (headers['authorization'] ?? '').replace(/^bearer /i, '')
const brokenEcho = (exchange: Exchange): string => `[{"id":"${sent(exchange)}`
const SERVER: Ending = { code: 'SERVER', status: 500 }

/** Nothing that is said back may get further. */
export const echoFaults: NamedFault[] = [
  fault(
    '400 that says back what was sent',
    { code: 'BAD_REPLY', status: 400 },
    says('400 Bad Request', (exchange) => JSON.stringify({ message: `You sent ${sent(exchange)}` })),
    { but: { 'sign-in': { code: 'WRONG_CREDENTIALS', status: 400 } } }
  ),
  fault(
    '500 that says it back in other forms',
    SERVER,
    says('500 Oops', (exchange) => JSON.stringify({ errors: [{ description: inAllForms(exchange) }] }))
  ),
  fault(
    '400 that says it back by field, in the names of the fields too',
    { code: 'BAD_REPLY', status: 400 },
    says('400 Bad Request', (exchange) => {
      const words = inAllForms(exchange)
      return JSON.stringify({ title: words, errors: { [words]: [words] } })
    }),
    { but: { 'sign-in': { code: 'WRONG_CREDENTIALS', status: 400 } } }
  ),
  fault(
    '422 with a problem that says it back, in its addresses too',
    { code: 'BAD_REPLY', status: 422 },
    says('422 Unprocessable Content', (exchange) => {
      const words = inAllForms(exchange)
      const place = `${exchange.elsewhere}/?sent=${encodeURIComponent(sent(exchange))}`
      return JSON.stringify({ type: place, title: words, detail: words, instance: place })
    }),
    { but: { 'sign-in': { code: 'WRONG_CREDENTIALS', status: 422 } } }
  ),
  fault(
    '429 that says it back',
    { code: 'RATE_LIMITED', status: 429, retryAfter: 600 },
    says('429 Too Many Requests', (exchange) => JSON.stringify({ error: inAllForms(exchange) }), 'retry-after: 600')
  ),
  fault(
    'an envelope of an error with status 200 that says it back',
    { code: 'BAD_REPLY', status: 400 },
    ok((exchange) => {
      const words = inAllForms(exchange)
      return JSON.stringify({ message: words, statusCode: 400, data: null, errors: [{ description: words }] })
    }),
    { but: { 'sign-in': { code: 'WRONG_CREDENTIALS', status: 400 } } }
  ),
  fault(
    'a text with status 200 that says it back',
    bad('notAnObject'),
    ok((exchange) => JSON.stringify(inAllForms(exchange))),
    {
      but: { 'sign-in': bad('noToken'), list: bad('notAList'), invoices: bad('notAList') }
    }
  ),
  fault(
    'a page with status 200 that says it back',
    bad('html'),
    ok((exchange) => `<html>${inAllForms(exchange)}</html>`, HTML_TYPE)
  ),
  fault('500 that says it back as plain text', SERVER, says('500 Oops', sent, 'content-type: text/plain')),
  fault(
    '500 that says it back in a page',
    SERVER,
    says('500 Oops', (exchange) => `<html>${inAllForms(exchange)}</html>`, HTML_TYPE)
  ),
  fault('503 that says it back in status line and headers', { code: 'SERVER', status: 503 }, (exchange) => {
    const words = printable(sent(exchange))
    const lines = [`x-sent: ${words}`, `set-cookie: sent=${encodeURIComponent(words)}`]
    exchange.socket.end(whole(`503 ${words}`, '', ...lines))
  }),
  fault(
    'headers that say it back and then make no sense',
    garbled,
    ends((exchange) => head('200 OK', `x-sent: ${sent(exchange)}`, `${sent(exchange)} without a colon\0`))
  ),
  fault('302 that takes it along', { code: 'BAD_REPLY', status: 302 }, (exchange) =>
    says('302 Found', '', `location: ${exchange.elsewhere}/?sent=${encodeURIComponent(sent(exchange))}`)(exchange)
  ),
  fault('broken JSON that says it back', malformed, ok(brokenEcho)),
  odd('a good answer that says the token back in its data', (text, exchange) =>
    text.replaceAll('"id":', `"note":"for ${token(exchange)}","seen":{"${token(exchange)}":1},"id":`)
  )
]
