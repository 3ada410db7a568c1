/** What an installed package has to do, in this order: each check goes on where the one before ended. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { smokeTest } from '../../scripts/packaging/smoke.mjs'
import english from '../../src/shared/i18n/en/main.json' with { type: 'json' }
import { SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../src/sample/credentials.ts'
import type { ApiServer } from '../support/api-server.ts'
import { readPng } from '../support/screen-picture.ts'
import { runProgram, until, type Ended, type Place, type AppSession } from './app-session.ts'

export interface Installed extends Place {
  /** The first word of the pictures' names. */
  name: string
  /** What starts at log-in. */
  autostart: string
  /** A web browser opens links by the installed desktop file. */
  opensLinks: boolean
  /** Puts the switches of a command in front of it (scripts/packaging/linux/portside). */
  hasLauncher: boolean
  hasSandbox: boolean
}

type Check = [name: string, run: () => Promise<void>]

function expect(holds: boolean, problem: string): asserts holds {
  if (!holds) throw new Error(problem)
}

const shown = ({ code, stdout, stderr }: Ended): string =>
  `code ${code}, output “${stdout.trim()}”, errors “${stderr.trim()}”`

const say = (line: string): void => void process.stdout.write(`  ${line}\n`)

const firstWords = ({ stdout, stderr }: Ended): string => {
  const [line = ''] = (stdout.trim() || stderr.trim()).split('\n')
  return `“${line.trim()}”`
}

/** Only the app's own sentences: nothing of Chromium's, of GTK's or of a library's. */
const hasOwnWordsOnly = ({ stderr }: Ended): boolean =>
  stderr.split('\n').every((line) => line === '' || line.startsWith('portside: '))

/** @param api a provider that isn't the real one */
export function checksOf(installed: Installed, session: AppSession, api: ApiServer): Check[] {
  const app = new Running(installed, session, api)
  return [
    ['self-test', () => app.selfTest()],
    ['commands of a new user, without display and bus', () => app.commandsOfNewUser()],
    ['window', () => app.window()],
    ['icon of the window', () => app.icon()],
    ['sign-in by keyboard', () => app.signIn()],
    ['second start', () => app.secondStart()],
    ['portside:// link', () => app.link()],
    ['commands, without display and bus', () => app.commands()],
    ['start at log-in', () => app.startAtLogIn()],
    ['quit', () => app.quit()]
  ]
}

/** What a system can lack that a package doesn't depend on, or that somebody took away. */
export const LACKING = ['nothing', 'tray', 'libsecret', 'namespaces'] as const
export type Lacking = (typeof LACKING)[number]

/** What it says where the system lacks something. */
export function checksWithout(lacking: Lacking, installed: Installed, session: AppSession, api: ApiServer): Check[] {
  const app = new Running(installed, session, api)
  return {
    nothing: [['self-test', () => app.selfTest()]] satisfies Check[],
    tray: [['the question when its window is closed', () => app.closeWithoutTray()]] satisfies Check[],
    libsecret: [
      ['self-test', () => app.selfTestWithoutLibsecret()],
      ['sign-in', () => app.signInWithoutLibsecret()]
    ] satisfies Check[],
    namespaces: [['start', () => app.startWithoutNamespaces()]] satisfies Check[]
  }[lacking]
}

class Running {
  readonly #api: ApiServer
  readonly #installed: Installed
  readonly #session: AppSession
  readonly #beforeCommands: readonly string[]
  #ended: Promise<Ended> | null = null
  #hasEnded = false

  constructor(installed: Installed, session: AppSession, api: ApiServer) {
    this.#api = api
    this.#installed = installed
    this.#beforeCommands = installed.hasLauncher ? [] : ['--ozone-platform=headless', '--log-level=3']
    this.#session = session
  }

  async selfTest(): Promise<void> {
    const before = process.env
    process.env = this.#session.env
    try {
      const { program, hasSandbox } = this.#installed
      const problems = await smokeTest([program], { withoutSandbox: !hasSandbox })
      expect(problems.length === 0, problems.join(' '))
    } finally {
      process.env = before
    }
  }

