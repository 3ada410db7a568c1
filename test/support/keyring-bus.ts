/**
 * Owns one D-Bus name and answers the calls that come to it, with strings, object paths and empty arrays in bodies (D-Bus
 * specification: "Message Protocol", "Authentication Protocol").
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const KIND = { call: 1, reply: 2, signal: 4 } as const
/** Numbers and types of header fields in the specification. */
const FIELDS = {
  path: [1, 'o'],
  interface: [2, 's'],
  member: [3, 's'],
  replySerial: [5, 'u'],
  destination: [6, 's'],
  sender: [7, 's'],
  signature: [8, 'g']
} as const
type Field = keyof typeof FIELDS
type Fields = Partial<Record<Field, string | number>>

export interface Call {
  sender: string
  member: string
  body: Body
}

export interface Values {
  signature: string
  body: Body
}

interface Member {
  path: string
  interface: string
  member: string
}

export interface OwnedName {
  signal(from: Member, values?: Values): void
  call(to: Member & { destination: string }, values?: Values): void
  close(): void
}

/** Owns the name on the bus at `address`. Each call gets the reply of `replyTo`, then goes to `onCall`. */
export async function ownName(
  address: string,
  name: string,
  onCall: (call: Call) => void,
  replyTo: (call: Call) => Values | null = () => null
): Promise<OwnedName> {
  const socket = connect(address.replace('unix:path=', ''))
  await once(socket, 'connect')
  await authenticate(socket)
  let serial = 0
  const send = (kind: number, fields: Fields, values?: Values | null): void => {
    serial += 1
    const signed = values ? { ...fields, signature: values.signature } : fields
    socket.write(message(kind, serial, signed, values?.body ?? new Body()))
  }
  const owned = Promise.withResolvers<void>()
  let held = Buffer.alloc(0)
  socket.on('error', () => socket.destroy())
  socket.on('data', (part) => {
    held = Buffer.concat([held, part])
    for (let size = messageSize(held); size !== null && held.length >= size; size = messageSize(held)) {
      const { kind, serial: replySerial, fields, body } = parse(held.subarray(0, size))
      held = held.subarray(size)
      // The second call requests the name.
      if (kind === KIND.reply && fields.replySerial === 2) owned.resolve()
      if (kind !== KIND.call) continue
      const call = { sender: String(fields.sender), member: String(fields.member), body }
      send(KIND.reply, { destination: call.sender, replySerial }, replyTo(call))
      onCall(call)
    }
  })
  const bus = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' }
  send(KIND.call, { ...bus, member: 'Hello' })
  send(KIND.call, { ...bus, member: 'RequestName' }, { signature: 'su', body: new Body().text(name).number(0) })
  await owned.promise
  return {
    signal: (from, values) => send(KIND.signal, { ...from }, values),
    call: (to, values) => send(KIND.call, { ...to }, values),
    close: () => socket.destroy()
  }
}

/** Bytes written or read in order, each value at its alignment. */
export class Body {
  bytes: Uint8Array
  #at = 0
  constructor(bytes: Uint8Array = new Uint8Array()) {
    this.bytes = bytes
  }
  #add(more: Uint8Array): this {
    this.bytes = Buffer.concat([this.bytes, more])
    return this
  }
  pad(to: number): this {
    return this.#add(Buffer.alloc((to - (this.bytes.length % to)) % to))
  }
  byte(value: number): this {
    return this.#add(Buffer.from([value]))
  }
  number(value: number): this {
    const four = Buffer.alloc(4)
    four.writeUInt32LE(value)
    return this.pad(4).#add(four)
  }
  text(value: string): this {
    const bytes = Buffer.from(value)
    return this.number(bytes.length).#add(bytes).byte(0)
  }
  signature(value: string): this {
    return this.byte(value.length).#add(Buffer.from(value)).byte(0)
  }
  texts(values: readonly string[]): this {
    const list = values.reduce((all, value) => all.text(value), new Body())
    return this.number(list.bytes.length).#add(list.bytes)
  }
  emptyDictionary(): this {
    return this.number(0).pad(8)
  }

  #skipTo(multiple: number): void {
    this.#at += (multiple - (this.#at % multiple)) % multiple
  }
  readByte(): number {
    this.#at += 1
    return this.bytes[this.#at - 1] ?? 0
  }
  readNumber(): number {
    this.#skipTo(4)
    this.#at += 4
    return new DataView(this.bytes.buffer, this.bytes.byteOffset).getUint32(this.#at - 4, true)
  }
  readText(): string {
    return this.#read(this.readNumber())
  }
  readSignature(): string {
    return this.#read(this.readByte())
  }
  skipDictionary(): void {
    const size = this.readNumber()
    this.#skipTo(8)
    this.#at += size
  }
  skipTo(multiple: number): boolean {
    this.#skipTo(multiple)
    return this.#at < this.bytes.length
  }
  #read(length: number): string {
    const text = new TextDecoder().decode(this.bytes.subarray(this.#at, this.#at + length))
    this.#at += length + 1
    return text
  }
}

async function authenticate(socket: Socket): Promise<void> {
  const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  if (!answer.toString().startsWith('OK')) throw new Error(`The bus refused: ${answer.toString()}`)
  socket.write('BEGIN\r\n')
}

function message(kind: number, serial: number, fields: Fields, body: Body): Buffer {
  const list = new Body()
  for (const [field, value] of Object.entries(fields)) {
    const [code, type] = FIELDS[field as Field]
    list.pad(8).byte(code).signature(type)
    if (typeof value === 'number') list.number(value)
    else if (type === 'g') list.signature(value)
    else list.text(value)
  }
  const head = new Body().byte('l'.charCodeAt(0)).byte(kind).byte(0).byte(1)
  head.number(body.bytes.length).number(serial).number(list.bytes.length)
  return Buffer.concat([new Body(Buffer.concat([head.bytes, list.bytes])).pad(8).bytes, body.bytes])
}

/** null while the length has not arrived. */
function messageSize(held: Buffer): number | null {
  if (held.length < 16) return null
  return Math.ceil((16 + held.readUInt32LE(12)) / 8) * 8 + held.readUInt32LE(4)
}

function parse(bytes: Buffer): { kind: number; serial: number; fields: Fields; body: Body } {
  const end = 16 + bytes.readUInt32LE(12)
  const list = new Body(bytes.subarray(16, end))
  const fields: Fields = {}
  while (list.skipTo(8)) {
    const code = list.readByte()
    const type = list.readSignature()
    const value = type === 'u' ? list.readNumber() : type === 'g' ? list.readSignature() : list.readText()
    const known = Object.entries(FIELDS).find(([, [number]]) => number === code)
    if (known) fields[known[0] as Field] = value
  }
  const body = new Body(bytes.subarray(Math.ceil(end / 8) * 8))
  return { kind: bytes.readUInt8(1), serial: bytes.readUInt32LE(8), fields, body }
}
