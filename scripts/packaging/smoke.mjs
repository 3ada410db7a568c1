/**
 * `npm run smoke`, after `npm run dist`: runs the packaged app of this system. It passes its self-test (docs/command-line.md),
 * answers a command and refuses a switch that would open it to others.
 *
 *     node scripts/packaging/smoke.mjs [--without-sandbox] [--report=FILE] [PROGRAM]
 *
 * PROGRAM: an installed app. `--without-sandbox`: this app starts without it here, as the AppImage on Ubuntu. `--report`: where the
 * self-test's JSON goes.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { hasDisplay, startScreen } from '../setup/display.mjs'
import { ROOT } from '../setup/paths.mjs'

const LONGEST_RUN_MS = 180_000
/** src/main/cli/launch/command-line.ts, USAGE_ERROR */
const REFUSED = 64
/** src/main/cli/commands.ts, EXIT.incomplete */
const INCOMPLETE = 20

/** Path of the program that electron-builder packed for a system and processor; null where there is none. It names no folder after x64. */
export function packagedProgram(dist, platform = process.platform, arch = process.arch) {
  const processor = arch === 'x64' ? '' : `-${arch}`
  const [folders, program] = {
    linux: [[`linux${processor}-unpacked`], ['portside']],
    win32: [[`win${processor}-unpacked`], ['Portside.exe']],
    darwin: [
      ['mac-universal', `mac${processor}`],
      ['Portside.app', 'Contents', 'MacOS', 'Portside']
    ]
  }[platform]
  return folders.map((name) => join(dist, name, ...program)).find((path) => existsSync(path)) ?? null
}

/**
 * What is wrong with the app that this command starts, one sentence each; empty when it is fine.
 *
 * @param {string[]} command
 * @param {{withoutSandbox?: boolean, reportFile?: string, platform?: NodeJS.Platform}} [how]
 * @returns {Promise<string[]>}
 */
export async function smokeTest(command, how = {}) {
  const { withoutSandbox = false, reportFile, platform = process.platform } = how
  // On Linux, making one changes nothing (src/main/cli/self-test/system-parts.ts).
  const mayBeSkipped = [...(platform === 'linux' ? [] : ['notification']), ...(withoutSandbox ? ['sandbox'] : [])]
  const profile = mkdtempSync(join(tmpdir(), 'portside-smoke-'))
  try {
    const tested = await run([...command, '--self-test', `--profile-dir=${profile}`])
    if (reportFile !== undefined) writeFileSync(reportFile, tested.stdout)
    const answered = await run([...command, 'invoices', '--json', `--profile-dir=${profile}`])
    const refused = await run([...command, '--ignore-certificate-errors', '--self-test', `--profile-dir=${profile}`])
    return [...selfTestProblems(tested, mayBeSkipped), ...commandProblems(answered), ...switchProblems(refused)]
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

/** @param {string[]} mayBeSkipped checks that can't be made on each system */
function selfTestProblems({ code, stdout, stderr }, mayBeSkipped) {
  const report = reportIn(stdout)
  if (report === null) return [`The self-test printed no report and exited with ${code}.\n${stdout}${stderr}`]
  const skipped = Object.entries(report.checks ?? {}).filter(
    ([name, result]) => result.startsWith('skipped: ') && !mayBeSkipped.includes(name)
  )
  return [
    ...skipped.map(([name, result]) => `The check "${name}" was ${result}`),
    ...(report.ok === true && code === 0 ? [] : [`The self-test failed with ${code}: ${JSON.stringify(report)}`]),
    ...(report.packaged === true ? [] : ['The app does not know that it is packaged.'])
  ]
}

/** Nobody is signed in, so that nothing is known. */
const commandProblems = ({ code, stdout, stderr }) =>
  code === INCOMPLETE && reportIn(stdout)?.reason === 'nobody'
    ? []
    : [`The command "invoices" ended with ${code}.\n${stdout}${stderr}`]

const switchProblems = ({ code, stdout, stderr }) =>
  code === REFUSED ? [] : [`--ignore-certificate-errors was not refused: exit code ${code}.\n${stdout}${stderr}`]

/** The one line of JSON; standard output holds nothing else. */
function reportIn(stdout) {
  const lines = stdout.trim().split('\n')
  try {
    return lines.length === 1 ? JSON.parse(lines[0]) : null
  } catch {
    return null // Something else was printed, which the caller shows.
  }
}

function run([program, ...args]) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: LONGEST_RUN_MS })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => (stdout += chunk))
    child.stderr.on('data', (chunk) => (stderr += chunk))
    child.once('error', (error) => resolve({ code: null, stdout, stderr: error.message }))
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}

async function main() {
  const { values, positionals } = parseArgs({
    options: { 'without-sandbox': { type: 'boolean', default: false }, report: { type: 'string' } },
    allowPositionals: true
  })
  const program = positionals[0] ?? packagedProgram(join(ROOT, 'dist'))
  if (program === null) {
    process.stderr.write('smoke: there is no packaged app in dist/. Run: npm run dist\n')
    return 1
  }
  const asRoot = process.platform === 'linux' && process.getuid() === 0
  const command = [program, ...(asRoot ? ['--no-sandbox'] : [])]
  const withoutSandbox = asRoot || values['without-sandbox']
  const screen = hasDisplay() ? null : await startScreen()
  if (screen !== null) process.env.DISPLAY = screen.display
  const problems = await smokeTest(command, { withoutSandbox, reportFile: values.report })
  await screen?.stop()
  for (const problem of problems) process.stderr.write(`smoke: ${problem}\n`)
  if (problems.length === 0) process.stdout.write(`smoke: ${program} is fine.\n`)
  return problems.length === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = await main()
