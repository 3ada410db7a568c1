/**
 * What the app and its tests need of a Debian-like system: the file that shows it is there, and the package that brings
 * it. Where Debian 13 and Ubuntu 24.04 renamed the package for their 64-bit time, both names are given, newest first.
 */
const library = (file, ...packages) => ({ kind: 'library', file, packages })
const program = (file, ...packages) => ({ kind: 'program', file, packages })

/** Tokens at rest: keytar loads it when the app runs. */
export const KEYCHAIN = [library('libsecret-1.so.0', 'libsecret-1-0')]

/** What Electron's program (and Chromium's, which is much the same) is linked against and a bare server install lacks. */
export const ELECTRON = [
  library('libgtk-3.so.0', 'libgtk-3-0t64', 'libgtk-3-0'),
  library('libnss3.so', 'libnss3'),
  library('libgbm.so.1', 'libgbm1'),
  library('libasound.so.2', 'libasound2t64', 'libasound2'),
  library('libatk-bridge-2.0.so.0', 'libatk-bridge2.0-0t64', 'libatk-bridge2.0-0'),
  library('libcups.so.2', 'libcups2t64', 'libcups2'),
  library('libdrm.so.2', 'libdrm2'),
  library('libxkbcommon.so.0', 'libxkbcommon0'),
  library('libXcomposite.so.1', 'libxcomposite1'),
  library('libXdamage.so.1', 'libxdamage1'),
  library('libXrandr.so.2', 'libxrandr2')
]

/** Electron loads it for notifications, and is silent where it is missing. */
export const NOTIFICATIONS = library('libnotify.so.4', 'libnotify4')

/** For the tests on Electron, under Xvfb (scripts/check/screen.mjs). */
export const WINDOW_MANAGER = program('openbox', 'openbox')

/** A password store on a bus of its own, and a screen that isn't there. */
export const TESTS = [
  program('dbus-daemon', 'dbus-daemon', 'dbus'),
  program('dbus-send', 'dbus-bin', 'dbus'),
  program('gnome-keyring-daemon', 'gnome-keyring'),
  program('Xvfb', 'xvfb'),
  program('xauth', 'xauth')
]

/** Without one, pictures and widths are of empty boxes. */
export const FONTS = { kind: 'font', file: 'a font', packages: ['fonts-liberation'] }

/** Debian has it as a package; Ubuntu only as a snap, for which there is no package to name. */
export const BROWSER = program('chromium', 'chromium')

/** The same without its interface, for the tests: they take a third less processor time with it, and run without it too. */
export const HEADLESS_BROWSER = program('chromium-headless-shell', 'chromium-headless-shell')
