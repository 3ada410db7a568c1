/** Main's own network session and the connection check's probe, as they run on Electron's interface. */
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ManualProxy } from '../../src/shared/models/network-proxy.ts'
import { startApiServer, type ApiServer } from '../support/api-server.ts'
import { makeCertificates } from '../support/certificates.ts'
import { ends, fault, freshText, head, JSON_TYPE, says, sends } from '../support/faults/fault.ts'
import { FAULTS } from '../support/faults/index.ts'
import { startFault } from '../support/faults/server.ts'
import { startProxy } from '../support/proxy.ts'
import { keyHashOf, startTlsFront, type TlsFront } from '../support/tls-front.ts'
import { Answers } from './answers.ts'
import { startSeam, type Seam } from './app.ts'
import type { Fetched } from './seam-app.ts'

const LONG_MS = 20_000

const answers = new Answers('network')
const certificates = makeCertificates()
/** For the probe: the app's verify proc isn't asked about a key that the switch accepts. */
const untrusted = makeCertificates()
// Electron doesn't trust the root of these certificates, so the host doesn't trust it either: both accept one key.
const TRUST = `--ignore-certificate-errors-spki-list=${keyHashOf(certificates.good)}`

let api: ApiServer
let front: TlsFront
let seam: Seam

/** What the faults' server says where it says something good. */
const BODY = freshText({ kind: 'invoices', path: '' })

/** The same answer in each run: without the ports, which the system chooses. */
function named(answer: unknown, others: Record<string, string> = {}): unknown {
  const places = { '<api>': api.baseUrl, '<tls>': front.address, ...others }
  let text = JSON.stringify(answer)
  for (const [name, address] of Object.entries(places)) text = text.replaceAll(new URL(address).host, name)
  return JSON.parse(text)
}

beforeAll(async () => {
  api = await startApiServer()
  front = await startTlsFront(api.baseUrl, certificates.good)
  seam = await startSeam([TRUST])
}, 60_000)
afterEach(() => {
  api.respondNormally()
  api.requests.length = 0
  front.show(certificates.good)
})
afterAll(async () => {
  await seam.stop()
  await front.stop()
  await api.stop()
})

const statusOf = (outcome: unknown): unknown => {
  const { value, ...failed } = outcome as { value?: { status: number } }
  return value ? value.status : failed
}

const isCertificate = (outcome: unknown): boolean => Boolean((outcome as { value?: unknown }).value)

describe('the sessions', () => {
  it('of the page requests nothing from the web, for main as well', async () => {
    answers.compare({
      'page-session-http': [
        'What does the page’s session answer main for http?',
        await seam.call('defaultFetch', `${api.baseUrl}/health`)
      ],
      'page-session-https': [
        'What does the page’s session answer main for https?',
        await seam.call('defaultFetch', `${front.address}/health`)
      ],
      'page-session-requests': ['How many of these requests arrive?', api.requests.length]
    })
  })

  it('of main speaks to the web, and to nothing else', async () => {
    answers.compare({
      'session-http': [
        'Which status has http in main’s session?',
        statusOf(await seam.call('networkFetch', `${api.baseUrl}/health`))
      ],
      'session-https': [
        'Which status has https in main’s session?',
        statusOf(await seam.call('networkFetch', `${front.address}/health`))
      ],
      'session-scheme': [
        'What does main’s session answer for the app’s own scheme?',
        await seam.call('networkFetch', 'app://portside/')
      ]
    })
  })
})

