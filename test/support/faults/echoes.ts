/** APIs that echo what they were sent: none of it may get further. */
import { head, JSON_TYPE, says, whole } from './bytes.ts'
import type { Exchange, NamedFault } from './fault.ts'
import { freshText } from './fresh.ts'

/** All that is secret in a request, as it came. */
const sent = ({ headers, body }: Exchange): string => `${headers['authorization'] ?? ''} ${body}`

/** In the forms that a log or a template would give it. */
const inAllForms = (exchange: Exchange): string => {
  const text = sent(exchange)
  return [text, encodeURIComponent(text), Buffer.from(text).toString('base64'), text.toUpperCase()].join(' | ')
}

const saying =
  (status: string, body: (exchange: Exchange) => unknown) =>
  (exchange: Exchange): void =>
    says(status, JSON.stringify(body(exchange)))(exchange)

const token = ({ headers }: Exchange): string => (headers['authorization'] ?? '').replace(/^bearer /i, '')

export const echoFaults: NamedFault[] = [
  {
    name: '400 that says back what was sent',
    answer: saying('400 Bad Request', (exchange) => ({ message: `You sent ${sent(exchange)}` })),
    outcome: { code: 'BAD_REPLY', status: 400 },
    but: { 'sign-in': { code: 'WRONG_CREDENTIALS', status: 400 } }
  },
  {
    name: '500 that says it back in other forms',
    answer: saying('500 Internal Server Error', (exchange) => ({ errors: [{ description: inAllForms(exchange) }] })),
    outcome: { code: 'SERVER', status: 500 }
  },
  {
    name: '500 that says it back as plain text',
    answer: (exchange) => void exchange.socket.end(whole('500 Oops', sent(exchange), 'content-type: text/plain')),
    outcome: { code: 'SERVER', status: 500 }
  },
  {
    name: '500 that says it back in a page',
    answer: (exchange) =>
      void exchange.socket.end(whole('500 Oops', `<html>${inAllForms(exchange)}</html>`, 'content-type: text/html')),
    outcome: { code: 'SERVER', status: 500 }
  },
  {
    name: '503 that says it back in status line and headers',
    answer: (exchange) => {
      const { headers, body, socket } = exchange
      const words = `${headers['authorization'] ?? ''} ${body}`.replaceAll(/[^\x20-\x7e]/g, '')
      socket.end(whole(`503 ${words}`, '', `x-sent: ${words}`, `set-cookie: sent=${encodeURIComponent(words)}`))
    },
    outcome: { code: 'SERVER', status: 503 }
  },
  {
    name: 'headers that say it back and then make no sense',
    answer: (exchange) =>
      void exchange.socket.end(head('200 OK', `x-sent: ${sent(exchange)}`, `${sent(exchange)} without a colon\0`)),
    outcome: { code: 'BAD_REPLY', found: 'malformed' }
  },
  {
    name: '302 that takes it along',
    answer: (exchange) =>
      says('302 Found', '', `location: ${exchange.elsewhere}/?sent=${encodeURIComponent(sent(exchange))}`)(exchange),
    outcome: { code: 'BAD_REPLY', status: 302 }
  },
  {
    name: 'broken JSON that says it back',
    answer: (exchange) => says('200 OK', `[{"id":"${sent(exchange)}`)(exchange),
    outcome: { code: 'BAD_REPLY', found: 'malformed', status: 200 }
  },
  {
    name: 'a good answer that says the token back in its data',
    answer: (exchange) =>
      void exchange.socket.end(
        whole(
          '200 OK',
          freshText(exchange).replaceAll(
            '"id":',
            `"note":"for ${token(exchange)}","seen":{"${token(exchange)}":1},"id":`
          ),
          JSON_TYPE
        )
      ),
    outcome: 'read'
  }
]
