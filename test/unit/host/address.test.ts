import { describe, expect, it } from 'vitest'
import { schemeOf, toApp, toChromium } from '../../host/chromium/address.ts'

describe('addresses of the app in Chromium', () => {
  it.each([
    ['app://portside/index.html#/a', 'https://portside.app-scheme.invalid/index.html#/a'],
    ['app://portside', 'https://portside.app-scheme.invalid'],
    ['https://example.com/app', 'https://example.com/app']
  ])('%s ↔ %s', (app, chromium) => {
    expect(toChromium(app, ['app'])).toBe(chromium)
    expect(toApp(chromium)).toBe(app)
  })

  it('are found inside a policy, and a bare scheme too', () => {
    expect(toChromium("img-src app: data:; frame-src app://portside; script-src 'self'", ['app'])).toBe(
      "img-src https://*.app-scheme.invalid data:; frame-src https://portside.app-scheme.invalid; script-src 'self'"
    )
  })

  it('are not taken from longer names', () => {
    expect(toApp('https://portside.app-scheme.invalid.example.com/')).toBe(
      'https://portside.app-scheme.invalid.example.com/'
    )
    expect(toChromium('myapp://portside', ['app'])).toBe('myapp://portside')
  })

  it.each([
    ['APP://x', 'app'],
    ['https://x', 'https'],
    ['no scheme', '']
  ])('the scheme of %s is "%s"', (url, scheme) => {
    expect(schemeOf(url)).toBe(scheme)
  })
})
