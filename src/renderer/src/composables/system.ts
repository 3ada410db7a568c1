/** Systems as their makers write them. */
const SYSTEMS: Readonly<Record<string, string>> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' }

/** @param platform as Node names it */
export const systemName = (platform: string): string => SYSTEMS[platform] ?? platform
