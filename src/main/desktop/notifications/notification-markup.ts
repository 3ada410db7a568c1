/** Escapes a notification for the system's service. No Electron, so that it can be tested. */
import { oneLine } from '../../../shared/i18n/format.ts'
import type { Notifier } from '../../core/ports/index.ts'

type Notice = Parameters<Notifier['show']>[0]

/**
 * The texts contain names from providers. On Linux the body, and only the body, may be interpreted as markup (Desktop
 * Notifications Specification, "Markup"), and Electron passes it on unchanged.
 */
export function toSystemText({ title, body }: Notice, platform: NodeJS.Platform): Notice {
  const plain = oneLine(body)
  return { title: oneLine(title), body: platform === 'linux' ? asMarkup(plain) : plain }
}

const asMarkup = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
