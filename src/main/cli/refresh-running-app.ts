/** `portside refresh`: has the running app fetch all accounts, and waits for what becomes of each. */
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { oneLine } from '../../shared/i18n/format.ts'
import { t } from '../../shared/i18n/translate.ts'
import type { ErrorInfo } from '../../shared/ipc/error.ts'
import { hostOf, nameOf, type AccountRecord } from '../../shared/models/account.ts'
import { isUnknownProvider } from '../../shared/models/connection.ts'
import type { RefreshAnswer } from '../ports/index.ts'
import { requestRefresh } from './launch/refresh-request.ts'
import { readRefreshAnswer } from '../storage/registry.ts'
import type { CommandAnswer, CommandParts } from './command.ts'
import { EXIT, type ExitCode } from './commands.ts'
import { errorSentence, jsonText } from './output.ts'
import { readAccounts, unavailableAnswer, type SavedAccounts } from './saved-data.ts'

const DEFAULT_SECONDS = 60
const POLL_MS = 200

export async function refreshRunningApp(parts: CommandParts): Promise<CommandAnswer> {
  const { dataFolder, options } = parts
  const accounts = readAccounts(dataFolder)
  if (accounts === 'locked' || accounts === 'newer') return unavailableAnswer('refresh', accounts, parts)
  const id = requestRefresh(dataFolder)
  if (id === null) return failed('notRunning', EXIT.notRunning, parts)
  const seconds = Number(options.timeout ?? DEFAULT_SECONDS)
  const answer = await waitForAnswer({
    read: () => readRefreshAnswer(join(dataFolder, 'portside.db'), id),
    seconds,
    elapsed: () => performance.now(),
    pause: () => later(POLL_MS)
  })
  if (answer === null) return failed('noAnswer', EXIT.deadline, parts, seconds)
  if (answer.state === 'running') return failed('deadline', EXIT.deadline, parts, seconds)
  if (answer.state === 'quit') return failed('quit', EXIT.incomplete, parts)
  if (answer.state === 'locked') return unavailableAnswer('refresh', 'locked', parts)
  // The app may have got or lost an account since.
  const now = readAccounts(dataFolder)
  return typeof now === 'string' ? unavailableAnswer('refresh', now, parts) : outcome(answer, now, parts)
}

export interface AnswerPolling {
  read: () => RefreshAnswer | null
  seconds: number
  /** In milliseconds. */
  elapsed: () => number
  pause: () => Promise<unknown>
}

/** @returns the last answer that was there within the time; null: none */
export async function waitForAnswer({ read, seconds, elapsed, pause }: AnswerPolling): Promise<RefreshAnswer | null> {
  const end = elapsed() + seconds * 1000
  let answer = read()
  while ((answer === null || answer.state === 'running') && elapsed() < end) {
    await pause()
    answer = read() ?? answer
  }
  return answer
}

type Failure = 'notRunning' | 'noAnswer' | 'deadline' | 'quit'

function failed(reason: Failure, exitCode: ExitCode, { options, warn }: CommandParts, seconds = 0): CommandAnswer {
  const sentence = t(`cli.refresh.${reason}`, { n: seconds }, seconds)
  warn(sentence)
  return { exitCode, text: options.json === undefined ? '' : json({ accounts: [], reason, sentence, exitCode }) }
}

function outcome(
  answer: RefreshAnswer,
  { accounts, isWhole }: SavedAccounts,
  { options, warn }: CommandParts
): CommandAnswer {
  const named = accounts.map((account) => ({ account }))
  const answers = [...answer.accounts, ...notAsked(accounts)]
  const results = answers.flatMap(({ accountId, error }) => {
    const account = accounts.find(({ id }) => id === accountId)
    if (!account) return []
    const sentence = error && sentenceOf(error, account)
    return [{ name: nameOf(account, named), error: error && { code: error.code, sentence } }]
  })
  const failures = results.filter(({ error }) => error !== null)
  const exitCode = failures.length === 0 && results.length > 0 && isWhole ? EXIT.done : EXIT.incomplete
  for (const { name, error } of failures)
    warn(t('quickCheck.account', { label: oneLine(name), text: error?.sentence ?? '' }))
  if (!isWhole) warn(t('cli.unreadAccounts'))
  if (options.json !== undefined) {
    const list = results.map(({ name, error }) => ({ account: name, refreshed: error === null, error }))
    return { exitCode, text: json({ accounts: list, exitCode }) }
  }
  const done = results.length - failures.length
  const text =
    failures.length === 0
      ? t('cli.refresh.done', { n: done }, done)
      : t('cli.refresh.partly', { n: done, total: results.length }, results.length)
  return { exitCode, text: `${text}\n` }
}

/** The app has no endpoint for an account whose provider it doesn't know. */
const notAsked = (accounts: readonly AccountRecord[]): RefreshAnswer['accounts'] =>
  accounts
    .filter(({ signedOut, connection }) => !signedOut && isUnknownProvider(connection))
    .map(({ id }) => ({ accountId: id, error: { code: 'NOT_FOUND', found: 'unknownProvider' } }))

const sentenceOf = (error: ErrorInfo, account: AccountRecord): string =>
  error.found === 'notSignedIn'
    ? t('cli.refresh.notSignedIn')
    : errorSentence({ ...error, host: hostOf(account) ?? undefined })

const json = (more: object): string => `${jsonText({ version: 1, kind: 'refresh', ...more })}\n`