  async commandsOfNewUser(): Promise<void> {
    for (const [args, code] of [
      [['--version'], 0],
      [['accounts'], 20],
      [['invoices'], 20],
      [['--quick-check'], 20],
      [['--diagnostics', '-'], 0]
    ] as const)
      await this.#command(args, code)
  }

  async window(): Promise<void> {
    await this.#session.hidePointer()
    this.#start([])
    await this.#session.shownWindow('first-start')
  }

  async icon(): Promise<void> {
    const window = await this.#session.shownWindow()
    const [width = 0, height = 0, ...colours] = await this.#session.property(window, '_NET_WM_ICON')
    expect(width > 0 && colours.length >= width * height, 'The window has none, so panels show a generic one.')
    const pixels = Buffer.alloc(width * height * 4)
    // Alpha, red, green and blue.
    for (let at = 0; at < width * height; at += 1)
      pixels.writeUInt32BE((((colours[at] ?? 0) << 8) | ((colours[at] ?? 0) >>> 24)) >>> 0, at * 4)
    this.#session.save('icon', { width, height, pixels })
    const own = readPng(
      readFileSync(join(import.meta.dirname, `../../src/main/desktop/icons/linux/${width}x${height}.png`))
    )
    // X11 has the colours multiplied by alpha, or not, so only opaque ones are compared.
    const differs = own.pixels.some((byte, at) => own.pixels[at - (at % 4) + 3] === 255 && byte !== pixels[at])
    expect(!differs, 'It isn’t Portside’s.')
  }

  async signIn(): Promise<void> {
    const tray = await this.#session.tray()
    await this.#fillSignIn()
    await until('Open invoices in the tooltip of the icon', async () => /\d open/.test(await tray.property('ToolTip')))
    await this.#session.shownWindow('signed-in')
  }

  async closeWithoutTray(): Promise<void> {
    this.#session.hideTray()
    await this.window()
    await this.#session.press('alt+F4')
    this.#session.picture('question')
    // Cancels the question.
    await this.#session.press('Escape')
    await this.#session.shownWindow()
  }

  async selfTestWithoutLibsecret(): Promise<void> {
    const ended = await this.#session.run(['--self-test'])
    const { checks } = JSON.parse(ended.stdout) as { checks: Record<string, string> }
    const others = Object.entries(checks).filter(([name, result]) => name !== 'keychain' && result !== 'ok')
    expect(ended.code === 1 && others.length === 0, shown(ended))
    expect(checks['keychain']?.includes('libsecret') === true, `It says of the keychain: ${checks['keychain']}`)
    say(`self-test: ${checks['keychain']}`)
  }

