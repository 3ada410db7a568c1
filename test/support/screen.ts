/** What a user sees and does on the worker's screen, outside of what a driver reaches (xdotool). Linux only. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const xdotool = async (...args: string[]): Promise<string> => (await promisify(execFile)('xdotool', args)).stdout

/** Titles of the windows that aren't minimised. */
export async function windowTitles(): Promise<string[]> {
  // It fails where it finds none.
  const titles = await xdotool('search', '--onlyvisible', '--name', '.', 'getwindowname', '%@').catch(() => '')
  return titles.split('\n').filter((title) => title !== '')
}

/** Presses keys in the window that has the focus, such as `ctrl+alt+k`. */
export const pressKeys = async (keys: string): Promise<void> => void (await xdotool('key', keys))
