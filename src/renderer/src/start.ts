/** Assembles the page. Session and settings are loaded before the first view. */
import { until } from '@vueuse/core'
import { createPinia, type Pinia } from 'pinia'
import { createApp, nextTick, watch } from 'vue'
import type { App as Root } from 'vue'
import type { Router } from 'vue-router'
import App from './App.vue'
import { call, errorFrom, listen, receiveFirstAnswers } from './bridge.ts'
import { applyTheme } from './ui/appearance.ts'
import { reportCaughtError } from './errorReports.ts'
import { hasMessages, loadMessages, setRegionalFormat, useMessages } from './i18n.ts'
import { makeRouter } from './router.ts'
import { useApp } from './ui/data/app.ts'
import { useLock } from './features/lock/lock.ts'
import { useNotices } from './ui/shell/notices.ts'
import { useSession } from './features/accounts/session.ts'

export interface Started {
  app: Root
  router: Router | null
}

/** Resolves when the page is mounted in `place`; waits while the app is locked. */
export async function start(place: Element): Promise<Started> {
  // Stores listen before they read, so that no change is missed.
  const pinia = createPinia()
  const lock = useLock(pinia)
  const session = useSession(pinia)
  const app = useApp(pinia)
  const stopHiding = hideWhileLocked(place, pinia)
  let forgetFirstAnswers = (): void => undefined
  try {
    forgetFirstAnswers = await receiveFirstAnswers()
    // Main answers these while locked, too.
    await Promise.all([hasMessages() || loadMessages(), lock.load(), app.loadInfo(), app.loadSettings()])
    if (app.settings) applyTheme(app.settings.theme)
    followRegionalFormat(app)
    await until(() => lock.locked).toBe(false)
    await session.load()
  } catch (thrown) {
    // Main may not answer at all. Then its words are English.
    if (!hasMessages()) useMessages('en', (await import('../../shared/i18n/en/page.json')).default)
    const failed = createApp((await import('./ui/shell/StartErrorView.vue')).default, { error: errorFrom(thrown) })
    failed.mount(place)
    forgetFirstAnswers()
    failed.onUnmount(stopHiding)
    return { app: failed, router: null }
  }
  const router = makeRouter()
  const root = createApp(App).use(pinia).use(router)
  root.config.errorHandler = reportCaughtError
  root.mount(place)
  void router.isReady().then(nextTick).then(forgetFirstAnswers)
  root.onUnmount(followRequestedRoutes(router))
  root.onUnmount(stopHiding)
  return { app: root, router }
}

/** Dates, numbers and money follow the settings at once. */
function followRegionalFormat(app: ReturnType<typeof useApp>): void {
  const region = (): string | undefined => app.settings?.region ?? app.info?.locale
  watch(region, (tag) => tag !== undefined && setRegionalFormat(tag), { immediate: true })
}

/**
 * Shows the routes that a tray click, menu, notification or app link requests, and the account that they are of: the page first leaves the
 * former account's records. @returns stops following
 */
function followRequestedRoutes(router: Router): () => void {
  const session = useSession()
  const follow = async (): Promise<void> => {
    const { path, account } = await call('app', 'takeRoute')
    // If it can't be shown, the known one stays, with a notice.
    if (account !== null) await useNotices().attempt(() => session.show(account))
    if (path === null || (account !== null && session.account?.id !== account)) return
    await nextTick()
    await router.push(path)
  }
  const stop = listen('route', () => void follow())
  void router.isReady().then(follow)
  return stop
}

/**
 * Takes the page out of the document while the app is locked, and shows the lock screen in its place.
 * Starts at once: locked content must not be visible for even one frame. @returns stops, and removes the lock screen
 */
function hideWhileLocked(page: Element, pinia: Pinia): () => void {
  const lock = useLock(pinia)
  let unhide = (): void => undefined

  function hide(): void {
    const restore = captureViewState(page)
    const screen = document.createElement('div')
    screen.id = page.id
    page.replaceWith(screen)
    const mounted = import('./features/lock/LockView.vue').then(({ default: LockView }) => {
      const app = createApp(LockView).use(pinia)
      app.mount(screen)
      return app
    })
    unhide = () => {
      unhide = () => undefined
      screen.replaceWith(page)
      void mounted.then((app) => app.unmount())
      restore()
    }
  }
  const stop = watch(
    () => lock.locked,
    (locked) => (locked ? hide() : unhide()),
    { immediate: true, flush: 'sync' }
  )
  return () => {
    stop()
    unhide()
  }
}

/** Returns a function that restores focus and scroll positions: an element that leaves the document loses them. */
function captureViewState(part: ParentNode): () => void {
  const focused = document.activeElement
  const scrolled = [...part.querySelectorAll('*')].flatMap((element) => {
    const { scrollTop: top, scrollLeft: left } = element
    return top === 0 && left === 0 ? [] : [{ element, top, left }]
  })
  return () => {
    for (const { element, top, left } of scrolled) element.scrollTo({ top, left, behavior: 'instant' })
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true })
  }
}
