/** Looks into every place where something of a secret could have been left. */
import type { Page } from '@playwright/test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls, pushes } from '../../../src/shared/ipc/contract.ts'
import type { Findings } from '../../support/leaks.ts'

/** Calls that do something; what they answer is seen where the walk does it, or below. */
const ACTING = [
  'session.signIn',
  'session.useToken',
  'session.exploreSample',
  'session.signOut',
  'session.retryVault',
  'connection.change',
  'connection.exportFile',
  'connection.importFile',
  'doctor.run',
  'doctor.cancel',
  'catalogue.refreshProduct',
  'invoices.openLink',
  'app.changeSettings',
  'app.refresh',
  'app.copyText'
]
const READING = Object.entries(calls)
  .flatMap(([domain, methods]) => Object.keys(methods).map((method) => `${domain}.${method}`))
  .filter((name) => !ACTING.includes(name))

const PAGE = { offset: 0, limit: 200 }
/** Inputs of those that need one; `null` stands for each record's key in turn. */
const INPUTS: Record<string, object | null> = {
  'catalogue.page': { ...PAGE, text: '', available: false, featured: false, sort: 'server', reverse: false },
  'catalogue.product': null,
  'invoices.page': { ...PAGE, state: 'all' },
  'invoices.invoice': null
}

export const note = (findings: Findings, place: string, ...texts: string[]): void =>
  void findings.set(place, [...(findings.get(place) ?? []), ...texts])

type Anything = Record<string, Record<string, (input?: unknown) => Promise<unknown>>>

/** Keeps every push that comes from now on. */
export async function listenToPushes(page: Page): Promise<void> {
  await page.evaluate(
    (names) => {
      const heard: unknown[] = []
      Object.assign(window, { heard })
      for (const name of names) window.portside.on(name, (payload) => void heard.push([name, payload]))
    },
    Object.keys(pushes) as (keyof typeof pushes)[]
  )
}

/** What is on screen, in its frames too, where the page is, and what it keeps. */
export async function lookAtPage(page: Page, findings: Findings): Promise<void> {
  for (const frame of page.frames()) note(findings, 'what is on screen', await frame.content())
  // The field of a secret holds what the person types; no other does.
  const fields = await page.locator('input:not([name=password]):not([name=token])').all()
  for (const field of fields) note(findings, 'what is on screen', await field.inputValue())
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
  note(findings, 'what was pushed', await page.evaluate(() => JSON.stringify(Reflect.get(window, 'heard'))))
}

/** Asks every call that only reads, each record included. */
export async function askBridge(page: Page, findings: Findings): Promise<void> {
  const answers = await page.evaluate(
    async ([names, inputs]) => {
      const bridge = window.portside as unknown as Anything
      const ask = (name: string, input?: unknown): Promise<unknown> => {
        const [domain = '', method = ''] = name.split('.')
        const call = bridge[domain]?.[method]
        return call ? (input === undefined ? call() : call(input)) : Promise.reject(new Error(name))
      }
      const pages = names.filter((name) => name.endsWith('.page'))
      const rows = await Promise.all(
        pages.map(async (name) => ((await ask(name, inputs[name])) as { data: { rows: { key: string }[] } }).data.rows)
      )
      const keys = rows.flat().map(({ key }) => ({ key }))
      const asked = names.flatMap((name) =>
        inputs[name] === null ? keys.map((key) => ask(name, key)) : [ask(name, inputs[name])]
      )
      return (await Promise.all(asked)).map((answer) => JSON.stringify(answer))
    },
    [READING, INPUTS] as const
  )
  note(findings, 'what the bridge answers', ...answers)
}

/** Every file in a folder, at any depth, byte by byte. */
export function readFolder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
}
