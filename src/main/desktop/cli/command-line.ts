/**
 * Which switches the app starts with. A packaged app accepts an allowlist: Chromium's own switches could open a debugging
 * port, turn certificate checks off or redirect names (docs/electron.md, "Start-up, switches and environment").
 */
import { resolve } from 'node:path'

/** EX_USAGE of sysexits.h. */
export const USAGE_ERROR = 64

export interface CommandLine {
  /** One sentence for standard error: the app must not start. */
  error: string | null
  /** The data folder, if one was given. */
  profileDir: string | null
}

export interface LaunchContext {
  packaged: boolean
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
}

const OWN = ['hidden', 'json', 'profile-dir', 'quick-check', 'self-test']

const CHROMIUM = [
  // Display.
  'enable-wayland-ime',
  'force-color-profile',
  'gtk-version',
  'ozone-platform',
  'ozone-platform-hint',
  'wayland-text-input-version',
  // GPU.
  'disable-gpu',
  'disable-gpu-compositing',
  'disable-gpu-sandbox',
  'disable-software-rasterizer',
  'enable-unsafe-swiftshader',
  'force_high_performance_gpu',
  'force_low_power_gpu',
  'ignore-gpu-blocklist',
  'use-angle',
  'use-gl',
  // Scale and language.
  'force-device-scale-factor',
  'high-dpi-support',
  'lang',
  // Proxy.
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
  // COM starts the app for a click on a notification: Electron registers the executable as its local server
  // (shell/browser/notifications/win/windows_toast_activator.cc). The installer adds --updated.
  win32: /^(embedding|toastactivated|updated)$/,
  linux: /^updated$/
}

/**
 * Chromium writes the keys of every TLS connection to the file that SSLKEYLOGFILE names, as with --ssl-key-log-file. It reads the
 * variable when the network service starts, after ready (content/browser/network_service_instance_impl.cc).
 */
export function clearKeyLog(env: NodeJS.ProcessEnv): void {
  delete env['SSLKEYLOGFILE']
}

interface Switch {
  name: string
  value: string
}

/** @param args the process's arguments without the program */
export function readCommandLine(args: readonly string[], { packaged, platform, env }: LaunchContext): CommandLine {
  const switches = args.map((argument) => readSwitch(argument, platform)).filter((each) => each !== null)
  const rejected = packaged ? switches.find((each) => !isAllowed(each, platform)) : undefined
  if (rejected) return { error: `Portside does not accept the switch "${printable(rejected.name)}".`, profileDir: null }
  const chosen = switches.findLast(({ name }) => name === 'profile-dir')?.value
  if (chosen === '') return { error: '--profile-dir needs a folder, as in --profile-dir=PATH.', profileDir: null }
  const folder = chosen ?? (packaged ? undefined : env['PORTSIDE_PROFILE_DIR'])
  return { error: null, profileDir: folder ? resolve(folder) : null }
}

/**
 * Reads an argument as Chromium does (base/command_line.cc): white space around it doesn't count, one dash is enough, Windows
 * takes a slash too and ignores case. What follows "--" is read as well, although Chromium would not: nothing needs it.
 */
function readSwitch(argument: string, platform: NodeJS.Platform): Switch | null {
  const onWindows = platform === 'win32'
  const trimmed = argument.replace(/^[\s\p{Cc}]+|[\s\p{Cc}]+$/gu, '')
  const [prefix] = (onWindows ? /^(--|-|\/)/ : /^--?/).exec(trimmed) ?? []
  if (prefix === undefined || prefix === trimmed) return null
  const [whole = '', value = ''] = splitOnce(trimmed.slice(prefix.length), '=')
  return { name: onWindows ? whole.toLowerCase() : whole, value }
}

function isAllowed({ name, value }: Switch, platform: NodeJS.Platform): boolean {
  if (name === 'enable-features' || name === 'disable-features') {
    return value.split(',').every((feature) => FEATURES.includes(feature))
  }
  return OWN.includes(name) || CHROMIUM.includes(name) || FROM_SYSTEM[platform]?.test(name) === true
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

/** A switch's name must not contain control sequences for the terminal. */
const printable = (name: string): string => name.replace(/[^\x20-\x7e]/g, '?').slice(0, 80)
