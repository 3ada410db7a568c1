/** `Notification`: recorded when shown. */
import type { NotificationConstructorOptions } from 'electron'
import { KnownEmitter, strict } from '../strict.ts'
import { needsReady, runtime } from '../runtime.ts'

const shown: Notification[] = []

/** The person clicks the one that was shown as that manieth, from 0. Not part of Electron. */
export function clickNotification(index: number): void {
  const one = shown[index]
  if (!one) throw new Error(`There is no notification ${index}; ${shown.length} were shown.`)
  one.emit('click', {})
}

export class Notification extends KnownEmitter {
  readonly title: string
  readonly body: string

  constructor({ title = '', body = '' }: NotificationConstructorOptions = {}) {
    super('Notification', ['show', 'click', 'close', 'failed', 'action', 'reply'])
    this.title = title
    this.body = body
    return strict('Notification', this)
  }

  static isSupported(): boolean {
    return true
  }

  show(): void {
    needsReady('Notification')
    runtime().record.notifications.push({ title: this.title, body: this.body })
    shown.push(this)
    this.emit('show')
  }

  close(): void {
    this.emit('close')
  }
}
