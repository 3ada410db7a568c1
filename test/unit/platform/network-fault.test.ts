import { expect, test } from 'vitest'
import { networkFault } from '../../../src/main/platform/network-fault.ts'

const coded = (code: string, message = 'x'): Error => Object.assign(new Error(message), { code })
const fetchFailed = (cause: unknown): Error => new TypeError('fetch failed', { cause })

test.each([
  ['name not found', fetchFailed(coded('ENOTFOUND')), 'UNREACHABLE'],
  [
    'both addresses refused',
    fetchFailed(new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')])),
    'UNREACHABLE'
  ],
  ['broken off', fetchFailed(coded('UND_ERR_SOCKET')), 'UNREACHABLE'],
  ['connect took too long', fetchFailed(coded('UND_ERR_CONNECT_TIMEOUT')), 'TIMEOUT'],
  ['self-signed', fetchFailed(coded('DEPTH_ZERO_SELF_SIGNED_CERT')), 'TLS'],
  ['expired', fetchFailed(coded('CERT_HAS_EXPIRED')), 'TLS'],
  ['other name', fetchFailed(coded('ERR_TLS_CERT_ALTNAME_INVALID')), 'TLS'],
  ['not TLS at all', fetchFailed(coded('ERR_SSL_WRONG_VERSION_NUMBER')), 'TLS'],
  ['no HTTP', fetchFailed(coded('HPE_INVALID_CONSTANT')), 'BAD_REPLY'],
  ['bad gzip', coded('Z_DATA_ERROR'), 'BAD_REPLY'],
  ['Chromium: offline', new Error('net::ERR_INTERNET_DISCONNECTED'), 'OFFLINE'],
  ['Chromium: name', new Error('net::ERR_NAME_NOT_RESOLVED'), 'UNREACHABLE'],
  ['Chromium: certificate', new Error('net::ERR_CERT_AUTHORITY_INVALID'), 'TLS'],
  ['Chromium: TLS', new Error('net::ERR_SSL_PROTOCOL_ERROR'), 'TLS'],
  ['Chromium: time', new Error('net::ERR_CONNECTION_TIMED_OUT'), 'TIMEOUT'],
  ['Chromium: proxy', new Error('net::ERR_PROXY_AUTH_UNSUPPORTED'), 'PROXY_AUTH'],
  ['Chromium: gzip', new Error('net::ERR_CONTENT_DECODING_FAILED'), 'BAD_REPLY'],
  ['anything else', 'thrown text', 'UNREACHABLE']
])('%s', (_, thrown, code) => {
  const fault = networkFault(thrown, 'api.example.com')
  expect(fault.failure).toMatchObject({ code, host: 'api.example.com' })
  expect(fault.cause).toBeUndefined()
})
