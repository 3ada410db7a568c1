import type { ErrorCode } from '../../shared/ipc/error.ts'
import type { ConnectionCheckStepName, Verdict } from '../../shared/models/connection-check.ts'
import type { Topic } from '../../shared/models/freshness.ts'
import type { SettingName } from '../../shared/models/settings.ts'
import type { LostSetting } from '../../shared/models/status.ts'
import type { UpdateProblem } from '../../shared/models/updates.ts'

/**
 * Each event that the log can hold, with its facts: numbers, flags, and words of closed lists. A text that a provider, a person or
 * the page chose is never one of them, so it can't reach the file.
 */
export interface LogEvents {
  appStarted: { version: string; electron: string; platform: string; arch: string; packaged: boolean }
  appEnds: Record<never, never>
  /** Files are still being saved. */
  quitDelayed: { files: number }
  systemWoke: Record<never, never>
  windowMade: { minimised: boolean }
  /** `account`: its place among the accounts, from 1; 0: it is gone. `outcome`: stored, or why not. */
  topicFetched: { account: number; topic: Topic; outcome: 'stored' | ErrorCode; status: number | null; ms: number }
  networkIsBack: Record<never, never>
  accountsChanged: { accounts: number; signedIn: number }
  lockChanged: { locked: boolean }
  keychainFailed: { call: 'read' | 'write' | 'remove'; code: ErrorCode }
  settingChanged: { name: SettingName }
  /** Its stored value was damaged. */
  settingLost: { name: LostSetting }
  pageGone: { reason: ProcessEndReason; exitCode: number; inLastMinute: number }
  pageUnresponsive: Record<never, never>
  pageResponsive: Record<never, never>
  childProcessGone: { type: ChildProcessType; service: ChildService; reason: ProcessEndReason; exitCode: number }
  /** From the next start on. */
  graphicsProcessorSet: { enabled: boolean }
  startedWithoutGraphicsProcessor: Record<never, never>
  catalogueWorkerGone: Record<never, never>
  /** The error itself follows. */
  uncaughtError: Record<never, never>
  crashDialogShown: { about: CrashDialogAbout }
  updateChecked: { outcome: 'none' | 'newer' | UpdateProblem }
  updateDownloaded: { outcome: 'ready' | UpdateProblem }
  updateInstalls: { restart: boolean }
  checkStepEnded: { step: ConnectionCheckStepName; verdict: Verdict; ms: number | null }
}

/** In Electron's words. */
export type ProcessEndReason =
  | 'clean-exit'
  | 'abnormal-exit'
  | 'killed'
  | 'crashed'
  | 'oom'
  | 'launch-failed'
  | 'integrity-failure'
  | 'memory-eviction'
export type ChildProcessType = 'GPU' | 'Utility' | 'other'
export type ChildService = 'network' | 'audio' | 'other'
export type CrashDialogAbout = 'page' | 'hang' | 'graphics' | 'error' | 'start'

export interface Log {
  /** Never throws: a full disk must not stop what is logged. */
  event<Name extends keyof LogEvents>(name: Name, facts: LogEvents[Name]): void
}
