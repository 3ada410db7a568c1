/** `systemPreferences`: Touch ID on macOS, answered by what a test laid ready. Elsewhere Electron has none of it. */
import type { SystemPreferences } from 'electron'
import { strict } from '../strict.ts'
import { runtime } from '../runtime.ts'

const onMac = {
  canPromptTouchID: () => runtime().presence.touchId !== 'absent',
  async promptTouchID(reason: string) {
    if (reason === '') throw new TypeError('A reason is required')
    const { touchId } = runtime().presence
    if (touchId !== 'recognised')
      throw new Error(touchId === 'absent' ? 'Biometry is not available.' : 'Canceled by user.')
  }
} satisfies Pick<SystemPreferences, 'canPromptTouchID' | 'promptTouchID'>

export const systemPreferences = strict('systemPreferences', process.platform === 'darwin' ? onMac : {})
