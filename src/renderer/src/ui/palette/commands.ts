/** What the palette offers: views, actions, settings and accounts by name; products and invoices by main's search. */
import { useRouter } from 'vue-router'
import { MOST_SHORTCUTS, nameOf } from '../../../../shared/models/account.ts'
import { EVERY_INVOICE, NEWEST_FIRST } from '../../../../shared/models/invoice.ts'
import { EVERY_PRODUCT } from '../../../../shared/models/product.ts'
import { call } from '../../bridge.ts'
import { addAccount, goSignInAgain, sectionRoute, switchAccount } from '../../features/accounts/accountNavigation.ts'
import { t } from '../../i18n.ts'
import { useApp } from '../data/app.ts'
import { useInvoiceScope } from '../../features/invoices/stores/invoiceScope.ts'
import { useLock } from '../../features/lock/lock.ts'
import { usePalette, type Command } from './palette.ts'
import { useSession } from '../../features/accounts/session.ts'
import { cellText, shortNumber } from '../../features/invoices/invoiceText.ts'
import { shortcutKeys, type ShortcutName } from './shortcutKeys.ts'

/** Rows of products, and of invoices. */
const MOST_FOUND = 6
const NOTHING = { rows: [] }

const VIEWS = ['overview', 'catalogue', 'invoices', 'profile', 'plans', 'settings'] as const
const PAGES = {
  changes: 'catalogue.changes.title',
  savedPdfs: 'invoices.savedPdfs.title',
  accounts: 'accounts.title',
  connection: 'accounts.connection.editTitle',
  connectionCheck: 'help.connectionCheck.title',
  about: 'settings.aboutMore'
} as const
const SECTIONS = {
  look: 'settings.sectionName.look',
  notifications: 'settings.sectionName.notifications',
  invoices: 'invoices.pdfFolder.command',
  lock: 'settings.sectionName.lock',
  data: 'settings.sectionName.data',
  transfer: 'settings.sectionName.transfer',
  network: 'settings.sectionName.network'
} as const

/** @returns a function that lists all commands but products and invoices */
export function useCommands(): () => Command[] {
  const router = useRouter()
  const app = useApp()
  const lock = useLock()
  const session = useSession()
  const palette = usePalette()
  const scope = useInvoiceScope()
  const platform = (): string => app.info?.platform ?? ''
  const keys = (name: ShortcutName) => ({ keys: shortcutKeys(name, platform()) })
  const action = (key: string, label: string, execute: () => unknown): Command => ({
    key,
    kind: 'action',
    label,
    execute
  })

  return () => [
    ...VIEWS.filter(scope.hasView).map((name): Command => {
      const execute = (): unknown => router.push(sectionRoute(router, name))
      return { key: name, kind: 'view', label: t(`ui.shell.nav.${name}`), ...keys(name), execute }
    }),
    ...Object.entries(PAGES)
      .filter(([name]) => scope.hasView(name) && (name !== 'connection' || session.credential !== 'sample'))
      .map(([name, title]): Command => ({
        key: name,
        kind: 'view',
        label: t(title),
        execute: () => router.push({ name })
      })),
    { ...action('refresh', t('ui.shell.status.refresh'), () => app.refresh()), ...keys('refresh') },
    ...(lock.state?.enabled ? [{ ...action('lock', t('lock.now'), lock.lockNow), ...keys('lock') }] : []),
    ...(session.stopped ? [action('signIn', t('ui.notice.signInAgain'), () => goSignInAgain(router))] : []),
    ...(scope.isOffered
      ? [action('scope', t(`ui.palette.invoicesOf.${scope.all ? 'one' : 'all'}`), () => scope.showAll(!scope.all))]
      : []),
    action('addAccount', t('ui.shell.addAccount'), () => router.push(addAccount(router.currentRoute.value.fullPath))),
    ...(['system', 'light', 'dark'] as const).map((theme) =>
      action(`theme-${theme}`, t('ui.palette.theme', { theme: t(`settings.choice.theme.${theme}`) }), () =>
        app.changeSettings({ theme })
      )
    ),
    { ...action('shortcuts', t('ui.palette.shortcuts.title'), () => palette.show('shortcuts')), ...keys('shortcuts') },
    ...Object.entries(SECTIONS).map(([name, title]): Command => {
      const execute = (): unknown => router.push({ name: 'settings', hash: `#${name}` })
      return { key: `setting-${name}`, kind: 'setting', label: t(title), execute }
    }),
    ...session.accounts.flatMap((line, at): Command[] => {
      if (line.account.id === session.account?.id) return []
      const label = t('accounts.standing.switchTo', { label: nameOf(line.account, session.accounts) })
      const own = at < MOST_SHORTCUTS ? { keys: shortcutKeys('account', platform(), String(at + 1)) } : {}
      return [{ key: line.account.id, kind: 'account', label, ...own, execute: () => switchAccount(router, line) }]
    })
  ]
}

/** Products and invoices that main finds. A part that can't be had is left out: invoices in a locked keychain, or what the provider lacks. */
export function useRecordSearch(): (text: string) => Promise<Command[]> {
  const router = useRouter()
  const session = useSession()
  const scope = useInvoiceScope()
  const open = (name: string, key: string) => (): unknown => router.push({ name, params: { key } })
  const span = { offset: 0, limit: MOST_FOUND }

  return async (text) => {
    const [products, invoices] = await Promise.allSettled([
      session.has('catalogue')
        ? call('catalogue', 'page', { of: session.of, ...EVERY_PRODUCT, text, ...span })
        : NOTHING,
      scope.has ? call('invoices', 'page', { of: scope.of, ...EVERY_INVOICE, ...NEWEST_FIRST, text, ...span }) : NOTHING
    ])
    const found = <T>(part: PromiseSettledResult<{ rows: T[] }>): T[] =>
      part.status === 'fulfilled' ? part.value.rows : []
    return [
      ...found(invoices).map((invoice): Command => {
        const { key } = invoice
        const note = [...(scope.all ? [scope.nameOf(invoice.account)] : []), cellText(invoice, 'total')].join(' · ')
        return {
          key: `invoice ${key}`,
          kind: 'invoice',
          label: shortNumber(invoice),
          note,
          execute: open('invoice', key)
        }
      }),
      ...found(products).map(({ key, name }): Command => {
        return {
          key: `product ${key}`,
          kind: 'product',
          label: name ?? t('catalogue.unnamed'),
          execute: open('product', key)
        }
      })
    ]
  }
}
