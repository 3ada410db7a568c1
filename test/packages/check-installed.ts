/**
 * Starts an installed Portside on a desktop of its own and uses it as a person would. Prints one line for each check: "ok", or what was
 * wrong. Only for Linux, and for an ordinary user: as root, Chromium's sandbox is off. Needs Xvfb, openbox, xdotool, xprop, dbus and
 * gnome-keyring, and none of npm's packages: it also runs where the project was only checked out.
 *
 *     node test/packages/check-installed.ts [options] PROGRAM
 */
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startApiServer } from '../support/api-server.ts'
import { startDesktop } from '../support/desktop.ts'
import { checksOf, checksWithout, LACKING, type Installed } from './checks.ts'
import { AppSession } from './app-session.ts'

const OPTIONS = {
  /** The folder of Electron's program. */
  folder: { type: 'string', default: '/opt/Portside' },
  /** Where the pictures go. */
  pictures: { type: 'string', default: 'test-results/packages' },
  /** The first word of their names. */
  name: { type: 'string', default: 'installed' },
  /** What the system starts at log-in. */
  autostart: { type: 'string', default: '/opt/Portside/portside' },
  /** A web browser opens links by the installed desktop file. Else the program is started with them. */
  'desktop-file': { type: 'boolean', default: false },
  /** Where there is no launcher, commands need a switch in front (docs/command-line.md). */
  'without-launcher': { type: 'boolean', default: false },
  /** The system lets it have no sandbox, as the AppImage on Ubuntu. */
  'without-sandbox': { type: 'boolean', default: false },
  /** Checks only what it says in a system that lacks this: see LACKING. */
  lacking: { type: 'string' }
} as const

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true })
  const [program] = positionals
  if (program === undefined) throw new Error('Which program?')
  const installed: Installed = {
    program,
    name: values.name,
    folder: values.folder,
    autostart: values.autostart,
    opensLinks: values['desktop-file'],
    hasLauncher: !values['without-launcher'],
    hasSandbox: !values['without-sandbox']
  }
  mkdirSync(values.pictures, { recursive: true })
  const [desktop, api] = await Promise.all([startDesktop({ pixels: values.pictures }), startApiServer()])
  const session = new AppSession(installed, desktop, values.pictures)
  const lacking = LACKING.find((each) => each === values.lacking)
  const checks = lacking ? checksWithout(lacking, installed, session, api) : checksOf(installed, session, api)
  let failures = 0
  for (const [name, check] of checks) {
    const problem = await check().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error))
    )
    if (problem !== null) failures += 1
    process.stdout.write(`${values.name}: ${name}: ${problem ?? 'ok'}\n`)
    if (problem !== null) session.picture(`failed-${failures}`)
  }
  await session.end()
  await Promise.all([desktop.stop(), api.stop()])
  return failures === 0 ? 0 : 1
}

process.exitCode = await main()
