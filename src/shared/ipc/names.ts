/** The names of every call and push. The preload builds the bridge from them, so this file loads no zod. */

/** The contract is checked against these by type, in both directions. */
export const CALL_NAMES = {
  session: ['state', 'signIn', 'useToken', 'exploreSample', 'signOut', 'retryKeychain'],
  accounts: ['switch', 'rename', 'move', 'remove', 'eraseEverything'],
  lock: ['state', 'now', 'unlock', 'unlockBySystem', 'setPin', 'turnOff'],
  connection: ['change', 'exportFile', 'importFile', 'statuses'],
  connectionCheck: ['run', 'report', 'cancel'],
  profile: ['read'],
  catalogue: [
    'page',
    'product',
    'refreshProduct',
    'openLink',
    'seek',
    'labels',
    'orders',
    'fetchOrder',
    'dropOrder',
    'changes',
    'markSeen',
    'progress',
    'cancelRefresh',
    'exportFile'
  ],
  invoices: [
    'page',
    'invoice',
    'totals',
    'months',
    'openLink',
    'savePdf',
    'openPdf',
    'dropPdf',
    'exportFile',
    'exportProgress',
    'cancelExport'
  ],
  app: ['info', 'settings', 'changeSettings', 'desktop', 'status', 'refresh', 'copyText', 'takeRoute']
} as const

/** A push names data that changed and never carries it, so a page that misses one while it loads loses nothing. */
export const PUSH_NAMES = [
  'sessionChanged',
  'profileChanged',
  'catalogueChanged',
  'progressChanged', // of the catalogue's refresh
  'invoicesChanged',
  'exportChanged', // of an export of invoices
  'settingsChanged',
  'desktopChanged',
  'statusChanged',
  'connectionCheckChanged',
  'lockChanged', // the only push that is sent while the app is locked
  'routeRequested' // main asks the page to show a route: app.takeRoute
] as const
export type PushName = (typeof PUSH_NAMES)[number]

export const callChannel = (domain: string, method: string): string => `portside:call:${domain}.${method}`
export const pushChannel = (name: string): string => `portside:push:${name}`
