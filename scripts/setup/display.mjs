/** Whether a window can open. Only Linux runs without a display. */
export const hasDisplay = (env = process.env, platform = process.platform) =>
  platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)

/**
 * Electron draws to a screen even when nobody looks; the stand-in host needs none. Xvfb alone has no window manager, so there windows
 * can't be minimised, restored or focused: openbox runs beside the command, and ends with the screen.
 *
 * @param {string[]} command
 * @param {{runtime: 'host' | 'electron', platform?: NodeJS.Platform, env?: NodeJS.ProcessEnv}} where
 */
export function withScreen(command, { runtime, platform = process.platform, env = process.env }) {
  if (runtime === 'host' || hasDisplay(env, platform)) return command
  return ['xvfb-run', '-a', 'sh', '-c', 'openbox & exec "$@"', 'sh', ...command]
}
