/** What is asked of the Secret Service on a session's bus, and of gnome-keyring's own socket. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'

const STORE = 'org.freedesktop.secrets'
const PATH = '/org/freedesktop/secrets'
const DEFAULT = `${PATH}/aliases/default`

/** Whether the store is there and has a default collection. */
export async function storeAnswers(env) {
  // Asked first whether anyone has the name: a call to an absent one could make the bus start a daemon of its own.
  const bus = 'org.freedesktop.DBus'
  const owned = await send(env, bus, '/org/freedesktop/DBus', `${bus}.NameHasOwner`, `string:${STORE}`)
  if (!owned.includes('true')) return false
  const alias = await send(env, STORE, PATH, 'org.freedesktop.Secret.Service.ReadAlias', 'string:default')
  return alias.includes(`"${PATH}/`)
}

/** Whether the default collection is locked. Nobody is prompted by the question. */
export async function isLocked(env) {
  const which = ['string:org.freedesktop.Secret.Collection', 'string:Locked']
  const reply = await send(env, STORE, DEFAULT, 'org.freedesktop.DBus.Properties.Get', ...which)
  const said = /boolean (true|false)/.exec(reply)?.[1]
  if (said === undefined) throw new Error(`The keyring does not say whether it is locked. ${reply}`)
  return said === 'true'
}

export async function lock(env) {
  await send(env, STORE, PATH, 'org.freedesktop.Secret.Service.Lock', `array:objpath:${DEFAULT}`)
  if (!(await isLocked(env))) throw new Error('The keyring did not lock.')
}

/**
 * Unlocks the login keyring as the PAM module does at login, so without a prompt: a zero byte, then one packet to the
 * daemon's control socket (gnome-keyring, pam/gkr-pam-client.c and daemon/control/gkd-control-codes.h).
 */
export async function unlock(env, password) {
  const UNLOCK = 1
  const secret = Buffer.from(password)
  const packet = Buffer.alloc(1 + 12 + secret.length)
  packet.writeUInt32BE(12 + secret.length, 1)
  packet.writeUInt32BE(UNLOCK, 5)
  packet.writeUInt32BE(secret.length, 9)
  secret.copy(packet, 13)
  const socket = connect(join(env.XDG_RUNTIME_DIR, 'keyring', 'control'))
  socket.write(packet)
  await once(socket, 'data')
  socket.destroy()
  if (await isLocked(env)) throw new Error('The keyring did not unlock.')
}

/** What dbus-send prints: the reply, or why there was none. */
function send(env, name, path, member, ...what) {
  const args = ['--session', '--print-reply', '--reply-timeout=2000', `--dest=${name}`, path, member, ...what]
  return new Promise((resolve) => {
    execFile('dbus-send', args, { env }, (_, stdout, stderr) => resolve(stdout + stderr))
  })
}
