/** `Notification`: recorded when shown. */
import type { NotificationConstructorOptions } from 'electron'
import { KnownEmitter, loud } from '../loud.ts'
import { needsReady, runtime } from '../runtime.ts'

export class Notification extends KnownEmitter {
  readonly title: string
  readonly body: string

  constructor({ title = '', body = '' }: NotificationConstructorOptions = {}) {
    super('Notification', ['show', 'click', 'close', 'failed', 'action', 'reply'])
    this.title = title
    this.body = body
    return loud('Notification', this)
  }

  static isSupported(): boolean {
    return true
  }

  show(): void {
    needsReady('Notification')
    runtime().record.notifications.push({ title: this.title, body: this.body })
    this.emit('show')
  }

  close(): void {
    this.emit('close')
  }
}
