import { startHost } from '../../host/client.ts'
import { environment, type Driver } from './app.ts'

/** The built app in the stand-in host: a child process, its pages over Chromium's debugging port. */
export const launchInHost: Driver = async (options) => {
  const host = await startHost({ args: options.args ?? [], env: environment(options) })
  return {
    runtime: 'host',
    page: host.page,
    output: host.output,
    exited: host.exited,
    tray: () => host.ask('tray'),
    clickTray: (...labels) => host.ask('clickTray', ...labels),
    activateTray: () => host.ask('activateTray'),
    menu: () => host.ask('menu'),
    clickMenu: (...labels) => host.ask('clickMenu', ...labels),
    power: (event) => host.ask('power', event),
    setIdle: (seconds) => host.ask('idle', seconds),
    setScreenLocked: (locked) => host.ask('screenLocked', locked),
    notifications: async () => (await host.ask('seen')).notifications,
    clickNotification: (index) => host.ask('clickNotification', index),
    opened: async () => (await host.ask('seen')).openedExternally,
    openedPaths: async () => (await host.ask('seen')).openedPaths,
    chooseFile: (path) => host.ask('answerNextDialog', { canceled: false, filePath: path, filePaths: [path] }),
    copied: () => host.ask('clipboard'),
    resize: (width, height) => host.ask('resize', width, height),
    setSystemDark: (dark) => host.ask('systemDark', dark),
    async window() {
      const [window] = await host.ask('windows')
      return window ? { visible: window.visible, focused: window.focused, minimized: window.minimized } : null
    },
    minimize: () => host.ask('minimize'),
    closeWindow: () => host.ask('closeWindow'),
    quit: host.quit,
    kill: host.kill
  }
}