describe('a request of main', () => {
  it('gets the 304 that it asked for', async () => {
    api.respondWith('/v3/invoices', (request) =>
      request.headers.get('if-none-match') === '"one"'
        ? new Response(null, { status: 304, headers: { etag: '"one"' } })
        : Response.json([], { headers: { etag: '"one"', 'cache-control': 'max-age=600' } })
    )
    const address = `${api.baseUrl}/v3/invoices`
    const first = await seam.call('networkFetch', address)
    const unchanged = await seam.call('networkFetch', address, { headers: { 'If-None-Match': '"one"' } })
    // Nothing is kept of an answer, however long it would have been good for.
    const last = await seam.call('networkFetch', address)
    answers.compare({
      'etag-first': ['What is the first answer with an ETag?', first],
      'etag-unchanged': ['What is the answer to If-None-Match with that ETag?', unchanged],
      'etag-again': ['What is the next answer without it?', last],
      'etag-requests': ['How many requests arrive for three, if the first may be cached?', api.requests.length]
    })
  })

  it('follows no redirect, and is told where it leads', async () => {
    api.respondWith('/old', () => new Response(null, { status: 308, headers: { location: '/new' } }))
    const answer = await seam.call('networkFetch', `${api.baseUrl}/old`)
    answers.compare({
      'redirect-answer': ['What is the answer for a 308 to a path?', named(answer)],
      'redirect-requests': ['Which paths are requested for it?', api.requests.map(({ path }) => path)]
    })
  })

  it('that is redirected to no web address is not told where', async () => {
    const redirectTo = async (location: string): Promise<unknown> => {
      api.respondWith('/old', () => new Response(null, { status: 301, headers: { location } }))
      return seam.call('networkFetch', `${api.baseUrl}/old`)
    }
    answers.compare({
      'redirect-file': ['What is the answer for a 301 to a file?', await redirectTo('file:///etc/hosts')],
      'redirect-invalid': ['What is the answer for a 301 to no address?', await redirectTo('http://[no address')]
    })
  })

  /** Electron's own fetch settles on none of them. */
  it.each([
    ['status-600', 'status 600'],
    ['status-999', 'status 999'],
    ['header-utf-8', 'a file name in UTF-8'],
    ['header-no-utf-8', 'a header of one byte that is no UTF-8'],
    ['reason-phrase', 'a reason phrase in another script']
  ])('settles (%s)', async (id, name) => {
    const meant = FAULTS.find((one) => one.name === name)
    if (!meant) throw new Error(`no fault ${name}`)
    const server = await startFault(meant)
    const answer = await seam.call('networkFetch', `${server.baseUrl}/v3/invoices`)
    await server.stop()
    const { value, ...failed } = answer as { value?: Fetched }
    // A Response has one character for each byte.
    const disposition = value?.disposition && Buffer.from(value.disposition, 'latin1').toString('utf8')
    const isWhole = value?.body === BODY
    answers.compare({
      [id]: [`What is the answer for ${name}?`, value ? { status: value.status, disposition, isWhole } : failed]
    })
  })

  it('that is aborted ends at once, and its connection with it', async () => {
    const abort = async (begun: boolean): Promise<boolean> => {
      const answer = begun ? sends(head('200 OK', JSON_TYPE, 'content-length: 1000') + 'begun') : undefined
      const server = await startFault(fault('nothing more', 'read', answer))
      const asked = seam.call('fetchUntilAborted', `${server.baseUrl}/v3/invoices`)
      await vi.waitFor(() => expect(server.requests).toHaveLength(1), { timeout: 10_000 })
      await seam.call('abort', begun)
      const ended = await asked
      await server.abandoned()
      await server.stop()
      return 'message' in ended
    }
    answers.compare({
      'abort-before-head': ['Does a request fail that is aborted before its response?', await abort(false)],
      'abort-in-body': ['Does a request fail that is aborted in the body?', await abort(true)]
    })
  })

  it('whose connection breaks amid the body fails', async () => {
    const server = await startFault(
      fault('a break', 'read', ends(head('200 OK', JSON_TYPE, 'content-length: 1000') + 'begun'))
    )
    const answer = await seam.call('networkFetch', `${server.baseUrl}/v3/invoices`)
    await server.stop()
    answers.compare({ 'broken-body': ['What is the error for a connection that ends amid the body?', answer] })
  })

  it('sends its body and its headers', async () => {
    const server = await startFault(fault('good', 'read', says('200 OK', freshText)))
    const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer abc' }
    await seam.call('networkFetch', server.baseUrl, { method: 'POST', headers, body: '{"name":"Zoë"}' })
    await server.stop()
    const sent = server.requests.map(({ method, body, headers }) => ({
      method,
      body,
      authorization: headers['authorization'],
      length: headers['content-length'],
      type: headers['content-type']
    }))
    answers.compare({ post: ['What does the server get of a POST?', sent] })
  })
})

