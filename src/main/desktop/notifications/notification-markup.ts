/** The words of a notification as the system's service takes them; no Electron in it, so that it can be tested. */
import { oneLine } from '../../../shared/i18n/format.ts'
import type { Notifier } from '../../core/ports/index.ts'

type Notice = Parameters<Notifier['show']>[0]

/**
 * Names in them are what platforms wrote. On Linux the body, and only that, is markup to the services that can show it (Desktop
 * Notifications Specification, "Markup"), and Electron hands it on as it is.
 */
export function noticeText({ title, body }: Notice, platform: NodeJS.Platform): Notice {
  const plain = oneLine(body)
  return { title: oneLine(title), body: platform === 'linux' ? asMarkup(plain) : plain }
}

const asMarkup = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
