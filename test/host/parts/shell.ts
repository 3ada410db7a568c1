/** `shell`: what would open elsewhere is recorded. */
import { existsSync } from 'node:fs'
import type { Shell } from 'electron'
import { strict } from '../strict.ts'
import { runtime } from '../runtime.ts'

export const shell = strict('shell', {
  async openExternal(url: string): Promise<void> {
    runtime().record.openedExternally.push(new URL(url).href)
  },
  /** As if a program had opened it. */
  async openPath(path: string): Promise<string> {
    if (!existsSync(path)) return 'No such file'
    runtime().record.openedPaths.push(path)
    return ''
  }
} satisfies Pick<Shell, 'openExternal' | 'openPath'>)
