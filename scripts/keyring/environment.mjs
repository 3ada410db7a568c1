import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** The variables of a session whose HOME, XDG folders and bus lie in `place`; the folders are made. */
export function environment(place) {
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
