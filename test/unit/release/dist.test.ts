import { describe, expect, it, vi } from 'vitest'
import { distOptions, signingEnvironment, unsigned } from '../../../scripts/release/dist.mjs'

describe('packages for a release', () => {
  it('are made for each processor of the system', () => {
    expect(distOptions('linux', {})).toEqual(['--linux', '--x64', '--arm64'])
    expect(distOptions('darwin', {})).toEqual(['--mac', '--universal'])
    expect(distOptions('win32', {})).toEqual(['--win', '--x64', '--arm64'])
  })

  it('have the files of the update feed where there is one', () => {
    expect(distOptions('linux', { PORTSIDE_UPDATE_FEED: 'https://updates.example.org/' })).toEqual([
      ...['--linux', '--x64', '--arm64'],
      ...['-c.publish.provider=generic', '-c.publish.url=https://updates.example.org/']
    ])
    expect(distOptions('linux', { PORTSIDE_UPDATE_FEED: '' })).toHaveLength(3)
  })
})

describe('signing', () => {
  it('takes an empty variable for none, as a workflow sets it for a secret that doesn’t exist', () => {
    const saveKey = vi.fn<(key: string) => string>()
    const env = { PATH: '/bin', CSC_LINK: '', CSC_KEY_PASSWORD: '', PORTSIDE_NOTARY_KEY: '' }
    expect(signingEnvironment(env, saveKey)).toEqual({ PATH: '/bin', CSC_IDENTITY_AUTO_DISCOVERY: 'false' })
    expect(saveKey).not.toHaveBeenCalled()
  })

  it('gives Apple’s key to electron-builder as a file, and nothing else the key itself', () => {
    const env = { CSC_LINK: 'base64', PORTSIDE_NOTARY_KEY: 'text of the key', APPLE_API_KEY_ID: 'K' }
    expect(signingEnvironment(env, (key) => `/tmp/${key.length}.p8`)).toEqual({
      CSC_LINK: 'base64',
      APPLE_API_KEY_ID: 'K',
      APPLE_API_KEY: '/tmp/15.p8'
    })
  })

  it('doesn’t notarise what isn’t signed', () => {
    const env = { PORTSIDE_NOTARY_KEY: 'text of the key' }
    expect(signingEnvironment(env, () => '/tmp/key.p8')).not.toHaveProperty('APPLE_API_KEY')
  })

  it.each([
    ['win32', {}, 'WIN_CSC_LINK is not set'],
    ['win32', { WIN_CSC_LINK: 'base64' }, null],
    ['darwin', {}, 'CSC_LINK is not set'],
    ['darwin', { CSC_LINK: 'base64' }, 'not notarised'],
    ['darwin', { CSC_LINK: 'base64', APPLE_API_KEY: '/tmp/key.p8' }, null],
    ['linux', {}, null]
  ] as const)('says what is missing on %s with %j', (platform, env, text) => {
    const missing = unsigned(platform, env)
    if (text === null) expect(missing).toBeNull()
    else expect(missing).toContain(text)
  })
})
