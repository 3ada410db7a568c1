/** Data files on a real disk that fills up, and has room again later. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folder } from './fixtures.ts'

const CHILD = join(import.meta.dirname, 'full-disk-child.ts')

/** A process may have mounts that no other one sees. */
const canMount = process.platform === 'linux' && spawnSync('unshare', ['-rm', 'true'], { stdio: 'ignore' }).status === 0

test.skipIf(!canMount)(
  'settings, PIN, catalogue and account return to their files once there is room, without a restart',
  () => {
    const script = 'mount -t tmpfs -o size=64m portside-test "$1" && exec "$0" "$CHILD" "$1"'
    const { stdout, stderr } = spawnSync('unshare', ['-rm', 'sh', '-c', script, process.execPath, folder()], {
      encoding: 'utf8',
      env: { ...process.env, CHILD }
    })
    expect(stderr).toBe('')
    const told: unknown[] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(told).toEqual([
      { full: ['memory', 'memory', 'memory'] },
      { room: ['fine', 'fine', 'fine'], lasting: true },
      {
        again: ['fine', 'fine', 'fine'],
        theme: 'light',
        verifier: 'kept',
        products: 1,
        product: 'p4',
        stored: 3000
      }
    ])
  }
)