describe('the probe', () => {
  it('finds the addresses of a name', async () => {
    const found = await seam.call('lookUp', 'localhost', LONG_MS)
    const isLoopback = 'value' in found && found.value.some((address) => ['127.0.0.1', '::1'].includes(address))
    answers.compare({
      'look-up-localhost': ['Has localhost a loopback address?', isLoopback],
      'look-up-address': ['Which addresses has [::1]?', await seam.call('lookUp', '[::1]', LONG_MS)],
      'look-up-nobody': [
        'What is the error for an unknown name?',
        await seam.call('lookUp', 'nowhere.invalid', LONG_MS)
      ],
      'look-up-aborted': ['What is the error for an aborted look-up?', await seam.call('lookUp', 'localhost', 0)]
    })
  })

  it('finds no proxy where there is none', async () => {
    answers.compare({
      'proxies-none': ['Which proxies are used by default?', await seam.call('proxies', front.address)]
    })
  })

  it.each(['good', 'selfSigned', 'expired', 'wrongName'] as const)('reads a certificate (%s)', async (kind) => {
    front.show(untrusted[kind])
    const seen = await seam.call('certificate', front.address, LONG_MS)
    const { validToDate } = new X509Certificate(untrusted[kind].cert)
    const text = JSON.stringify(seen).replaceAll(validToDate.toISOString(), '<its end>')
    answers.compare({
      [`certificate-${kind}`]: [
        `What does the probe see of a certificate by an untrusted root (${kind})?`,
        JSON.parse(text)
      ],
      [`certificate-${kind}-requests`]: [`How many requests arrive during that (${kind})?`, api.requests.length]
    })
  })

  it('reads a certificate whose key the command line accepts', async () => {
    const seen = await seam.call('certificate', front.address, LONG_MS)
    answers.compare({
      'certificate-accepted-key': ['Does the probe see a certificate whose key a switch accepts?', isCertificate(seen)]
    })
  })

  it('looks anew each time', async () => {
    front.show(untrusted.good)
    const before = front.connections()
    const problems: unknown[] = []
    // A session that had seen the certificate would not be asked about it again, and answer null.
    for (let check = 1; check <= 3; check++) {
      const seen = await seam.call('certificate', front.address, LONG_MS)
      problems.push('value' in seen ? (seen.value?.subject ?? null) : seen)
    }
    answers.compare({
      'certificate-thrice': ['Whose certificate do three checks see?', problems],
      'certificate-connections': ['How many connections do they open?', front.connections() - before]
    })
  })

  it('tells what is no handshake', async () => {
    const plain = api.baseUrl.replace('http:', 'https:')
    const none = await seam.call('certificate', api.baseUrl, LONG_MS)
    const noTls = await seam.call('certificate', plain, LONG_MS)
    await api.stop()
    const nobody = await seam.call('certificate', plain, LONG_MS)
    await api.restart()
    answers.compare({
      'certificate-http': ['Which certificate has an http address?', none],
      'certificate-no-tls': ['What is the error for http at an https address?', named(noTls)],
      'certificate-nobody': ['What is the error if nobody listens?', named(nobody)]
    })
  })

  it('waits no longer than it may', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const late = await seam.call('certificate', address, 100)
    const aborted = await seam.call('certificate', front.address, 0)
    silent.close()
    answers.compare({
      'certificate-late': ['What is the error for a silent server after 100 ms?', late],
      'certificate-aborted': ['What is the error for an aborted check?', aborted]
    })
  })
})

