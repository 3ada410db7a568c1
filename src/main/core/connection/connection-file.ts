/** A connection as a file that people hand around: JSON without anything of an account, and without secrets. */
import { AppError } from '../../../shared/ipc/error.ts'
import { connectionSchema, type Connection } from '../../../shared/models/connection.ts'
import { PRESETS, settingsOf } from '../../../shared/models/connection-rules.ts'

/** Longest file that is read, in bytes. */
export const LONGEST_FILE = 64 * 1024

const VERSION = 1

/** The address, the preset, and what differs from it. @param connection its base address in stored form */
export function fileOf(connection: Connection): { name: string; text: string } {
  const { baseAddress, preset } = connection
  const usual = Object.entries(PRESETS[preset])
  const own = Object.entries(settingsOf(connection)).filter(
    ([name, value]) => !usual.some(([other, its]) => other === name && JSON.stringify(its) === JSON.stringify(value))
  )
  const file = { portside: 'connection', version: VERSION, baseAddress, preset, ...Object.fromEntries(own) }
  // A port's colon and the brackets of IPv6 are no part of a file's name everywhere.
  const host = new URL(baseAddress).host.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^-+|-+$/g, '')
  return { name: `portside-${host}.json`, text: `${JSON.stringify(file, null, 2)}\n` }
}

/**
 * @param tidy brings a base address into its stored form, or throws
 * @throws BAD_REQUEST, found 'newerFile' for one of a later version, 'file' for all else that Portside does not write
 */
export function connectionIn(text: string, tidy: (typed: string) => string): Connection {
  const file = parsed(text)
  if (typeof file !== 'object' || file === null || !('portside' in file) || file.portside !== 'connection') {
    throw notOurs()
  }
  const version = 'version' in file ? file.version : null
  if (typeof version === 'number' && version > VERSION) throw new AppError('BAD_REQUEST', { found: 'newerFile' })
  if (version !== VERSION) throw notOurs()
  const read = connectionSchema.safeParse(file)
  if (!read.success) throw notOurs()
  try {
    return { ...read.data, baseAddress: tidy(read.data.baseAddress) }
  } catch (error) {
    // Written by hand, and maybe with a password in it: nothing of that is kept.
    if (error instanceof AppError) throw notOurs()
    throw error
  }
}

function parsed(text: string): unknown {
  try {
    // Editors on Windows put a mark before the text.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    // A parser's message quotes the file.
    throw notOurs()
  }
}

const notOurs = (): AppError => new AppError('BAD_REQUEST', { found: 'file' })
