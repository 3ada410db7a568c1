/** What a user sees and does on the worker's screen, outside of what a driver reaches (xdotool). Linux only. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Titles of the windows that aren't minimised. */
export async function windowTitles(display = process.env['DISPLAY']): Promise<string[]> {
  const args = ['search', '--onlyvisible', '--name', '.', 'getwindowname', '%@']
  // It fails where it finds none.
  const titles = await run('xdotool', args, { env: { ...process.env, DISPLAY: display } }).then(
    ({ stdout }) => stdout,
    () => ''
  )
  return titles.split('\n').filter((title) => title !== '')
}

/** Presses keys in the window that has the focus, such as `ctrl+alt+k`. */
export const pressKeys = async (keys: string): Promise<void> => void (await run('xdotool', ['key', keys]))
