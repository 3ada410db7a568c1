import { expect, test } from 'vitest'
import { readUpdateFeed } from '../../../scripts/build/update-feed.mjs'

const feed = 'https://updates.example.com/portside/'

test('without a feed, a build has none, whatever else is set', () => {
  expect(readUpdateFeed({ PORTSIDE_UPDATE_PAGE: 'https://example.com/', PORTSIDE_UPDATE_PUBLISHER: 'Ada' })).toBe(null)
  expect(readUpdateFeed({ PORTSIDE_UPDATE_FEED: '' })).toBe(null)
})

test('the page with the releases is the feed, unless another is set', () => {
  expect(readUpdateFeed({ PORTSIDE_UPDATE_FEED: feed })).toEqual({ url: feed, page: feed, publisher: null })
  const more = { PORTSIDE_UPDATE_PAGE: 'https://example.com/releases', PORTSIDE_UPDATE_PUBLISHER: 'Ada' }
  expect(readUpdateFeed({ PORTSIDE_UPDATE_FEED: feed, ...more })).toEqual({
    url: feed,
    page: 'https://example.com/releases',
    publisher: 'Ada'
  })
})

test('plain http works on loopback only', () => {
  expect(readUpdateFeed({ PORTSIDE_UPDATE_FEED: 'http://127.0.0.1:8080/' })?.url).toBe('http://127.0.0.1:8080/')
  expect(() => readUpdateFeed({ PORTSIDE_UPDATE_FEED: 'http://127.0.0.1.example.com/' })).toThrow('https')
})

test.each([
  'http://updates.example.com/',
  'https://updates.example.com/feed',
  'https://ada:secret@updates.example.com/',
  'https://updates.example.com/?channel=latest',
  'https://updates.example.com/#latest',
  'file:///tmp/feed/',
  'updates.example.com'
])('%s stops the build', (address) => {
  expect(() => readUpdateFeed({ PORTSIDE_UPDATE_FEED: address })).toThrow()
})
