/** The settings page is short enough to be read. */
import { expect, test } from 'vitest'
import { bridge } from '../ui/shell/bridge.ts'
import { openPage } from '../ui/shell/page.ts'
import { section } from './sections.ts'

test('has at most 400 words with Advanced folded, and those of the window around it', async () => {
  const languages = ['de', 'en', 'es', 'fr', 'pt-BR', 'ru', 'zh-Hans']
  bridge.answer('app.info', { version: '1.2.3', platform: 'linux', dataFolder: '/data', locale: 'en-GB', languages })
  await openPage('/settings')
  await expect.poll(() => section('Diagnostics')).not.toBe(null)
  await expect.poll(() => section('Another computer')).not.toBe(null)
  await expect.poll(() => section('Invoices and files')?.querySelector('input')).toBeTruthy()
  const { innerText } = document.body
  const words = innerText.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  expect(words.length, innerText).toBeLessThanOrEqual(400)
})
