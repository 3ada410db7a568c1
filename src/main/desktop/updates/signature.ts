import type { NsisUpdater } from 'electron-updater'

/**
 * Whether Windows confirms that this publisher signed the file. electron-updater takes a file as signed if PowerShell can't tell it
 * (windowsExecutableCodeSignatureVerifier.ts, `handleError`), and only its log says so. Here such a file isn't.
 */
export async function isSignedBy(publisher: string, path: string, updater: NsisUpdater): Promise<boolean> {
  const warnings: string[] = []
  const silent = (): void => undefined
  updater.logger = { info: silent, error: silent, warn: (message?: unknown) => warnings.push(String(message)) }
  const problem = await updater.verifyUpdateCodeSignature([publisher], path)
  updater.logger = null
  return problem === null && warnings.every(isAccepted)
}

/** With a name instead of a whole subject, the library warns and accepts. */
const isAccepted = (warning: string): boolean => warning.startsWith('Signature validated using only CN ')
