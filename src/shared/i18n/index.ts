/** All English messages: the page's and main's. */
import desktop from './en/desktop.json' with { type: 'json' }
import exportMessages from './en/export.json' with { type: 'json' }
import notification from './en/notification.json' with { type: 'json' }
import quickCheck from './en/quickCheck.json' with { type: 'json' }
import summary from './en/summary.json' with { type: 'json' }
import tray from './en/tray.json' with { type: 'json' }
import { page } from './en/page.ts'

export const en = { ...page, desktop, export: exportMessages, notification, quickCheck, summary, tray }
