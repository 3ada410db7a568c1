import type { BrowserWindow } from 'electron'
import { report } from '../log.ts'
import type { CrashDialogs } from './crash-dialogs.ts'

/** Runs it once the window is on screen: a dialog of an app in the background would cover other programs. */
export type WhenOnScreen = (run: (window: BrowserWindow) => void) => void

export function askOnScreen(
  whenOnScreen: WhenOnScreen,
  ask: (dialogs: CrashDialogs, window: BrowserWindow) => Promise<void>
): void {
  whenOnScreen((window) => void askAbove(window, ask).catch(report))
}

async function askAbove(
  window: BrowserWindow,
  ask: (dialogs: CrashDialogs, window: BrowserWindow) => Promise<void>
): Promise<void> {
  const { crashDialogs } = await import('./crash-dialogs.ts')
  await ask(crashDialogs, window)
}
