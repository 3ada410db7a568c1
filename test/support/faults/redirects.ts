/** Replies that send the client elsewhere. The other host must hear nothing, with whatever credential. */
import { says } from './bytes.ts'
import type { Exchange, NamedFault } from './fault.ts'

const to =
  (status: string, place: (exchange: Exchange) => string) =>
  (exchange: Exchange): void =>
    says(status, '', `location: ${place(exchange)}`)(exchange)

const refused = (status: number): Pick<NamedFault, 'outcome'> => ({ outcome: { code: 'BAD_REPLY', status } })

export const redirectFaults: NamedFault[] = [
  {
    name: '301 to another host',
    answer: to('301 Moved Permanently', ({ elsewhere, path }) => elsewhere + path),
    ...refused(301)
  },
  { name: '302 to another host', answer: to('302 Found', ({ elsewhere, path }) => elsewhere + path), ...refused(302) },
  {
    name: '303 to another host',
    answer: to('303 See Other', ({ elsewhere, path }) => elsewhere + path),
    ...refused(303)
  },
  {
    name: '307 to another host',
    answer: to('307 Temporary Redirect', ({ elsewhere, path }) => elsewhere + path),
    ...refused(307)
  },
  {
    name: '308 to another host',
    answer: to('308 Permanent Redirect', ({ elsewhere, path }) => elsewhere + path),
    ...refused(308)
  },
  {
    name: '302 to another host without a scheme',
    answer: to('302 Found', ({ elsewhere, path }) => elsewhere.replace('http:', '') + path),
    ...refused(302)
  },
  {
    name: '302 to another host that says it is this one',
    answer: to(
      '302 Found',
      ({ here, elsewhere, path }) => `http://${new URL(here).host}@${new URL(elsewhere).host}${path}`
    ),
    ...refused(302)
  },
  { name: '302 in a circle', answer: to('302 Found', ({ path }) => path), ...refused(302) },
  { name: '307 in a circle', answer: to('307 Temporary Redirect', ({ here, path }) => here + path), ...refused(307) },
  {
    name: '302 to ever new places',
    answer: to('302 Found', ({ path }) => `${path}${path.includes('?') ? '' : '?'}x`),
    ...refused(302)
  },
  { name: '302 to a file', answer: to('302 Found', () => 'file:///etc/hosts'), ...refused(302) },
  { name: '302 to data', answer: to('302 Found', () => 'data:application/json,[]'), ...refused(302) },
  { name: '302 to no address at all', answer: to('302 Found', () => 'http://[not an address'), ...refused(302) },
  { name: '302 without a place', answer: says('302 Found', ''), ...refused(302) },
  { name: '300', answer: says('300 Multiple Choices', '[]'), ...refused(300) },
  { name: '305 through a proxy', answer: to('305 Use Proxy', ({ elsewhere }) => elsewhere), ...refused(305) }
]
