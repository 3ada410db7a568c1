/** `clipboard`: the host's own, never the person's. Asynchronous, as it is since Electron 44. */
import { strict } from '../strict.ts'

let text = ''

/** What is on it now. Not part of Electron. */
export const clipboardText = (): string => text

export const clipboard = strict('clipboard', {
  async writeText(value: string): Promise<void> {
    text = value
  },
  async readText(): Promise<string> {
    return text
  }
})
