#!/usr/bin/env node
/**
 * Runs a command where a password store is at hand that belongs to nobody: `node scripts/with-keyring.mjs -- <command…>`.
 *
 * Linux: a D-Bus session of its own, an unlocked gnome-keyring on it, and HOME and the XDG folders in a temporary
 * place, all gone when the command ends. macOS and Windows have their own store: the command just runs.
 * The command's exit code is passed through. PORTSIDE_KEYRING tells the command what it has: 'session' or 'system'.
 */
import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { constants, homedir, tmpdir } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'

const BUS = 'dbus-daemon'
const KEYRING = 'gnome-keyring-daemon'
const PASSWORD = 'portside'
const READY_MS = 15_000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

const [dashes, ...command] = process.argv.slice(2)
if (dashes !== '--' || command.length === 0)
  process.exitCode = say('Usage: node scripts/with-keyring.mjs -- <command…>', 2)
else if (process.platform === 'linux') process.exitCode = await inSession(command)
else process.exitCode = await run(command, { ...process.env, PORTSIDE_KEYRING: 'system' })

async function inSession(command) {
  const missing = [BUS, 'dbus-send', KEYRING].filter((tool) => !locate(tool))
  if (missing.length > 0) {
    return say(
      `No keyring session: ${missing.join(', ')} not found (Debian/Ubuntu: packages dbus and gnome-keyring).`,
      1
    )
  }
  const place = mkdtempSync(join(tmpdir(), 'portside-keyring-'))
  const env = environment(place)
  const daemons = []
  try {
    const bus = daemon(locate(BUS), ['--session', '--nofork', `--address=${env.DBUS_SESSION_BUS_ADDRESS}`], env)
    daemons.unshift(bus)
    // The login keyring is made with this password, and is thereby unlocked.
    const args = ['--foreground', '--unlock', '--components=secrets']
    if (await until(() => existsSync(join(env.XDG_RUNTIME_DIR, 'bus')), bus)) {
      daemons.unshift(daemon(runnable(locate(KEYRING), place), args, env, PASSWORD))
      if (await until(() => storeAnswers(env), daemons[0])) return await run(command, env)
    }
    return say(`No keyring session: ${daemons[0].name} did not start. ${daemons[0].words.trim()}`, 1)
  } finally {
    for (const each of daemons) await each.end()
    rmSync(place, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

function environment(place) {
  const folder = (name) => {
    mkdirSync(join(place, name), { mode: 0o700 })
    return join(place, name)
  }
  const before = process.env
  const env = {
    ...before,
    PORTSIDE_KEYRING: 'session',
    HOME: folder('home'),
    XDG_RUNTIME_DIR: folder('run'),
    XDG_DATA_HOME: folder('data'),
    XDG_CONFIG_HOME: folder('config'),
    XDG_CACHE_HOME: folder('cache'),
    XDG_STATE_HOME: folder('state'),
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(place, 'run', 'bus')}`
  }
  delete env.GNOME_KEYRING_CONTROL

  // What a command finds by way of the folders that were just replaced stays findable.
  const keep = (name, path) => {
    if (!env[name] && existsSync(path)) env[name] = path
  }
  keep('PLAYWRIGHT_BROWSERS_PATH', join(before.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ms-playwright'))
  keep('XAUTHORITY', join(homedir(), '.Xauthority'))
  if (before.WAYLAND_DISPLAY && before.XDG_RUNTIME_DIR && !isAbsolute(before.WAYLAND_DISPLAY)) {
    env.WAYLAND_DISPLAY = join(before.XDG_RUNTIME_DIR, before.WAYLAND_DISPLAY)
  }
  return env
}

/** A child that stays in the foreground, so that it can be ended by its own id; not reached by a terminal's Ctrl-C. */
function daemon(file, args, env, input = '') {
  const child = spawn(file, args, { env, detached: true, stdio: ['pipe', 'ignore', 'pipe'] })
  const self = { name: file, words: '', gone: false, end }
  const gone = new Promise((resolve) => {
    for (const event of ['exit', 'error']) {
      child.once(event, (what) => {
        if (what instanceof Error) self.words += what.message
        self.gone = true
        resolve()
      })
    }
  })
  child.stderr.setEncoding('utf8').on('data', (text) => (self.words += text))
  child.stdin.on('error', (error) => (self.words += error.message))
  child.stdin.end(input)
  return self

  async function end() {
    if (!self.gone) child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), 2000)
    await gone
    clearTimeout(late)
    // Services that the bus started may still hold the pipe; nobody reads it any more.
    child.stderr.destroy()
  }
}

/**
 * The packaged daemon carries the capability to lock memory. Containers that may not grant it refuse to run the file
 * at all ("Operation not permitted"); a copy carries no capability and runs.
 */
function runnable(installed, place) {
  if (spawnSync(installed, ['--version'], { stdio: 'ignore' }).error?.code !== 'EPERM') return installed
  const copy = join(place, KEYRING)
  copyFileSync(installed, copy)
  return copy
}

/** Whether the store is there and has a default collection. */
function storeAnswers(env) {
  // Asked first whether anyone has the name: a call to an absent one would make the bus start a second daemon.
  const bus = 'org.freedesktop.DBus'
  if (!ask(env, bus, '/org/freedesktop/DBus', `${bus}.NameHasOwner`, 'org.freedesktop.secrets').includes('true'))
    return false
  const path = '/org/freedesktop/secrets'
  const reply = ask(env, 'org.freedesktop.secrets', path, 'org.freedesktop.Secret.Service.ReadAlias', 'default')
  return reply.includes(`"${path}/`)
}

function ask(env, name, path, member, text) {
  const args = ['--session', '--print-reply', '--reply-timeout=2000', `--dest=${name}`, path, member, `string:${text}`]
  return spawnSync('dbus-send', args, { env, encoding: 'utf8' }).stdout ?? ''
}

/** True as soon as the condition holds; false when the daemon ended or time is up. */
async function until(condition, daemon) {
  const deadline = Date.now() + READY_MS
  while (Date.now() < deadline && !daemon.gone) {
    if (condition()) return true
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  return false
}

/** Runs to the end and gives the exit code; signals meant for us reach the command, and we wait for it. */
function run([file, ...args], env) {
  return new Promise((resolve) => {
    // Windows starts .cmd files (all of node_modules/.bin) through its shell only, which splits at spaces.
    const shell = process.platform === 'win32'
    const quoted = shell ? args.map((text) => (/[\s&|<>^]/.test(text) ? `"${text}"` : text)) : args
    const child = spawn(file, quoted, { stdio: 'inherit', env, shell })
    const pass = (signal) => child.kill(signal)
    for (const signal of SIGNALS) process.on(signal, pass)
    const done = (code) => {
      for (const signal of SIGNALS) process.off(signal, pass)
      resolve(code)
    }
    child.once('error', (error) => done(say(`Can't run ${file}: ${error.message}`, 127)))
    child.once('exit', (code, signal) => done(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}

function locate(tool) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, tool)).find((path) => existsSync(path))
}

/** One line for the person, and the exit code that goes with it. */
function say(line, code) {
  console.error(line)
  return code
}
