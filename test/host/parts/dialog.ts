/** `dialog`: recorded; answered with what a test laid ready, else with the dialog's own default. */
import type { Dialog } from 'electron'
import { strict } from '../strict.ts'
import { runtime } from '../runtime.ts'

const ready: unknown[] = []

/** The answer to the next dialog. Not part of Electron. */
export const answerNextDialog = (answer: unknown): void => void ready.push(answer)

const show = (kind: string, args: unknown[]): unknown => {
  runtime().record.dialogs.push({ kind, options: args.at(-1) })
  return ready.shift()
}

export const dialog = strict('dialog', {
  async showMessageBox(...args: unknown[]) {
    const { defaultId = 0, buttons = [] } = (args.at(-1) ?? {}) as { defaultId?: number; buttons?: string[] }
    const { button, ...answer } = (show('message', args) ?? {}) as { button?: string; response?: number }
    const response = button === undefined ? defaultId : buttons.indexOf(button)
    if (response < 0) throw new Error(`No button "${button}" among: ${buttons.join(', ')}`)
    return { response, checkboxChecked: false, ...answer }
  },
  async showSaveDialog(...args: unknown[]) {
    return { canceled: true, filePath: '', ...(show('save', args) as object | undefined) }
  },
  async showOpenDialog(...args: unknown[]) {
    return { canceled: true, filePaths: [] as string[], ...(show('open', args) as object | undefined) }
  },
  showErrorBox(title: string, content: string): void {
    process.stderr.write(`${title}: ${content}\n`)
    show('error', [{ title, content }])
  }
} satisfies Pick<Dialog, 'showMessageBox' | 'showSaveDialog' | 'showOpenDialog' | 'showErrorBox'>)
