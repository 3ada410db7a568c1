/** An installed app on a desktop: what its user sees of it and does with it. */
import { execFile, spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Desktop } from '../support/desktop.ts'
import { countColours, readScreen, toPng, type Area, type Picture } from '../support/screen-picture.ts'
import { trayItem, type TrayItem } from '../support/tray-item.ts'

const LONGEST_WAIT_MS = 60_000
/** A page with text has more: its letters have soft edges. */
const COLOURS_OF_A_PAGE = 40
/** scripts/setup/display.mjs */
const WHOLE_SCREEN: Area = { x: 0, y: 0, width: 2200, height: 1400 }
const MOST_OUTPUT = 64 * 1024 * 1024
/** 50 ms apart. A caret blinks less often. */
const STILL_TIMES = 4

export interface Place {
  /** The path of its program, and the folder in which all its programs are. */
  program: string
  folder: string
}

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export interface Window extends Area {
  id: string
  title: string
}

/** @throws Error that names what didn't come */
export async function until<T>(what: string, ask: () => Promise<T> | T): Promise<NonNullable<T>> {
  const end = performance.now() + LONGEST_WAIT_MS
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (performance.now() > end) throw new Error(`${what}: not within a minute.`)
    await later(50)
  }
}

export class AppSession {
  readonly env: NodeJS.ProcessEnv
  readonly #place: Place
  readonly #desktop: Desktop
  readonly #pictures: string
  readonly #screenFile: string
  readonly #name: string

  /** @param pictures where the screen's file is, and pictures of it go */
  constructor(place: Place & { name: string }, desktop: Desktop, pictures: string) {
    this.#place = place
    this.#name = place.name
    this.#desktop = desktop
    this.#pictures = pictures
    this.#screenFile = join(pictures, 'Xvfb_screen0')
    this.env = { ...process.env, ...desktop.env }
  }

  /** Starts the app. Resolves at its end. */
  run(args: string[], env = this.env): Promise<Ended> {
    return runProgram([this.#place.program, ...args], env)
  }

  /** What is on the screen of the app, in the order of their making; its tooltips and menus, too. */
  async windows(): Promise<Window[]> {
    // It fails where it finds none.
    const found = await this.#xdotool('search', '--onlyvisible', '--class', 'portside').catch(() => '')
    const ids = found.split('\n').filter((line) => /^\d+$/.test(line))
    return Promise.all(ids.map((id) => this.#window(id)))
  }

  /** Moves the pointer out of the pictures. */
  async hidePointer(): Promise<void> {
    await this.#xdotool('mousemove', String(WHOLE_SCREEN.width - 1), String(WHOLE_SCREEN.height - 1))
  }

  /** Waits until the app shows a window with a page. @param name of the picture of it that is kept */
  async shownWindow(name?: string): Promise<Window> {
    const window = await until('A window of Portside', async () =>
      (await this.windows()).find(({ title }) => title.includes('Portside'))
    )
    await until('The page in it', () => countColours(this.#screen(window)) >= COLOURS_OF_A_PAGE)
    await this.#settled(() => true)
    if (name !== undefined) this.picture(name, window)
    return window
  }

  async isHidden(): Promise<boolean> {
    return (await this.windows()).length === 0
  }

  /** A picture of the screen or a part of it. */
  picture(name: string, area: Area = WHOLE_SCREEN): void {
    writeFileSync(join(this.#pictures, `${this.#name}-${name}.png`), toPng(this.#screen(area)))
  }

  /** @param icon of its window, as the window manager has it */
  save(name: string, icon: Picture): void {
    writeFileSync(join(this.#pictures, `${this.#name}-${name}.png`), toPng(icon))
  }

  /** Presses keys in the window that has the keyboard, such as `ctrl+k`, and waits until it shows what they did. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.#change(() => this.#xdotool('key', key))
  }

  /** Types into the field that has the keyboard. */
  async type(text: string): Promise<void> {
    await this.#change(() => this.#xdotool('type', text))
  }

  async minimise(window: Window): Promise<void> {
    await this.#xdotool('windowminimize', window.id)
    await until('The window minimised', () => this.isHidden())
  }

  /** The numbers of a window's property. */
  async property(window: Window, name: string): Promise<number[]> {
    const text = await this.#run('xprop', '-id', window.id, '-len', String(MOST_OUTPUT), '-notype', '32c', name)
    return [...(text.split('=')[1] ?? '').matchAll(/\d+/g)].map(([number]) => Number(number))
  }

  /** Waits until the app has an icon in the panel. */
  async tray(): Promise<TrayItem> {
    const { tray } = this.#desktop
    if (tray === null) throw new Error('This desktop has no panel of its own.')
    await until('The icon in the panel', () => tray.items.length > 0)
    return trayItem(String(this.env['DBUS_SESSION_BUS_ADDRESS']), tray)
  }

  /** From now on, no panel shows icons. */
  hideTray(): void {
    this.#desktop.tray?.panel(false)
  }

  trayIcons(): number {
    return this.#desktop.tray?.items.length ?? 0
  }

  /** Processes whose program is in the app's folder. */
  processes(): number[] {
    return readdirSync('/proc').flatMap((pid) => {
      try {
        const program = /^\d+$/.test(pid) ? readlinkSync(`/proc/${pid}/exe`) : ''
        return program.startsWith(`${this.#place.folder}/`) ? [Number(pid)] : []
      } catch (error) {
        // It has ended, or it is another user's.
        if (error instanceof Error && 'code' in error) return []
        throw error
      }
    })
  }

  /** Ends what a failed check left running. */
  async end(): Promise<void> {
    for (const pid of this.processes()) process.kill(pid, 'SIGKILL')
    await until('The end of the app', () => this.processes().length === 0)
    rmSync(this.#screenFile, { force: true })
  }

  /** Waits until the screen is another one. */
  async #change(act: () => Promise<unknown>): Promise<void> {
    const before = readFileSync(this.#screenFile)
    await act()
    await this.#settled((now) => !now.equals(before))
  }

  /** Waits until the screen has been the same a few times. */
  async #settled(isExpected: (screen: Buffer) => boolean): Promise<void> {
    let last = readFileSync(this.#screenFile)
    let times = 0
    await until('A change on the screen', () => {
      const now = readFileSync(this.#screenFile)
      times = now.equals(last) ? times + 1 : 0
      last = now
      return times >= STILL_TIMES && isExpected(now)
    })
  }

  #screen(area: Area): Picture {
    return readScreen(this.#screenFile, area)
  }

  async #window(id: string): Promise<Window> {
    // xdotool's own place of a window counts the window manager's frame twice.
    const [title, about] = await Promise.all([
      this.#xdotool('getwindowname', id),
      this.#run('xwininfo', '-id', id)
    ]).catch(() => ['', ''])
    const value = (name: string): number => Number(new RegExp(`${name}: +(-?\\d+)$`, 'm').exec(about)?.[1] ?? 0)
    const place = { x: value('Absolute upper-left X'), y: value('Absolute upper-left Y') }
    return { id, title: title.trim(), ...place, width: value('Width'), height: value('Height') }
  }

  #xdotool(...args: string[]): Promise<string> {
    return this.#run('xdotool', ...args)
  }

  async #run(program: string, ...args: string[]): Promise<string> {
    return (await promisify(execFile)(program, args, { env: this.env, maxBuffer: MOST_OUTPUT })).stdout
  }
}

export function runProgram([program = '', ...args]: string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}
