/** `shell`: what would open elsewhere is recorded. */
import type { Shell } from 'electron'
import { loud } from '../loud.ts'
import { runtime } from '../runtime.ts'

export const shell = loud('shell', {
  async openExternal(url: string): Promise<void> {
    runtime().record.openedExternally.push(new URL(url).href)
  }
} satisfies Pick<Shell, 'openExternal'>)
