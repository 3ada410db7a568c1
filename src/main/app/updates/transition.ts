/** The rules for updates, without a clock, a network or a file: how an event changes the state, and which effects follow. */
import type { Release, UpdateProblem } from '../../../shared/models/updates.ts'
import type { UpdateRecord } from '../../ports/index.ts'
import { isNewer } from './version.ts'

export interface UpdateProgress {
  step: 'idle' | 'checking' | 'downloading' | 'ready'
  record: UpdateRecord
  release: Release | null
  problem: UpdateProblem | null
}

export type UpdateEvent =
  | { type: 'started'; version: string }
  | { type: 'check' }
  | { type: 'answered'; release: Release | null; at: string; canInstall: boolean }
  | { type: 'checkFailed'; problem: UpdateProblem; at: string }
  | { type: 'install' }
  | { type: 'downloaded' }
  | { type: 'downloadFailed'; problem: UpdateProblem }
  | { type: 'stop' }
  | { type: 'skip' }
  | { type: 'unskip' }
  | { type: 'remind'; at: string }
  | { type: 'quitting' }

/** `cancel` ends a download; `discard` deletes a downloaded file, so that no quit installs it. */
export type UpdateEffect = 'save' | 'check' | 'download' | 'cancel' | 'discard'

export interface UpdateTransition {
  state: UpdateProgress
  effects: UpdateEffect[]
}

const NOTHING_RECORDED: UpdateRecord = {
  checkedAt: null,
  triedAt: null,
  failures: 0,
  skipped: null,
  remind: null,
  wanted: null,
  installing: null
}

export const firstProgress = (record: UpdateRecord | null): UpdateProgress => ({
  step: 'idle',
  record: record ?? NOTHING_RECORDED,
  release: null,
  problem: null
})

export function transition(state: UpdateProgress, event: UpdateEvent): UpdateTransition {
  switch (event.type) {
    case 'started':
      return start(state, event.version)
    case 'check':
      if (state.step === 'ready') return moveTo(state, 'check')
      return state.step === 'idle' ? moveTo({ ...state, step: 'checking', problem: null }, 'check') : moveTo(state)
    case 'answered':
      if (state.step === 'ready') return confirm(state, event)
      return state.step === 'checking' ? answer(state, event) : moveTo(state)
    case 'checkFailed':
      return state.step === 'checking' || state.step === 'ready' ? failCheck(state, event) : moveTo(state)
    case 'install':
      return install(state)
    case 'downloaded':
      return moveTo(state.step === 'downloading' ? { ...state, step: 'ready', problem: null } : state)
    case 'downloadFailed':
      return state.step === 'downloading' ? failDownload(state, event.problem) : moveTo(state)
    case 'stop':
      return giveUp(state, {})
    case 'skip':
      return state.release ? giveUp(state, { skipped: state.release.version, remind: null }) : moveTo(state)
    case 'unskip':
      return moveTo(withRecord(state, { skipped: null }), 'save')
    case 'remind':
      return remind(state, event.at)
    case 'quitting':
      // Should this version start again, it wasn't installed.
      return state.step === 'ready'
        ? moveTo(withRecord(state, { installing: state.record.wanted }), 'save')
        : moveTo(state)
  }
}

export const isSkipped = ({ release, record }: UpdateProgress): boolean =>
  release !== null && record.skipped === release.version

const moveTo = (state: UpdateProgress, ...effects: UpdateEffect[]): UpdateTransition => ({ state, effects })

const withRecord = (state: UpdateProgress, change: Partial<UpdateRecord>): UpdateProgress => ({
  ...state,
  record: { ...state.record, ...change }
})

/** An installation may have begun with the last quit. One that didn't is tried again, if the feed still lists the version. */
function start(state: UpdateProgress, version: string): UpdateTransition {
  const { installing } = state.record
  if (installing === null) return moveTo(state)
  const next = withRecord(state, { installing: null })
  if (isNewer(installing, version)) return moveTo({ ...next, problem: 'install' }, 'save')
  return moveTo(withRecord(next, { wanted: null }), 'save', 'discard')
}

function answer(
  state: UpdateProgress,
  { release, at, canInstall }: Extract<UpdateEvent, { type: 'answered' }>
): UpdateTransition {
  const { skipped, remind, wanted } = state.record
  /** A choice is of one version: a later one is offered again. */
  const isOf = (version: string | undefined): boolean => version !== undefined && version === release?.version
  const record: UpdateRecord = {
    ...state.record,
    checkedAt: at,
    triedAt: at,
    failures: 0,
    skipped: isOf(skipped ?? undefined) ? skipped : null,
    remind: isOf(remind?.version) ? remind : null,
    wanted: isOf(wanted ?? undefined) ? wanted : null
  }
  const next = { ...state, step: 'idle' as const, release, record, problem: null }
  return canInstall && record.wanted !== null
    ? moveTo({ ...next, step: 'downloading' }, 'save', 'download')
    : moveTo(next, 'save')
}

/** Of a downloaded version: what the feed no longer lists was withdrawn. */
function confirm(state: UpdateProgress, event: Extract<UpdateEvent, { type: 'answered' }>): UpdateTransition {
  const { state: next, effects } = answer(state, event)
  return event.release?.version === state.release?.version
    ? moveTo({ ...next, step: 'ready' }, 'save')
    : { state: next, effects: ['discard', ...effects] }
}

function failCheck(
  state: UpdateProgress,
  { problem, at }: Extract<UpdateEvent, { type: 'checkFailed' }>
): UpdateTransition {
  // What is downloaded is confirmed when the app quits.
  const next = state.step === 'ready' ? state : { ...state, step: 'idle' as const, problem }
  // Nobody was asked.
  if (problem === 'offline') return moveTo(next)
  return moveTo(withRecord(next, { triedAt: at, failures: state.record.failures + 1 }), 'save')
}

function install(state: UpdateProgress): UpdateTransition {
  if (state.step !== 'idle' || state.release === null) return moveTo(state)
  const wanted = { wanted: state.release.version, skipped: null, remind: null, installing: null }
  return moveTo({ ...withRecord(state, wanted), step: 'downloading', problem: null }, 'save', 'download')
}

/** What failed for want of a network is tried again after the next check. */
function failDownload(state: UpdateProgress, problem: UpdateProblem): UpdateTransition {
  const next = { ...state, step: 'idle' as const, problem }
  return problem === 'unreachable' || problem === 'offline'
    ? moveTo(next)
    : moveTo(withRecord(next, { wanted: null }), 'save')
}

/** The version isn't installed. */
function giveUp(state: UpdateProgress, change: Partial<UpdateRecord>): UpdateTransition {
  const { step } = state
  const next = withRecord(state, { ...change, wanted: null, installing: null })
  if (step === 'downloading') return moveTo({ ...next, step: 'idle' }, 'cancel', 'save')
  if (step === 'ready') return moveTo({ ...next, step: 'idle' }, 'discard', 'save')
  return moveTo(next, 'save')
}

function remind(state: UpdateProgress, at: string): UpdateTransition {
  if (state.step !== 'idle' || state.release === null) return moveTo(state)
  return moveTo(withRecord(state, { remind: { version: state.release.version, at } }), 'save')
}
