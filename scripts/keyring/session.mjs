import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { daemon, locate, runnable } from './daemon.mjs'
import { environment } from './environment.mjs'
import { isLocked, lock, storeAnswers, unlock } from './store.mjs'

const BUS = 'dbus-daemon'
const KEYRING = 'gnome-keyring-daemon'
const PASSWORD = 'portside'
const READY_MS = 15_000

/**
 * A D-Bus session of its own with an unlocked gnome-keyring on it, and HOME and the XDG folders in a temporary place.
 * Linux only. Throws an Error with one line for the person when it can't be had.
 */
export async function startSession() {
  const missing = [BUS, 'dbus-send', KEYRING].filter((tool) => !locate(tool))
  if (missing.length > 0) {
    throw new Error(
      `No keyring session: ${missing.join(', ')} not found (Debian/Ubuntu: packages dbus and gnome-keyring).`
    )
  }
  const place = mkdtempSync(join(tmpdir(), 'portside-keyring-'))
  const env = environment(place)
  let bus, store

  const startStore = async () => {
    // The login keyring is made with this password, or unlocked by it when it is there.
    const args = ['--foreground', '--unlock', '--components=secrets']
    // A write beyond the limit that fillDisk sets is then an error to it, and not a signal that ends it.
    const started = ['-c', 'trap "" XFSZ; exec "$0" "$@"', runnable(locate(KEYRING), place), ...args]
    store = daemon('/bin/sh', started, env, PASSWORD, KEYRING)
    await until(() => storeAnswers(env), store)
  }
  const stop = async () => {
    await store?.end()
    await bus?.end()
    rmSync(place, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }

  try {
    bus = daemon(locate(BUS), [`--config-file=${busConfig(place, env)}`, '--nofork'], env)
    await until(() => existsSync(join(env.XDG_RUNTIME_DIR, 'bus')), bus)
    await startStore()
  } catch (error) {
    await stop()
    throw error
  }

  return {
    /** For what runs in this session. */
    env,
    isLocked: () => isLocked(env),
    /** Nobody can be asked to unlock it: there is no prompter on the bus. */
    lock: () => lock(env),
    unlock: () => unlock(env, PASSWORD),
    /** The store can write no more, as on a full disk; it still reads, and stays open. */
    fillDisk: () => limitFiles(store.pid, '0'),
    freeDisk: () => limitFiles(store.pid, 'unlimited'),
    /** Ends the store (or the bus below it) as a crash does. Nothing starts it again by itself. */
    kill: async (/** @type {'store' | 'bus'} */ what = 'store') => {
      await (what === 'bus' ? bus : store).kill()
    },
    /** After the store was killed: starts it again, unlocked and with what it had kept. */
    revive: startStore,
    /** Ends all of it and leaves nothing behind. */
    stop
  }
}

/** No folders of services: nothing is started on this bus by a call to it, neither another store nor a prompt. */
function busConfig(place, env) {
  const file = join(place, 'bus.conf')
  writeFileSync(
    file,
    `<busconfig><type>session</type><listen>${env.DBUS_SESSION_BUS_ADDRESS}</listen><auth>EXTERNAL</auth>
     <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
     <allow own="*"/></policy></busconfig>`
  )
  return file
}

/** Bytes that a file may have which the process writes (util-linux, prlimit). */
async function limitFiles(pid, bytes) {
  await promisify(execFile)('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:`])
}

/** Waits until the condition holds; throws when the daemon ended or time is up. */
async function until(condition, waitedFor) {
  const deadline = Date.now() + READY_MS
  while (Date.now() < deadline && !waitedFor.gone) {
    if (await condition()) return
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  throw new Error(`No keyring session: ${waitedFor.name} did not start. ${waitedFor.words.trim()}`)
}
