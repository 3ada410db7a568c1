/** Electron's lifecycle, and nothing else: flags before ready, one instance, ready → compose → start. */
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { app, dialog } from 'electron'
import { say } from '../shared/text/speak.ts'
import { compose, type Launch, type Program } from './compose.ts'
import { openedAtLogin, startedBySystem } from './desktop/autostart.ts'
import { linkAmong } from './desktop/deep-link.ts'
import { registerLinks } from './desktop/link-scheme.ts'
import { report } from './desktop/log.ts'
import { registerScheme } from './desktop/protocol.ts'
import { answerInTerminal } from './desktop/terminal.ts'

// A folder of its own for tests and for trying things out without touching the real profile.
const profile = process.env['PORTSIDE_PROFILE_DIR']
if (profile) {
  const folder = resolve(profile)
  mkdirSync(folder, { recursive: true })
  app.setPath('userData', folder)
}

// Electron would otherwise show the first client certificate it finds to any host that asks for one.
app.on('select-client-certificate', (event, _contents, _url, _certificates, answer) => {
  event.preventDefault()
  answer()
})

app.enableSandbox()
registerScheme()
if (process.platform === 'win32') app.setAppUserModelId('app.portside.desktop')

process.on('uncaughtException', report)
process.on('unhandledRejection', report)

const launchOf = (argv: string[]): Launch => ({ link: linkAmong(argv), bySystem: startedBySystem(argv) })

if (process.argv.includes('--quick-check')) {
  const json = process.argv.includes('--json')
  answerInTerminal(async (parts) => {
    const { quickCheck } = await import('./quick-check/index.ts')
    return quickCheck({ ...parts, json })
  }, 20)
} else if (app.requestSingleInstanceLock()) {
  let program: Program | null = null
  /** The person's latest wish that came before the program was there: a second start, or a link of macOS. */
  let early: Launch | null = null
  const again = (launch: Launch): void => {
    if (program) program.again(launch)
    else if (!launch.bySystem) early = launch
  }

  app.on('open-url', (event, link) => {
    event.preventDefault()
    again({ link, bySystem: false })
  })
  app.on('second-instance', (_event, argv) => again(launchOf(argv)))
  app.on('activate', () => program?.again({ link: null, bySystem: false }))
  // What becomes of the app is decided when its window is closed (desktop/background.ts); unheard, this would quit.
  app.on('window-all-closed', () => undefined)
  app.on('will-quit', () => program?.stop())
  app.on('quit', () => {
    // Everything is closed by now; only the thread that waits for the password store is left.
    if (program?.stuck()) process.kill(process.pid, 'SIGKILL')
  })

  void app
    .whenReady()
    .then(() => {
      registerLinks()
      program = compose()
      const { link, bySystem } = launchOf(process.argv)
      program.start(early ?? { link, bySystem: bySystem || openedAtLogin() })
    })
    .catch((error: unknown) => {
      report(error)
      // Whoever starts it from a desktop sees no standard error. Waits until the person has read it.
      dialog.showErrorBox(say('tray.noStart.title'), say('tray.noStart.detail'))
      app.exit(1)
    })
} else {
  process.stderr.write('portside: already running; its window is shown instead.\n')
  app.quit()
}
