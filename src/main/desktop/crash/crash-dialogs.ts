/** Loaded only when something has failed. */
import { release } from 'node:os'
import { app, dialog, type BrowserWindow } from 'electron'
import { t } from '../../../shared/i18n/translate.ts'
import { describeError } from '../../../shared/models/error-description.ts'
import { Mutex } from '../../concurrency.ts'
import type { CrashDialogAbout } from '../../ports/index.ts'
import { copyText } from '../clipboard.ts'
import { log } from '../log.ts'
import type { ProcessEnd } from './recent-ends.ts'

interface Question {
  about: CrashDialogAbout
  type: 'error' | 'warning'
  /** The window below the dialog; null: there is none. */
  window: BrowserWindow | null
  message: string
  detail: string
  /** The first is the default. */
  choices: readonly string[]
  /** Index of the choice of someone who closes the dialog. */
  cancel: number
  /** What Details shows and Copy copies; null: neither is offered. */
  report: string | null
  /** Takes the dialog away. */
  signal?: AbortSignal
}

/** Asks what to do after a crash, one dialog at a time. */
export class CrashDialogs {
  readonly #mutex = new Mutex()

  /** @returns true: reopen the page. Quits if the user chose that. */
  async askAboutPage(window: BrowserWindow, crashes: readonly ProcessEnd[]): Promise<boolean> {
    const choice = await this.#ask({
      about: 'page',
      type: 'error',
      window,
      message: t('crash.page.title'),
      detail: t('crash.page.detail'),
      choices: [t('crash.reopen'), t('crash.quit')],
      cancel: 1,
      report: crashReport(endLines('page', crashes))
    })
    if (choice === 1) app.quit()
    return choice === 0
  }

  /** @returns true: reopen the page; false: wait, or the page responds again */
  async askAboutHang(window: BrowserWindow, signal: AbortSignal): Promise<boolean> {
    const choice = await this.#ask({
      about: 'hang',
      type: 'warning',
      window,
      message: t('crash.hang.title'),
      detail: t('crash.hang.detail'),
      choices: [t('crash.hang.wait'), t('crash.reopen')],
      cancel: 0,
      report: null,
      signal
    })
    return choice === 1
  }

  /** @returns true: start without the graphics processor; null: no answer */
  async askAboutGraphics(window: BrowserWindow, failures: readonly ProcessEnd[]): Promise<boolean | null> {
    const choice = await this.#ask({
      about: 'graphics',
      type: 'warning',
      window,
      message: t('crash.graphics.title'),
      detail: t('crash.graphics.detail'),
      choices: [t('crash.graphics.without'), t('crash.graphics.with')],
      cancel: 1,
      report: crashReport(endLines('graphics', failures))
    })
    return choice === null ? null : choice === 0
  }

  /** An error that no code expected, while the app runs. Quits if the user chose that. */
  async tellAboutError(window: BrowserWindow, error: unknown): Promise<void> {
    const choice = await this.#ask({
      about: 'error',
      type: 'error',
      window,
      message: t('crash.error.title'),
      detail: t('crash.error.detail'),
      choices: [t('crash.error.continue'), t('crash.quit')],
      cancel: 0,
      report: crashReport([describeError(error)])
    })
    if (choice === 1) app.quit()
  }

  /** Ends once the user has closed the dialog. */
  async tellAboutStart(window: BrowserWindow | null, error: unknown): Promise<void> {
    await this.#ask({
      about: 'start',
      type: 'error',
      window,
      message: t('crash.start.title'),
      detail: t('crash.start.detail'),
      choices: [t('crash.quit')],
      cancel: 0,
      report: crashReport([describeError(error)])
    })
  }

  /** @returns the index of the choice; null: the dialog was taken away, or the window has gone */
  #ask(question: Question): Promise<number | null> {
    return this.#mutex.runExclusive(() => show(question))
  }
}

/** A click closes a dialog of the system, so Details and Copy show it again. */
async function show({ about, window, choices, cancel, report, signal, ...question }: Question): Promise<number | null> {
  const isObsolete = (): boolean => signal?.aborted === true || window?.isDestroyed() === true
  if (!isObsolete()) log.event('crashDialogShown', { about })
  let hasDetails = false
  let note = ''
  while (!isObsolete()) {
    const more = report === null ? [] : hasDetails ? ['copy' as const] : (['details', 'copy'] as const)
    const options = {
      type: question.type,
      message: question.message,
      detail: [question.detail, hasDetails && report, note].filter(Boolean).join('\n\n'),
      buttons: [...choices, ...more.map((name) => t(`crash.${name}`))],
      defaultId: 0,
      cancelId: cancel,
      noLink: true,
      ...(signal && { signal })
    }
    const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options))
    if (signal?.aborted) return null
    const chosen = more[response - choices.length]
    if (chosen === undefined) return response
    if (chosen === 'details') hasDetails = true
    else if (report !== null) {
      await copyText({ text: report })
      note = t('crash.copied')
    }
  }
  return null
}

/** A page that is reopened again and again could crash any number of times within a minute. */
const MOST_LINES = 10

const endLines = (process: 'page' | 'graphics', ends: readonly ProcessEnd[]): string[] =>
  ends
    .slice(-MOST_LINES)
    .map(({ date, reason, exitCode }) => `${date.toISOString()} ${process} process: ${reason}, exit code ${exitCode}`)

/** What the details of a dialog show and copy, for whoever helps: not translated. Of an error without its message, which may quote data. */
function crashReport(lines: readonly string[]): string {
  const { electron, chrome, node } = process.versions
  return [
    ...lines,
    '',
    `Portside ${app.getVersion()}`,
    `Electron ${electron}, Chromium ${chrome}, Node.js ${node}`,
    `${process.platform} ${release()}, ${process.arch}`
  ].join('\n')
}

export const crashDialogs = new CrashDialogs()