  async signInWithoutLibsecret(): Promise<void> {
    await this.window()
    await this.#fillSignIn()
    await until('The sign-in at the provider', () => this.#api.requests.length > 0)
    await this.#session.shownWindow('refused-sign-in')
  }

  async startWithoutNamespaces(): Promise<void> {
    for (const [args, code] of [
      [[], 1],
      [['accounts'], 20]
    ] as const) {
      const ended = await this.#session.run([...args])
      const isOneSentence = hasOwnWordsOnly(ended) && ended.stderr.trim().split('\n').length === 1
      expect(ended.code === code && isOneSentence, shown(ended))
      say(`portside ${args.join(' ')}: ${code}, ${firstWords(ended)}`)
    }
  }

  async secondStart(): Promise<void> {
    const window = await this.#session.shownWindow()
    await this.#session.minimise(window)
    const second = await this.#session.run([])
    expect(second.code === 0 && second.stderr.includes('already running'), shown(second))
    await this.#session.shownWindow()
  }

  async link(): Promise<void> {
    const window = await this.#session.shownWindow()
    await this.#session.minimise(window)
    const { program, opensLinks } = this.#installed
    const opened = await runProgram([opensLinks ? 'xdg-open' : program, await this.#linkToInvoice()], this.#session.env)
    expect(opened.code === 0, shown(opened))
    const isThere = ({ title }: { title: string }): boolean => title.startsWith('Invoices')
    await until('The page of invoices', async () => (await this.#session.windows()).some(isThere))
    await this.#session.shownWindow('link')
  }

  async commands(): Promise<void> {
    // Invoices are encrypted, and the bus leads to the key.
    await this.#command(['accounts'], 20)
    await this.#command(['invoices'], 20)
    await this.#command(['--quick-check'], 20)
    await this.#command(['accounts'], 0, { withBus: true })
    await this.#command(['invoices'], 0, { withBus: true })
    await this.#command(['--quick-check'], 10, { withBus: true })
  }

  async startAtLogIn(): Promise<void> {
    await this.#switchOnStartAtLogIn()
    const file = join(String(this.#session.env['XDG_CONFIG_HOME']), 'autostart/portside.desktop')
    await until('The autostart file', () => existsSync(file))
    const exec = /^Exec=(.*)$/m.exec(readFileSync(file, 'utf8'))?.[1]
    expect(exec === `"${this.#installed.autostart}" "--hidden"`, `The autostart file starts ${exec}.`)
    await this.#quit()
    const icons = this.#session.trayIcons()
    this.#watch(runProgram(['sh', '-c', `exec ${exec}`], this.#session.env))
    await until('The icon of the app that the system started', () => this.#session.trayIcons() > icons)
    expect(await this.#session.isHidden(), 'It opens its window.')
  }

  async quit(): Promise<void> {
    await this.#quit()
  }

  /** The field of the email has the keyboard, and the button that asks for an address is in front of it. */
  async #fillSignIn(): Promise<void> {
    await this.#session.press('shift+Tab', 'Return')
    await this.#session.type(this.#api.baseUrl)
    await this.#session.press('Tab')
    await this.#session.type(SAMPLE_EMAIL)
    await this.#session.press('Tab')
    await this.#session.type(SAMPLE_PASSWORD)
    await this.#session.press('Return')
  }

  async #switchOnStartAtLogIn(): Promise<void> {
    await this.#session.press('ctrl+k')
    await this.#session.type('Background')
    await this.#session.press('Return', 'Tab', 'Tab', 'Tab', 'Tab', 'space', 'Tab', 'space')
    await this.#session.shownWindow('settings')
  }

  async #quit(): Promise<void> {
    const tray = await this.#session.tray()
    // A menu that was made anew between reading and choosing has other ids.
    await until('The menu of the icon', () =>
      tray.choose(english.tray.quit).then(
        () => true,
        () => this.#hasEnded
      )
    )
    const ended = await this.#ended
    expect(ended?.code === 0, ended === null ? 'It wasn’t started.' : shown(ended))
    await until('The end of all its processes', () => this.#session.processes().length === 0)
  }

  async #linkToInvoice(): Promise<string> {
    const { stdout } = await this.#session.run([...this.#beforeCommands, 'invoices', '--json'])
    const key = /"key": *"([^"]+)"/.exec(stdout)?.[1]
    if (key === undefined) throw new Error(`No invoice has a key: “${stdout}”`)
    return `portside://invoices/${encodeURIComponent(key)}`
  }

  #watch(ended: Promise<Ended>): void {
    this.#hasEnded = false
    this.#ended = ended.finally(() => {
      this.#hasEnded = true
    })
  }

  #start(args: string[]): void {
    this.#watch(this.#session.run(args))
  }

  async #command(args: readonly string[], code: number, { withBus = false } = {}): Promise<void> {
    const { DISPLAY: _display, ...headless } = this.#session.env
    const { DBUS_SESSION_BUS_ADDRESS: _bus, XDG_RUNTIME_DIR: _runtime, ...busless } = headless
    const env = withBus ? headless : busless
    const ended = await this.#session.run([...this.#beforeCommands, ...args], env)
    expect(ended.code === code && hasOwnWordsOnly(ended), `${args.join(' ')}: ${shown(ended)}`)
    say(`portside ${args.join(' ')}${withBus ? ', with a bus' : ''}: ${code}, ${firstWords(ended)}`)
  }
}
