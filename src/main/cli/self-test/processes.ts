/** The app's processes, and which of them Chromium's sandbox holds. */
import { readFileSync } from 'node:fs'
import { app } from 'electron'

export interface ProcessFacts {
  /** `Browser` is main, and `Tab` a page. */
  type: string
  name?: string
  /** null: unknown. */
  sandboxed: boolean | null
}

export function readProcesses(): ProcessFacts[] {
  return app.getAppMetrics().map((metric) => ({
    type: metric.type,
    ...(metric.name !== undefined && { name: metric.name }),
    sandboxed: process.platform === 'linux' ? isSandboxed(metric.pid) : (metric.sandboxed ?? null)
  }))
}

/** Why the page may run without the sandbox; null: it must not. */
export function sandboxExemption(): string | null {
  if (process.platform === 'linux' && process.getuid?.() === 0) return 'As root, Chromium has no sandbox.'
  if (app.commandLine.hasSwitch('no-sandbox')) return 'The app was started with --no-sandbox.'
  return null
}

/** Electron doesn't say it on Linux (shell/browser/api/electron_api_app.cc, `GetAppMetrics`). */
function isSandboxed(pid: number): boolean | null {
  try {
    return hasMoreFilters(statusOf(pid), statusOf(process.pid))
  } catch {
    // The process has ended, or it is in another PID namespace.
    return null
  }
}

const statusOf = (pid: number): string => readFileSync(`/proc/${pid}/status`, 'utf8')

/**
 * Chromium gives a process a seccomp filter once it is in the sandbox (sandbox/linux/seccomp-bpf). A container may have given one to
 * all processes, main included. @param status of /proc/<pid>/status
 */
export const hasMoreFilters = (status: string, mainStatus: string): boolean => filtersIn(status) > filtersIn(mainStatus)

/** Kernels before 5.9 don't count the filters. There, mode 2 says that there is at least one (proc_pid_status(5)). */
function filtersIn(status: string): number {
  const numberOf = (name: string): number | null => {
    const [, digits] = new RegExp(`^${name}:\\s*(\\d+)$`, 'm').exec(status) ?? []
    return digits === undefined ? null : Number(digits)
  }
  return numberOf('Seccomp_filters') ?? (numberOf('Seccomp') === 2 ? 1 : 0)
}
