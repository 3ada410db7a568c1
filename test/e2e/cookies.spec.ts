/** What Chromium stores for the page. No cookie, which is why the fuse that encrypts them is off (electron-builder.yml). */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { SampleApi } from '../../src/sample/index.ts'
import { startApiServer } from '../support/api-server.ts'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'

test('no cookie is stored although the API sets one in every reply, and databases and files of the page are gone after the next start', async ({
  launch,
  profileDir
}) => {
  const answer = new SampleApi({ data: 'good' }).fetch
  const api = await startApiServer({
    fetch: async (request) => {
      const response = await answer(request)
      const headers = new Headers(response.headers)
      headers.append('set-cookie', 'visitor=4711; Max-Age=86400; Path=/')
      return new Response(response.body, { status: response.status, headers })
    }
  })
  const names = (page: Page) =>
    page.evaluate(async () => {
      const files: string[] = []
      for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name)
      return [...(await indexedDB.databases()).map(({ name }) => name), ...files]
    })
  const first = await launch()
  await ui.signIn(first.page, api.baseUrl)
  await ui.goTo(first.page, 'invoices')
  await expect(ui.invoiceRows(first.page).first()).toBeVisible()
  await first.page.evaluate(async () => {
    const opened = indexedDB.open('kept')
    await new Promise((done) => (opened.onsuccess = done))
    await (await navigator.storage.getDirectory()).getFileHandle('file', { create: true })
    localStorage.setItem('catalogue.layout', 'grid')
  })
  expect(await names(first.page)).toEqual(['kept', 'file'])
  // Chromium writes cookies when it quits, at the latest.
  await first.quit()
  await api.stop()
  expect(api.requests.length).toBeGreaterThan(1)
  expect(api.requests.map(({ headers }) => headers['cookie'])).not.toContain('visitor=4711')
  const stored = readdirSync(profileDir, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(^|[/\\])Cookies$/.test(path))
    .map((path) => cookiesIn(join(profileDir, path)))
  expect(stored.flat()).toEqual([])

  const { page } = await launch()
  await expect.poll(() => names(page)).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('catalogue.layout'))).toBe('grid')
})

function cookiesIn(file: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return db
      .prepare('SELECT host_key, name FROM cookies')
      .all()
      .map((row) => Object.values(row).join(' '))
  } finally {
    db.close()
  }
}
