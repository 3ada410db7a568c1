/** Touch ID. Electron supports no such prompt on Windows and Linux. Only after ready. */
import { systemPreferences } from 'electron'
import { t } from '../../../shared/i18n/translate.ts'
import type { SystemPrompt } from '../../core/ports/index.ts'

export function createSystemPrompt(): SystemPrompt {
  // The methods exist on macOS only.
  const mac = process.platform === 'darwin'
  return {
    available: () => mac && systemPreferences.canPromptTouchID(),
    async ask() {
      if (!mac) return false
      // It rejects for an unknown finger, a dismissal and missing hardware alike.
      return systemPreferences.promptTouchID(t('lock.prompt.reason')).then(
        () => true,
        () => false
      )
    }
  }
}
