/** Runs a command of the terminal in the test's own process. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandAnswer, CommandParts } from '../../src/main/cli/command.ts'

export interface Ran {
  exitCode: number
  stdout: string
  /** One sentence each. */
  stderr: string[]
}

/** By default there is no terminal, and no provider may be asked. */
export async function runCommand(
  command: (parts: CommandParts) => Promise<CommandAnswer>,
  parts: Pick<CommandParts, 'dataFolder'> & Partial<CommandParts>
): Promise<Ran> {
  let stdout = ''
  const stderr: string[] = []
  const { exitCode, text } = await command({
    network: () => Promise.reject(new Error('asked the provider')),
    locale: 'en-GB',
    columns: null,
    print: async (part) => void (stdout += part),
    warn: (sentence) => stderr.push(sentence),
    atEnd: () => undefined,
    stuckWhen: () => undefined,
    useProxy: () => undefined,
    options: {},
    keychain: { service: 'Portside test' },
    ...parts
  })
  return { exitCode, stdout: stdout + text, stderr }
}

/** Names, sizes, times and bytes, without -shm, in which each reader of a WAL notes that it reads. */
export const filesIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => `${file} ${statSync(file).mtimeMs} ${readFileSync(file, 'base64')}`)
    .sort()
