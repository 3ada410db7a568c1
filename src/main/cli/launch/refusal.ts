/** Says why the app doesn't start: on standard error and, after a start from a desktop, in a dialog. */
import { isatty } from 'node:tty'
import { app, dialog } from 'electron'
import { USAGE_ERROR } from './command-line.ts'

const FOR_TERMINALS = ['--diagnostics', '--json', '--quick-check', '--self-test']

interface Start {
  args: readonly string[]
  env: NodeJS.ProcessEnv
  platform: NodeJS.Platform
  hasTerminal: boolean
}

/** True if nobody reads standard error, and a dialog can be seen. */
export function isFromDesktop({ args, env, platform, hasTerminal }: Start): boolean {
  if (hasTerminal || FOR_TERMINALS.some((name) => args.some((arg) => arg === name || arg.startsWith(`${name}=`))))
    return false
  return hasDisplay(platform, env)
}

/** Whether a window can open. Only Linux runs without a display. */
export const hasDisplay = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean =>
  platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])

/** Before ready Electron's process.exit ends the process at once (`Browser::ExitWithCode`): nothing below the call runs. */
export function refuseToStart(sentence: string, exitCode = USAGE_ERROR): never {
  process.stderr.write(`portside: ${sentence}\n`)
  process.exit(exitCode)
}

/**
 * Ends the process, after a dialog if there is one. On Linux a dialog needs `ready` (docs/api/dialog.md): then the switches are removed,
 * the call returns, and `showRefusal` has to run in the app's place.
 */
export function refuseCommandLine(error: string, switches: readonly string[]): void {
  const { argv, env, platform } = process
  const hasTerminal = [0, 1, 2].some((stream) => isatty(stream))
  if (!isFromDesktop({ args: argv.slice(1), env, platform, hasTerminal })) refuseToStart(error)
  if (platform !== 'linux') {
    dialog.showErrorBox('Portside', error)
    refuseToStart(error)
  }
  const { commandLine } = app
  // Chromium sees no switch after "--", and GTK reads arguments by itself.
  if (!switches.every((name) => commandLine.hasSwitch(name))) refuseToStart(error)
  for (const name of switches) commandLine.removeSwitch(name)
  if (switches.some((name) => commandLine.hasSwitch(name))) refuseToStart(error)
}

/** In the place of the app. Opens no window and no data. */
export function showRefusal(error: string): void {
  process.stderr.write(`portside: ${error}\n`)
  void app
    .whenReady()
    .then(() => dialog.showErrorBox('Portside', error))
    .finally(() => app.exit(USAGE_ERROR))
}
