/** The system's own way to ask who is there: Touch ID. Electron offers none on Windows and Linux. Only after ready. */
import { systemPreferences } from 'electron'
import { t } from '../../../shared/i18n/translate.ts'
import type { SystemPrompt } from '../../core/ports/index.ts'

export function createSystemPrompt(): SystemPrompt {
  // Elsewhere these methods are not there at all.
  const mac = process.platform === 'darwin'
  return {
    available: () => mac && systemPreferences.canPromptTouchID(),
    async ask() {
      if (!mac) return false
      // It rejects alike for a finger that is not known, for a dismissal, and where the hardware can't be had.
      return systemPreferences.promptTouchID(t('lock.prompt.reason')).then(
        () => true,
        () => false
      )
    }
  }
}
