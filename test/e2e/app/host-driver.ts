import type { Page } from '@playwright/test'
import { startHost, startHostHidden } from '../../host/client.ts'
import { environment, type Driver, type Question } from './app.ts'

const NO_PAGE = new Proxy({} as Page, {
  get: (_, member) => {
    throw new Error(`There is no window yet: page.${String(member)}`)
  }
})

/** The built app in the stand-in host: a child process, its pages over Chromium's debugging port. */
export const launchInHost: Driver = async (options) => {
  const { entry, packaged = false, profileDir, sharedChromium = null } = options
  // A packaged app takes its folder from the switch alone.
  const args = [...(packaged ? [`--profile-dir=${profileDir}`] : []), ...(options.args ?? [])]
  const start = { ...(entry && { entry }), args, env: environment(options), packaged, sharedChromium }
  const host = options.hidden ? Object.assign(startHostHidden(start), { page: NO_PAGE }) : await startHost(start)
  const questions = async (): Promise<Question[]> =>
    (await host.ask('seen')).dialogs.filter(({ kind }) => kind === 'message').map(({ options }) => options as Question)
  return {
    page: host.page,
    shown: () => host.shown(),
    questions,
    answerNext: (button) => host.ask('answerNextDialog', { button }),
    output: host.output,
    exited: host.exited,
    tray: () => host.ask('tray'),
    clickTray: (...labels) => host.ask('clickTray', ...labels),
    pressShortcut: (accelerator) => host.ask('pressShortcut', accelerator),
    activateTray: () => host.ask('activateTray'),
    menu: () => host.ask('menu'),
    clickMenu: (...labels) => host.ask('clickMenu', ...labels),
    contextMenu: () => host.ask('contextMenu'),
    clickContextMenu: (label) => host.ask('clickContextMenu', label),
    power: async (event) => void (await host.ask('power', event)),
    setIdle: (seconds) => host.ask('idle', seconds),
    setScreenLocked: (locked) => host.ask('screenLocked', locked),
    notifications: async () => (await host.ask('seen')).notifications,
    clickNotification: (index) => host.ask('clickNotification', index),
    openUrl: (link) => host.ask('openUrl', link),
    opened: async () => (await host.ask('seen')).openedExternally,
    openedPaths: async () => (await host.ask('seen')).openedPaths,
    chooseFile: (path) => host.ask('answerNextDialog', { canceled: false, filePath: path, filePaths: [path] }),
    copied: () => host.ask('clipboard'),
    resize: (width, height) => host.ask('resize', width, height),
    setSystemDark: (dark) => host.ask('systemDark', dark),
    async window() {
      const [window] = await host.ask('windows')
      return window ?? null
    },
    move: (x, y) => host.ask('move', x, y),
    maximize: () => host.ask('maximize', true),
    setDisplays: async (...areas) => (await host.ask('displays', ...areas), true),
    switchAway: () => host.ask('activateOtherProgram'),
    minimize: () => host.ask('minimize'),
    closeWindow: () => host.ask('closeWindow'),
    timers: () => host.ask('timers'),
    quit: host.quit,
    kill: host.kill
  }
}
