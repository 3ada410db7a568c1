#!/usr/bin/env node
/**
 * Runs a command where a password store is at hand that belongs to nobody: `node scripts/with-keyring.mjs -- <command…>`.
 *
 * Linux: a D-Bus session of its own, an unlocked gnome-keyring on it, and HOME and the XDG folders in a temporary
 * place, all gone when the command ends. macOS and Windows have their own store: the command just runs.
 * The command's exit code is passed through. PORTSIDE_KEYRING tells the command what it has: 'session' or 'system'.
 */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { startSession } from './keyring/session.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

const [dashes, ...command] = process.argv.slice(2)
if (dashes !== '--' || command.length === 0)
  process.exitCode = say('Usage: node scripts/with-keyring.mjs -- <command…>', 2)
else if (process.platform === 'linux') process.exitCode = await inSession(command)
else process.exitCode = await run(command, { ...process.env, PORTSIDE_KEYRING: 'system' })

async function inSession(command) {
  const session = await startSession().catch((error) => say(error.message, null))
  if (session === null) return 1
  try {
    return await run(command, session.env)
  } finally {
    await session.stop()
  }
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

/** One line for the person, and what goes with it. */
function say(line, code) {
  console.error(line)
  return code
}
