/** One instance per profile: a lock file with the holder's pid and the socket on which it hears of later launches. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'

export interface Launch {
  argv: string[]
  workingDirectory: string
  /** A structured clone in Base64; null: the second launch gave none. */
  additionalData: string | null
}

/** A longer message isn't delivered, but the second launch gets the same answer as if it were (process_singleton_posix.cc). */
const LONGEST_MESSAGE = 32 * 1024 * 1024

interface Holder {
  pid: number
  socket: string
}

/** Runs in a process of its own, because asking for the lock answers at once: connect, hand over, wait for the end. */
const HAND_OVER = `
const [socket] = process.argv.slice(1)
const line = require('node:net').connect(socket, () => line.end(require('node:fs').readFileSync(0)))
line.on('error', () => process.exit(1))
line.on('close', () => process.exit(0))
line.resume()`

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return null
  }
}

/** One that was killed refuses at once; one that lives may be slow to answer on a busy machine. */
const PATIENCE_MS = 20_000

function handOver({ socket }: Holder, launch: Launch): boolean {
  const message = JSON.stringify(launch)
  const input = message.length > LONGEST_MESSAGE ? '' : message
  const { status } = spawnSync(process.execPath, ['-e', HAND_OVER, socket], { timeout: PATIENCE_MS, input })
  return status === 0
}

export class InstanceLock {
  private server: Server | null = null
  private file = ''

  /**
   * @param folder the profile's
   * @param own a folder that is removed when this process ends, or was killed
   * @returns whether this is the first instance; if not, the first one was told of `launch`
   */
  request(folder: string, own: string, launch: Launch, told: (launch: Launch) => void): boolean {
    if (this.server) return true
    mkdirSync(folder, { recursive: true })
    const file = join(folder, 'host.lock')
    const name = `portside-${process.pid}`
    const socket = process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(own, 'lock.sock')
    const holder = readHolder(file)
    if (holder && holder.pid !== process.pid && handOver(holder, launch)) return false
    // Nobody answered: the holder was killed.
    writeFileSync(file, JSON.stringify({ pid: process.pid, socket } satisfies Holder))
    this.file = file
    this.server = createServer((line) => {
      let text = ''
      line.setEncoding('utf8')
      line.on('data', (chunk) => (text += String(chunk)))
      line.on('error', () => line.destroy())
      line.on('end', () => {
        line.end()
        if (text !== '') told(JSON.parse(text) as Launch)
      })
    })
    this.server.listen(socket)
    this.server.unref()
    return true
  }

  release(): void {
    if (!this.server) return
    this.server.close()
    this.server = null
    rmSync(this.file, { force: true })
  }
}
