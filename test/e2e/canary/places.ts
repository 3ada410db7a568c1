/** Collects the text of every place where a secret could be. */
import type { Page } from '@playwright/test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Findings } from '../../support/leaks.ts'

export const note = (findings: Findings, place: string, ...texts: string[]): void =>
  void findings.set(place, [...(findings.get(place) ?? []), ...texts])

export async function listenToPushes(page: Page): Promise<void> {
  await page.evaluate(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    window.portside.onChange((...args) => void heard.push(args))
  })
}

/** What is on screen, in its frames too, where the page is, and what it keeps. */
export async function lookAtPage(page: Page, findings: Findings): Promise<void> {
  for (const frame of page.frames()) note(findings, 'what is on screen', await frame.content())
  // Only the fields of the password and the token may hold a secret.
  const fields = page.locator('input:not([name=password]):not([name=token])')
  const values = await fields.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
  note(findings, 'what is on screen', ...values)
  note(findings, 'the page’s address', ...page.frames().map((frame) => frame.url()))
  const kept = await page.evaluate(async () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      window.name,
      history.state,
      await indexedDB.databases(),
      await caches.keys().catch(() => []),
      performance.getEntries()
    ])
  )
  note(findings, 'what the page keeps', kept)
  await notePushes(page, findings)
}

/** What came since `listenToPushes`. */
export const notePushes = async (page: Page, findings: Findings): Promise<void> =>
  note(findings, 'changes', await page.evaluate(() => JSON.stringify(Reflect.get(window, 'heard'))))

/** Every file in a folder, at any depth, byte by byte. SQLite's own beside a file go when whoever used it last closes it. */
export function readFolder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => readIfThere(join(entry.parentPath, entry.name)))
}

function readIfThere(file: string): string[] {
  try {
    return [readFileSync(file, 'latin1')]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
