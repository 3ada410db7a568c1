import { spawnSync, type ChildProcess } from 'node:child_process'

const NOT_FOUND = 128

const runProgram = (program: string, args: string[]): { status: number | null } => spawnSync(program, args)

/**
 * Ends a process as a power cut would. On Windows Playwright starts Electron through cmd.exe, and ending that alone would leave
 * Electron and its helpers running; elsewhere Chromium's helpers end when main's end of their pipe closes.
 */
export function killTree(
  child: Pick<ChildProcess, 'pid' | 'kill'>,
  { platform = process.platform, run = runProgram } = {}
): void {
  if (child.pid === undefined) return
  if (platform !== 'win32') {
    child.kill('SIGKILL')
    return
  }
  const { status } = run('taskkill', ['/PID', String(child.pid), '/T', '/F'])
  if (status !== 0 && status !== NOT_FOUND) throw new Error(`taskkill ended with ${status}.`)
}
