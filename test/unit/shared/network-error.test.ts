import { expect, test } from 'vitest'
import { toNetworkError } from '../../../src/shared/ipc/network-error.ts'

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
  ['Chromium: time', new Error('net::ERR_TIMED_OUT'), 'TIMEOUT'],
  ['Chromium: time to connect', new Error('net::ERR_CONNECTION_TIMED_OUT'), 'TIMEOUT'],
  ['Chromium: time to look a name up', new Error('net::ERR_DNS_TIMED_OUT'), 'TIMEOUT'],
  ['Chromium: client certificate', new Error('net::ERR_BAD_SSL_CLIENT_AUTH_CERT'), 'TLS'],
  ['Chromium: a proxy’s strange question', new Error('net::ERR_UNEXPECTED_PROXY_AUTH'), 'PROXY_AUTH'],
  ['words that only sound like it', new Error('anything else, TIMED_OUT and CERT in its words'), 'UNREACHABLE'],
  [
    'the proxy of a tunnel',
    fetchFailed(coded('UND_ERR_ABORTED', 'Proxy response (407) !== 200 when HTTP Tunneling')),
    'PROXY_AUTH'
  ],
  ['Chromium: proxy', new Error('net::ERR_PROXY_AUTH_UNSUPPORTED'), 'PROXY_AUTH'],
  ['Chromium: gzip', new Error('net::ERR_CONTENT_DECODING_FAILED'), 'BAD_REPLY'],
  ['anything else', 'thrown text', 'UNREACHABLE']
])('%s', (_, thrown, code) => {
  const fault = toNetworkError(thrown, 'api.example.com')
  expect(fault.info).toMatchObject({ code, host: 'api.example.com' })
  expect(fault.cause).toBeUndefined()
})

test.each([
  [
    'a tunnel, over Node',
    fetchFailed(coded('UND_ERR_ABORTED', 'Proxy response (502) !== 200 when HTTP Tunneling')),
    'proxyTunnel'
  ],
  ['a tunnel', new Error('net::ERR_TUNNEL_CONNECTION_FAILED'), 'proxyTunnel'],
  ['nobody there', new Error('net::ERR_PROXY_CONNECTION_FAILED'), 'proxy'],
  ['SOCKS', new Error('net::ERR_SOCKS_CONNECTION_FAILED'), 'proxyTunnel'],
  ['SOCKS, no way on', new Error('net::ERR_SOCKS_CONNECTION_HOST_UNREACHABLE'), 'proxyTunnel']
])('a proxy that is no way: %s', (_, thrown, found) => {
  expect(toNetworkError(thrown, 'h').info).toEqual({ code: 'UNREACHABLE', host: 'h', found })
})

test.each([
  ['CERT_HAS_EXPIRED', 'certificateDate'],
  ['CERT_NOT_YET_VALID', 'certificateDate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificateName'],
  ['HOSTNAME_MISMATCH', 'certificateName'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificateIssuer'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificateIssuer'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificateIssuer'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificateIssuer'],
  ['CERT_UNTRUSTED', 'certificateIssuer'],
  ['INVALID_CA', 'certificateIssuer'],
  ['net::ERR_CERT_DATE_INVALID', 'certificateDate'],
  ['net::ERR_CERT_COMMON_NAME_INVALID', 'certificateName'],
  ['net::ERR_CERT_AUTHORITY_INVALID', 'certificateIssuer'],
  ['CERT_REVOKED', undefined],
  ['ERR_SSL_WRONG_VERSION_NUMBER', undefined],
  ['net::ERR_CERT_REVOKED', undefined],
  ['net::ERR_SSL_PROTOCOL_ERROR', undefined],
  ['net::ERR_ECH_NOT_NEGOTIATED', undefined],
  ['net::ERR_PROXY_CERTIFICATE_INVALID', 'proxyCertificate']
])('what is wrong with the certificate: %s', (name, found) => {
  const thrown = name.startsWith('net::') ? new Error(name) : fetchFailed(coded(name))
  expect(toNetworkError(thrown, 'h').info).toEqual(
    found ? { code: 'TLS', host: 'h', found } : { code: 'TLS', host: 'h' }
  )
})
