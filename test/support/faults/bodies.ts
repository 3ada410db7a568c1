/** Whole replies with status 200 whose body is not what was asked for. */
import { says, whole } from './bytes.ts'
import type { Ending, Kind, NamedFault, Outcome } from './fault.ts'
import { freshText } from './fresh.ts'

const bad = (found: NonNullable<Ending['found']>): Ending => ({ code: 'BAD_REPLY', found, status: 200 })
const garbled = { outcome: bad('malformed') } as const

/** What a body of the wrong type is to each call: none has a token, none is a list, none is a record. */
const wrongType: Pick<NamedFault, 'outcome' | 'but'> = {
  outcome: bad('notAnObject'),
  but: { 'sign-in': bad('noToken'), list: bad('notAList'), invoices: bad('notAList') }
}

/** Read by these calls, refused by the others. */
const readBy = (...kinds: Kind[]): Partial<Record<Kind, Outcome>> =>
  Object.fromEntries(kinds.map((kind) => [kind, 'read']))

const page = '<!doctype html><html lang="en"><title>Sign in to the Wi-Fi</title></html>'

export const bodyFaults: NamedFault[] = [
  {
    name: 'truncated JSON',
    answer: (exchange) => says('200 OK', freshText(exchange).slice(0, -4))(exchange),
    ...garbled
  },
  { name: 'a greeting', answer: says('200 OK', 'Hello'), ...garbled },
  { name: 'JSON twice', answer: says('200 OK', '[{"id":"a"}][{"id":"b"}]'), ...garbled },
  { name: 'JSON in a script', answer: says('200 OK', 'callback([{"id":"a"}])'), ...garbled },
  { name: 'JSON with a comma too many', answer: says('200 OK', '[{"id":"a"},]'), ...garbled },
  { name: 'JSON with NaN', answer: says('200 OK', '[{"id":"a","weight":NaN}]'), ...garbled },
  { name: 'JSON with Infinity', answer: says('200 OK', '[{"id":"a","weight":-Infinity}]'), ...garbled },
  { name: 'JSON in UTF-16', answer: says('200 OK', Buffer.from('\ufeff[{"id":"a"}]', 'utf16le')), ...garbled },
  {
    name: 'a web page with status 200',
    answer: ({ socket }) => void socket.end(whole('200 OK', page, 'content-type: text/html')),
    outcome: bad('html')
  },
  { name: 'a web page that claims to be JSON', answer: says('200 OK', page), outcome: bad('html') },
  { name: 'nothing with status 200', answer: says('200 OK', ''), outcome: bad('empty') },
  { name: 'spaces with status 200', answer: says('200 OK', ' \r\n\t '), outcome: bad('empty') },
  {
    name: '204',
    answer: ({ socket }) => void socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n'),
    outcome: { code: 'BAD_REPLY', found: 'empty', status: 204 }
  },
  {
    name: 'a part of the answer with status 206, unasked',
    answer: (exchange) => says('206 Partial Content', freshText(exchange).slice(0, -4))(exchange),
    outcome: { code: 'BAD_REPLY', found: 'unknownShape', status: 206 }
  },
  { name: 'null', answer: says('200 OK', 'null'), ...wrongType },
  { name: 'a number', answer: says('200 OK', '5'), ...wrongType },
  { name: 'true', answer: says('200 OK', 'true'), ...wrongType },
  { name: 'a text', answer: says('200 OK', '"Welcome"'), ...wrongType },
  {
    name: 'an object of something else',
    answer: says('200 OK', '{"total":3,"next":null}'),
    outcome: bad('notAList'),
    but: { 'sign-in': bad('noToken'), invoices: bad('unknownShape'), ...readBy('detail', 'profile') }
  },
  {
    name: 'a list of numbers',
    answer: says('200 OK', '[1,2,3]'),
    outcome: bad('notAnObject'),
    but: { 'sign-in': bad('noToken'), invoices: bad('unknownShape') }
  },
  {
    name: 'a list of lists',
    answer: says('200 OK', '[[{"id":"a"}]]'),
    outcome: bad('notAnObject'),
    but: { 'sign-in': bad('noToken'), invoices: bad('unknownShape') }
  },
  {
    name: 'an envelope around nothing',
    answer: says('200 OK', '{"message":"Fine","statusCode":200,"data":null,"errors":[]}'),
    outcome: bad('notAnObject'),
    but: { 'sign-in': bad('noToken'), list: bad('notAList'), invoices: bad('unknownShape') }
  },
  {
    name: 'an envelope that refuses with status 200',
    answer: says('200 OK', '{"message":"Expired","statusCode":401,"data":null,"errors":[{"code":"EXPIRED_TOKEN"}]}'),
    outcome: { code: 'UNAUTHORIZED', says: 'Expired' },
    but: { 'sign-in': { code: 'WRONG_CREDENTIALS', says: 'Expired' } }
  }
]
