/** The log on disk: what happened, and where errors occurred, in the page too. Never their content. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'

const CANARY = 'canary@host.example'

/** Runs in the page: Chromium reports an event of an error that there isn't. */
function causeResizeLoop(): Promise<void> {
  return new Promise((resolve) => {
    const box = document.body.appendChild(document.createElement('div'))
    const observer = new ResizeObserver(() => (box.style.blockSize = `${box.offsetHeight + 1}px`))
    observer.observe(box)
    const end = (): void => {
      observer.disconnect()
      box.remove()
      resolve()
    }
    addEventListener('error', end, { once: true })
  })
}

test.use({ complaints: 'expected' })

test('has events, and the page’s errors by their names and places', async ({ launch, profileDir, api }) => {
  const app = await launch()
  const { page } = app
  await ui.signInByBridge(page, api)
  const readLog = (): string => readFileSync(join(profileDir, 'logs', 'portside.log'), 'utf8')
  await page.evaluate(causeResizeLoop)
  await page.evaluate((text) => {
    setTimeout(() => {
      throw new RangeError(text)
    })
    void Promise.reject(Object.assign(new TypeError(text), { name: text }))
  }, CANARY)
  await expect.poll(() => readLog().match(/pageError/g) ?? []).toHaveLength(2)
  await app.quit()
  const lines = readLog()
  for (const line of [
    /Z appStarted version=\d+\.\d+\.\d+ electron=[\w.]+ platform=\w+ arch=\w+ packaged=false$/m,
    /Z accountsChanged accounts=1 signedIn=1$/m,
    /Z topicFetched account=1 topic=catalogue outcome=stored status=null ms=\d+$/m,
    /Z pageError RangeError$/m,
    /Z pageError Error$/m,
    /Z appEnds$/m
  ]) {
    expect(lines).toMatch(line)
  }
  expect(lines).not.toContain('canary')
  expect(lines).not.toContain(new URL(api.baseUrl).port)
})