describe('a proxy', () => {
  it.each([
    ['open', undefined],
    ['refusing', { user: 'member', password: 'not known here' }]
  ])(
    'of the command line (%s) is named, used, and told from other errors',
    async (kind, credentials) => {
      const proxy = await startProxy(credentials ? { credentials } : {})
      const through = await startSeam([TRUST, `--proxy-server=${proxy.address}`, '--proxy-bypass-list=<-loopback>'])
      const names = { '<proxy>': `http://${proxy.address}` }
      const proxies = await through.call('proxies', front.address)
      const http = statusOf(await through.call('networkFetch', `${api.baseUrl}/health`))
      const https = statusOf(await through.call('networkFetch', `${front.address}/health`))
      front.show(untrusted.good)
      const seen = await through.call('certificate', front.address, LONG_MS)
      await through.stop()
      await proxy.stop()
      const subject = 'value' in seen ? seen.value?.subject : seen
      answers.compare({
        [`proxy-${kind}-name`]: [`Which proxies does the probe see (${kind})?`, named(proxies, names)],
        [`proxy-${kind}-http`]: [`What is the answer through it for http (${kind})?`, named(http, names)],
        [`proxy-${kind}-https`]: [`What is the answer through it for https (${kind})?`, named(https, names)],
        [`proxy-${kind}-certificate`]: [`Whose certificate does the probe see (${kind})?`, named(subject, names)],
        [`proxy-${kind}-passed`]: [`What has the proxy got (${kind})?`, proxy.passed.map(({ kind }) => kind)]
      })
    },
    60_000
  )

  describe('of the settings', () => {
    let settings: Seam
    beforeAll(async () => {
      settings = await startSeam([TRUST])
    }, 60_000)
    afterAll(() => settings.stop())

    const manual = (scheme: 'http' | 'https', address: string): ManualProxy => {
      const { hostname, port } = new URL(address)
      return { scheme, host: hostname, port: Number(port), bypass: ['<-loopback>'], user: 'ada' }
    }

    it.each([
      ['http', 'right', 'secret'],
      ['http', 'wrong', 'wrong'],
      ['http', 'no', null],
      ['https', 'right', 'secret'],
      ['https', 'wrong', 'wrong']
    ] as const)('(%s, %s password) is asked for as often as in Chromium', async (scheme, kind, password) => {
      const proxy = await startProxy({ credentials: { user: 'ada', password: 'secret' } })
      const tls = await startTlsFront(`http://${proxy.address}`, certificates.good)
      const address = scheme === 'https' ? tls.address : `http://${proxy.address}`
      const found: Record<string, unknown> = {}
      for (const [target, baseUrl] of Object.entries({ https: front.address, http: api.baseUrl })) {
        await settings.call('useProxy', manual(scheme, address), password)
        const first = statusOf(await settings.call('networkFetch', `${baseUrl}/health`))
        const second = statusOf(await settings.call('networkFetch', `${baseUrl}/health`))
        const questions = await settings.call('proxyQuestions')
        found[target] = named({ first, second, questions }, { '<proxy>': address })
      }
      await tls.stop()
      await proxy.stop()
      const name = `${scheme} proxy, ${kind} password`
      const port = new URL(address).port
      const answer = (target: string): unknown =>
        JSON.parse(JSON.stringify(found[target]).replaceAll(`"port":${port}`, '"port":"<port>"'))
      answers.compare({
        [`proxy-${scheme}-${kind}-for-http`]: [
          `How do two http requests end, and what is asked (${name})?`,
          answer('http')
        ],
        [`proxy-${scheme}-${kind}-for-https`]: [
          `How do two https requests end, and what is asked (${name})?`,
          answer('https')
        ]
      })
    })

    it('that is gone, or does not reach the provider, is named as the obstacle', async () => {
      const gone = await startTlsFront(api.baseUrl, certificates.good)
      await gone.stop()
      const proxy = await startProxy()
      await settings.call('useProxy', manual('http', `http://${proxy.address}`), null)
      const signIn = async (baseUrl: string): Promise<unknown> => {
        const ended = await settings.call('callApi', 'sign-in', { baseUrl, provider: 'hypeproxy-v2' }, 0, LONG_MS)
        return named(ended, { '<gone>': gone.address, '<proxy>': `http://${proxy.address}` })
      }
      const noProvider = await signIn(gone.address)
      await proxy.stop()
      answers.compare({
        'proxy-no-provider': ['How ends a sign-in if the proxy doesn’t reach the provider?', noProvider],
        'proxy-gone-http': ['How ends a sign-in over http if the proxy is gone?', await signIn(api.baseUrl)],
        'proxy-gone-https': ['How ends a sign-in over https if the proxy is gone?', await signIn(front.address)],
        'proxy-gone-requests': ['How many requests reach the provider then?', api.requests.length]
      })
    })
  })
})

it('every question of the table is asked', () => answers.complete())
