import { describe, expect, it } from 'vitest'
import { certificateOf, proxiesIn, type Verification } from '../../../src/main/desktop/probe.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'

describe('a PAC answer', () => {
  it.each([
    ['DIRECT', []],
    ['PROXY proxy.example:8080', ['http proxy.example:8080']],
    ['PROXY a:1;HTTPS b:2; SOCKS c:3 ;SOCKS5 d:4', ['http a:1', 'https b:2', 'socks4 c:3', 'socks5 d:4']],
    ['proxy a:1; DIRECT; PROXY b:2', ['http a:1']],
    ['DIRECT;PROXY a:1', []],
    ['PROXY user:p@ss@proxy.example:8080', ['http proxy.example:8080']],
    ['SOCKS5 [::1]:1080;', ['socks5 [::1]:1080']]
  ])('%s', (answer, proxies) => {
    expect(proxiesIn(answer)).toEqual(proxies)
  })

  it('is taken for as many as a person looks at, each no longer than a host is', () => {
    const many = proxiesIn(Array.from({ length: 5000 }, (_, n) => `PROXY p${n}:1`).join(';'))
    expect(many).toHaveLength(16)
    expect(proxiesIn(`PROXY ${'x'.repeat(100_000)}`)[0]).toHaveLength('http '.length + 300)
  })

  it.each(['', ';', ' ', 'PROXY'])('that says nothing (“%s”) is no answer', (answer) => {
    expect(() => proxiesIn(answer)).toThrow(new AppError('INTERNAL'))
  })
})

describe('a certificate', () => {
  const principal = (commonName: string, ...organizations: string[]): Verification['certificate']['subject'] => ({
    commonName,
    organizations,
    organizationUnits: [],
    locality: '',
    state: '',
    country: ''
  })
  const seen = (more: Partial<Verification> = {}, names: object = {}): Verification => {
    const certificate = {
      data: '',
      issuer: principal('Issuer'),
      issuerName: 'Issuer',
      subject: principal('Subject'),
      subjectName: 'Subject',
      serialNumber: '1',
      validStart: 0,
      validExpiry: 1_800_000_000,
      fingerprint: '',
      ...names
    } as Verification['certificate']
    return {
      hostname: 'a.example',
      certificate,
      validatedCertificate: certificate,
      isIssuedByKnownRoot: true,
      verificationResult: 'net::OK',
      errorCode: 0,
      ...more
    }
  }

  it('that is trusted', () => {
    expect(certificateOf(seen())).toEqual({
      subject: 'Subject',
      issuer: 'Issuer',
      expires: '2027-01-15T08:00:00.000Z',
      problem: null,
      byKnownRoot: true
    })
    expect(certificateOf(seen({ isIssuedByKnownRoot: false })).byKnownRoot).toBe(false)
  })

  it.each([
    [-200, 'name'],
    [-201, 'date'],
    [-202, 'issuer'],
    [-206, 'other'],
    [-207, 'other'],
    [-1, 'other']
  ])('that Chromium refuses with %i', (errorCode, problem) => {
    expect(certificateOf(seen({ errorCode }))).toMatchObject({ problem, byKnownRoot: false })
  })

  it('may end at a time that is none', () => {
    expect(certificateOf(seen({}, { validExpiry: Number.POSITIVE_INFINITY })).expires).toBeNull()
  })

  it('is named by its organisation where it has no other name, and by no more than a line', () => {
    const named = (names: object): string => certificateOf(seen({}, names)).subject
    expect(named({ subjectName: '', subject: principal('', '', 'Example Ltd') })).toBe('Example Ltd')
    expect(named({ subjectName: '', subject: principal('Common', 'Example Ltd') })).toBe('Common')
    expect(named({ subjectName: '', subject: principal('') })).toBe('')
    expect(named({ subjectName: `a\u202eb\nc${'x'.repeat(500)}` })).toBe(`abc${'x'.repeat(197)}`)
  })
})
