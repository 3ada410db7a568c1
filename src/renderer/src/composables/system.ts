/** Display names of operating systems. */
const SYSTEMS: Readonly<Record<string, string>> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' }

/** @param platform Node's name */
export const systemName = (platform: string): string => SYSTEMS[platform] ?? platform
