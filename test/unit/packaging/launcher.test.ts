import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROJECT } from '../../support/packaging.ts'

const SOURCE = join(PROJECT, 'scripts/packaging/linux/portside')
const HEADLESS = ['--ozone-platform=headless', '--log-level=3']

/** Ends with its own code and prints what the launcher gave it. */
const STUB = `#!/bin/sh
for argument in "$@"; do printf '<%s>' "$argument"; done
printf '\\n%s\\n' "\${DBUS_SESSION_BUS_ADDRESS:-none} \${XDG_RUNTIME_DIR:-none}"
exit 20
`

const asGiven = (...args: string[]): string => args.map((argument) => `<${argument}>`).join('')

describe.runIf(process.platform === 'linux')('the launcher', () => {
  let folder: string
  let launcher: string
  /** Of Chromium's sandbox. */
  let helper: string
  /** How many user namespaces the system allows. */
  let namespaces: string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'portside launcher '))
    const app = join(folder, 'app')
    writeFileSync(app, STUB)
    launcher = join(folder, 'portside')
    const source = readFileSync(SOURCE, 'utf8')
    expect(source).toContain('\napp=/opt/Portside/portside\n')
    helper = join(folder, 'chrome-sandbox')
    namespaces = join(folder, 'max_user_namespaces')
    const replaced = source
      .replace('/opt/Portside/portside', `'${app}'`)
      .replace('/opt/Portside/chrome-sandbox', `'${helper}'`)
      .replace('/proc/sys/user/max_user_namespaces', `'${namespaces}'`)
    writeFileSync(launcher, replaced)
    writeFileSync(helper, '')
    writeFileSync(namespaces, '1000\n')
    for (const file of [app, launcher, helper]) chmodSync(file, 0o755)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function start(args: string[], { env = {}, program = launcher }: { env?: object; program?: string } = {}) {
    const { PATH } = process.env
    const { stdout, stderr, status } = spawnSync(program, args, { env: { PATH, ...env }, encoding: 'utf8' })
    const [given = '', session = ''] = stdout.split('\n')
    return { given, session, status, stderr }
  }

  it.each([
    [['invoices', '--state', 'open']],
    [['--profile-dir=/tmp/a b', 'products', '--search', `it's "quoted" $HOME * \\`]],
    [['refresh']],
    [[' ', 'refresh']],
    [['--', '--quick-check']],
    [['--quick-check', '--json']],
    [['--diagnostics', '/tmp/a b.txt']],
    [['--diagnostics=-']],
    [['--help']],
    [['--version']],
    // The app says that there is no such command.
    [['invoces']]
  ])('starts a command without a display, with its arguments as they are: %j', (args) => {
    const { given, status } = start(args)
    expect(given).toBe(asGiven(...HEADLESS, ...args))
    expect(status, 'the app’s own exit code').toBe(20)
  })

  it.each([
    [[]],
    [['--hidden']],
    [['--self-test']],
    [['--profile-dir=/tmp/x']],
    [['portside://invoices/1']],
    [['Portside://products/2', 'invoices']],
    [['']],
    [['--', 'invoices']],
    [['-', 'invoices']],
    [['./letter.pdf', 'invoices']],
    [['--help', 'portside://invoices/1']]
  ])('starts the app as before: %j', (args) => {
    expect(start(args, { env: { DISPLAY: ':0' } }).given).toBe(asGiven(...args))
  })

  it('gives way to a platform that is chosen', () => {
    // Chromium takes the last one.
    const chosen = ['--ozone-platform=x11', 'invoices']
    expect(start(chosen).given).toBe(asGiven(...HEADLESS, ...chosen))
  })

  it('says what to do where the system took user namespaces away', () => {
    writeFileSync(namespaces, '0')
    try {
      const sentence = `portside: This system no longer allows user namespaces, of which Portside's sandbox is made. Run once: sudo chmod 4755 ${helper}\n`
      expect(start([])).toMatchObject({ given: '', status: 1, stderr: sentence })
      expect(start(['invoices'])).toMatchObject({ given: '', status: 20, stderr: sentence })
      expect(start(['--no-sandbox']).given).toBe(asGiven('--no-sandbox'))
      chmodSync(helper, 0o4755)
      expect(start(['--hidden'])).toMatchObject({ given: asGiven('--hidden'), stderr: '' })
    } finally {
      writeFileSync(namespaces, '1000\n')
      chmodSync(helper, 0o755)
    }
  })

  it('can be reached by a link', () => {
    mkdirSync(join(folder, 'bin'))
    const program = join(folder, 'bin', 'p')
    symlinkSync(launcher, program)
    expect(start(['accounts'], { program }).given).toBe(asGiven(...HEADLESS, 'accounts'))
  })

  it('finds the session’s bus for cron, and leaves one that is set', () => {
    const runtime = `/run/user/${process.getuid?.() ?? 0}`
    const expected = existsSync(join(runtime, 'bus')) ? `unix:path=${runtime}/bus ${runtime}` : 'none none'
    expect(start(['invoices']).session).toBe(expected)
    const env = { DBUS_SESSION_BUS_ADDRESS: 'disabled:' }
    expect(start(['invoices'], { env }).session).toBe('disabled: none')
    expect(start(['invoices'], { env: { XDG_RUNTIME_DIR: '/mine' } }).session).toBe('none /mine')
    expect(start([]).session, 'a window has a session').toBe('none none')
  })
})
