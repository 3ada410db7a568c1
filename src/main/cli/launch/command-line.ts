/**
 * Which switches the app starts with. A packaged app accepts an allowlist: Chromium's own switches could open a debugging
 * port, turn certificate checks off or redirect names.
 */
import { resolve } from 'node:path'

export const USAGE_ERROR = 64

export interface CommandLine {
  /** One sentence for the user, if the app must not start. */
  error: string | null
  /** The names of the switches that aren't accepted. */
  refused: string[]
  profileDir: string | null
}

export interface LaunchContext {
  packaged: boolean
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  /** Names of the options that a command was given, which are switches to Chromium. */
  commandOptions?: readonly string[]
}

const OWN = ['diagnostics', 'hidden', 'json', 'profile-dir', 'quick-check', 'self-test']

const CHROMIUM = [
  'enable-wayland-ime',
  'force-color-profile',
  'gtk-version',
  // Which file dialog: the portal's, or GTK's for a version that no portal has (docs/api/dialog.md).
  'xdg-portal-required-version',
  'ozone-platform',
  'ozone-platform-hint',
  'wayland-text-input-version',
  'disable-gpu',
  'disable-gpu-compositing',
  'disable-software-rasterizer',
  'enable-unsafe-swiftshader',
  'force_high_performance_gpu',
  'force_low_power_gpu',
  'ignore-gpu-blocklist',
  'use-angle',
  'use-gl',
  'force-device-scale-factor',
  'high-dpi-support',
  // For screen readers and test tools that Chromium doesn't notice by itself.
  'force-renderer-accessibility',
  'lang',
  // How much Chromium itself writes to standard error: the launcher wants nothing of it beside a command's words.
  'log-level',
  'no-proxy-server',
  'proxy-auto-detect',
  'proxy-bypass-list',
  'proxy-pac-url',
  'proxy-server',
  'no-sandbox'
]

/** The only values of --enable-features and --disable-features: other features guard the page. */
const FEATURES = ['UseOzonePlatform', 'Vulkan', 'WaylandFractionalScaleV1', 'WaylandWindowDecorations']

/** Switches that the system adds. */
const FROM_SYSTEM: Partial<Record<NodeJS.Platform, RegExp>> = {
  // Finder adds the process serial number; the other two choose the language of one app (NSUserDefaults).
  darwin: /^(psn_\d+_\d+|AppleLanguages|AppleLocale)$/,
  // COM adds -Embedding for a click on a notification (windows_toast_activator.cc), and the installer --updated.
  win32: /^(embedding|toastactivated|updated)$/,
  linux: /^updated$/
}

/** Clears variables that would take effect later, here and in programs that the app starts. */
export function clearVariables(env: NodeJS.ProcessEnv): void {
  // Chromium would write the keys of every TLS connection to that file (content/browser/network_service_instance_impl.cc).
  delete env['SSLKEYLOGFILE']
  // Node would take the worker's compiled code from that folder, which anyone can write: it checks no signature. It has loaded main's
  // already, which no fuse prevents.
  delete env['NODE_COMPILE_CACHE']
  // For tests of an app that isn't packaged.
  delete env['PORTSIDE_LANGUAGES']
  delete env['PORTSIDE_SELF_TEST_SECONDS']
}

export interface Switch {
  name: string
  /** Empty without one. */
  value: string
  hasValue: boolean
}

export function readCommandLine(args: readonly string[], context: LaunchContext): CommandLine {
  const { packaged, platform, env, commandOptions = [] } = context
  const switches = args.map((argument) => readSwitch(argument, platform)).filter((each) => each !== null)
  const isAllowed = (each: Switch): boolean =>
    OWN.includes(each.name) || commandOptions.includes(each.name) || isAllowedBesideCommands(each, platform)
  const refused = packaged ? switches.filter((each) => !isAllowed(each)).map(({ name }) => name) : []
  const [first] = refused
  const wrong = (error: string): CommandLine => ({ error, refused, profileDir: null })
  if (first !== undefined) return wrong(`Portside does not accept the switch "${printable(first)}".`)
  // Of a repeated switch, Chromium takes the last one, too.
  const chosen = switches.findLast(({ name }) => name === 'profile-dir')?.value
  if (chosen === '') return wrong('--profile-dir needs a folder, as in --profile-dir=PATH.')
  const folder = chosen ?? (packaged ? undefined : env['PORTSIDE_PROFILE_DIR'])
  return { error: null, refused, profileDir: folder ? resolve(folder) : null }
}

/**
 * Reads an argument as Chromium does (base/command_line.cc): white space around it doesn't count, one dash is enough, Windows
 * takes a slash too and ignores case. What follows "--" is read as well, although Chromium would not: nothing needs it.
 */
export function readSwitch(argument: string, platform: NodeJS.Platform): Switch | null {
  const onWindows = platform === 'win32'
  const trimmed = argument.replace(/^[\s\p{Cc}]+|[\s\p{Cc}]+$/gu, '')
  const [prefix] = (onWindows ? /^(--|-|\/)/ : /^--?/).exec(trimmed) ?? []
  if (prefix === undefined || prefix === trimmed) return null
  const [name = '', ...rest] = trimmed.slice(prefix.length).split('=')
  return { name: onWindows ? name.toLowerCase() : name, value: rest.join('='), hasValue: rest.length > 0 }
}

/** Switches that go with each command: its data folder, and those of Chromium and the system. */
export function isAllowedBesideCommands({ name, value }: Switch, platform: NodeJS.Platform): boolean {
  if (name === 'enable-features' || name === 'disable-features') {
    return value.split(',').every((feature) => FEATURES.includes(feature))
  }
  return name === 'profile-dir' || CHROMIUM.includes(name) || FROM_SYSTEM[platform]?.test(name) === true
}

/** A switch's name must not contain control sequences for the terminal. */
const printable = (name: string): string => name.replace(/[^\x20-\x7e]/g, '?').slice(0, 80)
