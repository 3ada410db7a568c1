/**
 * `npm run launch` (the second half of `npm start`): builds what is out of date and opens the app in Electron. Further arguments go to the
 * app. Standard output is the app's alone.
 *
 * On Linux without a display it does the app's main job instead, on a screen of its own and in a profile that it removes afterwards:
 * pictures and a summary show that it works. Switches that answer in the terminal need no display.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build, isFresh } from './build/out.mjs'
import { hasDisplay, isDisplayGone } from './setup/display.mjs'
import { electronRuntime } from './setup/electron-runtime.mjs'
import { NODE_MODULES, ROOT } from './setup/paths.mjs'
import { requirePinnedNode } from './setup/pinned-node.mjs'
import { sandboxTrouble } from './start/sandbox.mjs'

/** Switches with which the app answers in the terminal, with the exit code when it has no answer. */
const ANSWERS = { '--quick-check': 20, '--self-test': 1, '--diagnostics': 20, '--help': 64, '--version': 64 }
/** The same for commands, which are the first word. */
const NO_ANSWER = 20

/** EX_USAGE of sysexits.h, as the app's own (src/main/cli/launch/command-line.ts). */
const USAGE_ERROR = 64

const say = (line) => process.stderr.write(`portside: ${line}\n`)
const isLinux = process.platform === 'linux'
const isRoot = isLinux && process.getuid() === 0

requirePinnedNode()
const runtime = electronRuntime()
process.exitCode = runtime === null ? refuse() : await launch(process.argv.slice(2))

function refuse() {
  say(
    `there is no Electron for ${process.platform} ${process.arch} here. ` +
      'Check the network, then: node scripts/setup.mjs --for=start --retry-electron'
  )
  return 1
}

async function launch(args) {
  // TypeScript, which an old Node can't read.
  const { COMMAND_NAMES } = await import('../src/main/cli/commands.ts')
  const question = Object.keys(ANSWERS).find((name) => args.some((arg) => arg === name || arg.startsWith(`${name}=`)))
  if (question !== undefined) return answer(args, ANSWERS[question])
  if (COMMAND_NAMES.includes(args.find((arg) => !arg.startsWith('-')))) return answer(args, NO_ANSWER)
  if (hasDisplay()) return open(args)
  if (args.length === 0) return preview()
  const answered = [...COMMAND_NAMES, ...Object.keys(ANSWERS)].join(', ')
  say(`there is no display, so only these can be answered: ${answered}. Not ${args.join(' ')}.`)
  return USAGE_ERROR
}

/** The main job without a display: sample account, temporary profile, no keychain. */
async function preview() {
  nameRuntime()
  say(
    'there is no display, so the app runs once on a screen of its own, with its sample account: sign in, fetch, search, invoices, profile.'
  )
  if (!(await isBuilt())) return 1
  const tour = ['test', '--config', join('test', 'tour', 'playwright.config.ts'), '--project', 'start']
  const child = spawn(process.execPath, [join(NODE_MODULES, '@playwright', 'test', 'cli.js'), ...tour], {
    cwd: ROOT,
    stdio: 'inherit'
  })
  // Playwright ends its app and removes the profile on this signal alone.
  return waitFor(child, 'SIGINT')
}

/** Opens the window. Ctrl+C reaches the app too: it gets to close its files, and this waits for that. */
async function open(args) {
  nameRuntime()
  if (!(await isBuilt()) || !canStart(args)) return 1
  const exitCode = await waitFor(start(args))
  if (exitCode !== 0 && isLinux && (await isDisplayGone())) say('the app has ended, because its display has gone.')
  return exitCode
}

function nameRuntime() {
  const { version, isPinned } = runtime
  const reasons = [
    ...(isPinned ? [] : ['is from 2024 and gets no security fixes']),
    ...(isRoot ? ['runs as root with --no-sandbox'] : [])
  ]
  const limits =
    reasons.length > 0 ? ` It ${reasons.join(' and ')}: for tests and the sample, not for real accounts.` : ''
  say(`starting Electron ${version}.${limits}`)
}

/** A terminal sends Ctrl+C to the child, too. @param ending what the child is sent for SIGTERM */
async function waitFor(child, ending = 'SIGTERM') {
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill(ending))
  const { code, signal } = await ended(child)
  return code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)
}

/** Answers in the terminal. Whatever keeps the app from answering, the exit code is neither "yes" nor "no". */
async function answer(args, failed) {
  let child = null
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => (child === null ? process.exit(failed) : child.kill(signal)))
  }
  if (!(await isBuilt()) || !canStart(args)) return failed
  // Electron starts on no display with this, as long as it opens no window. Else Chromium's own lines stand beside the answer.
  const headless = hasDisplay() ? [] : ['--ozone-platform=headless']
  child = start([...headless, '--log-level=3', ...args])
  // A second Ctrl+C, or npm passing the first one on, ends the app by the signal.
  return (await ended(child)).code ?? failed
}

async function isBuilt() {
  if (isFresh()) return true
  say('building …')
  return (await build({ quiet: true })) === 0
}

function canStart(args) {
  const problem = isRoot || args.includes('--no-sandbox') ? null : sandboxTrouble(runtime.program)
  if (problem !== null) say(problem)
  return problem === null
}

function start(args) {
  return spawn(runtime.program, [runtime.appFolder, ...(isRoot ? ['--no-sandbox'] : []), ...args], {
    cwd: ROOT,
    stdio: 'inherit'
  })
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
}
