/** `clipboard`: the host's own, never the person's. Asynchronous, as it is since Electron 44. */
import { loud } from '../loud.ts'

let text = ''

export const clipboard = loud('clipboard', {
  async writeText(value: string): Promise<void> {
    text = value
  },
  async readText(): Promise<string> {
    return text
  }
})
