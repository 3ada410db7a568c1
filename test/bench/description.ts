/**
 * R6: hostile descriptions, shown in the app's frame within the app's limits. Processor time of the page's thread for parsing,
 * sanitising, style and layout, beside that of a plain description of as many characters. Each is shown in a frame that is new.
 */
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { build } from 'vite'
import { MAX_TEXT } from '../../src/renderer/src/features/catalogue/description/limitLayout.ts'
import { MAX_RUN } from '../../src/shared/i18n/text-limits.ts'
import { slow } from '../e2e/html/slow.ts'
import type { Bench } from './profiles.ts'
import { openCatalogue } from './typing.ts'

const PLAIN = 'Mobile proxies in Germany, 4G. '
const NARROW = '<blockquote><ul><li>'.repeat(12)

export async function benchDescription({ quick, add, profile }: Bench): Promise<void> {
  const app = await openCatalogue(await profile(500))
  try {
    // The page’s policy lets no other script in.
    await app.page.evaluate(await bundle())
    const session = await app.page.context().newCDPSession(app.page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const median = async (html: string): Promise<number> => {
      const times: number[] = []
      for (let run = 0; run < (quick ? 1 : 3); run += 1) times.push(await layOut(app.page, session, html))
      return times.sort((one, other) => one - other)[times.length >> 1] ?? Number.NaN
    }
    const beside = { what: 'plain text', value: await median(`<p>${filled(PLAIN, MAX_TEXT)}`) }
    const slowest = { name: '', ms: 0 }
    for (const [name, html] of Object.entries(hostile())) {
      const ms = await median(html)
      if (ms > slowest.ms) Object.assign(slowest, { name, ms })
    }
    add({ bar: 'R6', what: `slowest description: ${slowest.name}`, unit: 'ms', ours: slowest.ms, beside, most: 200 })
  } finally {
    await app.quit()
  }
}

/** What was slowest when limits were chosen, each as large as is accepted, or larger. */
function hostile(): Record<string, string> {
  const texts = {
    'kerned letters': 'AV',
    Thai: 'พร็อกซีมือถือความเร็วสูงในเยอรมนี',
    Lao: 'ພຣັອກຊີມືຖືຄວາມໄວສູງ',
    Burmese: 'မိုဘိုင်းပရောက်စီ',
    Arabic: 'وكلاءالهاتفالمحمولفيألمانيا',
    Tamil: 'ஜெர்மனியில்மொபைல்ப்ராக்சிகள்',
    salutations: '\ufdfa',
    'letters with marks': 'e\u0301\u0323'
  }
  const shapes: Record<string, string> = {
    'many cells': `<table>${'<tr><td rowspan=65534 colspan=1000>x'.repeat(1600)}`,
    'tables in each other': '<table><tr><td>x'.repeat(1600),
    lists: '<ol reversed><li value=7>x'.repeat(1600),
    ...slow,
    ruby: `<ruby>${'x<rt>y</rt>'.repeat(1600)}`
  }
  for (const [name, text] of Object.entries(texts)) {
    const words = `${filled(text, 3)} `
    const row = `${filled(text, MAX_RUN)} `
    const cell = `<td>${filled(text, 240)}`
    shapes[`${name}, a paragraph`] = `<p>${filled(text, MAX_TEXT)}`
    shapes[`${name}, in lists`] = NARROW + filled(text, MAX_TEXT)
    shapes[`${name}, short words in a cell`] = `<table><tr>${'<td>x'.repeat(16)}<td>${filled(words, MAX_TEXT)}`
    shapes[`${name}, long words in a cell`] = `<table><tr>${'<td>x'.repeat(16)}<td>${filled(row, MAX_TEXT)}`
    shapes[`${name}, many lines`] = `<pre>${'<mark><bdo dir=rtl>'.repeat(4)}${filled(`${filled(text, 7)}\n`, MAX_TEXT)}`
    for (const columns of [16, 100])
      shapes[`${name}, ${columns} columns`] = `<table>${`<tr>${cell.repeat(columns)}`.repeat(9)}`
  }
  return shapes
}

const filled = (text: string, length: number): string => text.repeat(Math.ceil(length / text.length)).slice(0, length)

/** @returns ms */
async function layOut(page: Page, session: CDPSession, html: string): Promise<number> {
  const spent = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
  const frame = await page.evaluateHandle(async () => {
    const element = document.createElement('iframe')
    element.style.cssText = 'position: fixed; inline-size: 420px; border: 0'
    element.src = '/description-page'
    const loaded = new Promise((resolve) => element.addEventListener('load', resolve, { once: true }))
    document.body.append(element)
    await loaded
    return element
  })
  const before = await spent()
  await frame.evaluate((element, given) => {
    const { description } = window as unknown as { description: { show(html: string, into: HTMLIFrameElement): void } }
    description.show(given, element)
  }, html)
  const after = await spent()
  await frame.evaluate((element) => element.remove())
  return after - before
}

async function bundle(): Promise<string> {
  const built = await build({
    ...{ configFile: false, logLevel: 'warn' },
    build: {
      ...{ write: false, target: 'chrome150' },
      lib: {
        ...{ entry: join(import.meta.dirname, 'pages/description.ts'), formats: ['iife'], name: 'description' },
        fileName: 'description'
      }
    }
  })
  const [output] = [built].flat()
  const [file] = output && 'output' in output ? output.output : []
  if (file?.type !== 'chunk') throw new Error('The description page was not built.')
  return `${file.code}\nwindow.description = description`
}
