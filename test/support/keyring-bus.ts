/**
 * As much of D-Bus as it takes to own one name and answer the calls that come to it: method calls and returns, with
 * strings, object paths and empty arrays in their bodies (D-Bus specification: "Message Protocol", "Authentication
 * Protocol"). Bodies of calls are handed on as they came.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const CALL = 1
const RETURN = 2
const SIGNAL = 4
/** Header fields by their numbers in the specification. */
const FIELD = { path: 1, interface: 2, member: 3, replySerial: 5, destination: 6, signature: 8 } as const

export interface Call {
  sender: string
  member: string
  body: Body
}

/** What a call returns: its types, and the values. */
export interface Returned {
  signature: string
  body: Body
}

export interface OwnedName {
  /** Tells everybody who listens. */
  signal(path: string, member: { interface: string; name: string }): void
  /** Calls a method without waiting for what it returns. */
  call(destination: string, path: string, member: { interface: string; name: string }, body: Argument[]): void
  close(): void
}

export type Argument = { text: string } | { emptyDictionary: true }

/**
 * Owns the name on the bus at `address`; every call is returned to, with nothing where `returns` has nothing, then handed to
 * `onCall`.
 */
export async function ownName(
  address: string,
  name: string,
  onCall: (call: Call) => void,
  returns: (call: Call) => Returned | null = () => null
): Promise<OwnedName> {
  const socket = connect(address.replace('unix:path=', ''))
  await once(socket, 'connect')
  await signIn(socket)
  let serial = 0
  const send = (type: number, fields: [number, string, string | number][], body = new Body()): void => {
    serial += 1
    socket.write(message(type, serial, fields, body))
  }
  const call: OwnedName['call'] = (destination, path, member, args) => {
    const body = new Body()
    for (const one of args) {
      if ('text' in one) body.text(one.text)
      else body.emptyDictionary()
    }
    const signature = args.map((one) => ('text' in one ? 's' : 'a{sv}')).join('')
    const fields: [number, string, string | number][] = [
      [FIELD.path, 'o', path],
      [FIELD.interface, 's', member.interface],
      [FIELD.member, 's', member.name],
      [FIELD.destination, 's', destination]
    ]
    if (signature !== '') fields.push([FIELD.signature, 'g', signature])
    send(CALL, fields, body)
  }
  let owned: () => void
  const ready = new Promise<void>((resolve) => (owned = resolve))
  let held = Buffer.alloc(0)
  socket.on('error', () => socket.destroy())
  socket.on('data', (part) => {
    held = Buffer.concat([held, part])
    for (let size = messageSize(held); size !== null && held.length >= size; size = messageSize(held)) {
      const { type, serial: from, fields, body } = parse(held.subarray(0, size))
      held = held.subarray(size)
      if (type === RETURN && fields.get(FIELD.replySerial) === 2) owned()
      if (type !== CALL) continue
      const called = { sender: String(fields.get(7)), member: String(fields.get(FIELD.member)), body }
      const returned = returns(called)
      const about: [number, string, string | number][] = [
        [FIELD.destination, 's', called.sender],
        [FIELD.replySerial, 'u', from]
      ]
      if (returned) about.push([FIELD.signature, 'g', returned.signature])
      send(RETURN, about, returned?.body)
      onCall(called)
    }
  })
  const bus = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus' }
  call(bus.destination, bus.path, { interface: bus.destination, name: 'Hello' }, [])
  const request = new Body().text(name).number(0)
  send(
    CALL,
    [
      [FIELD.path, 'o', bus.path],
      [FIELD.interface, 's', bus.destination],
      [FIELD.member, 's', 'RequestName'],
      [FIELD.destination, 's', bus.destination],
      [FIELD.signature, 'g', 'su']
    ],
    request
  )
  await ready
  const signal: OwnedName['signal'] = (path, member) =>
    send(SIGNAL, [
      [FIELD.path, 'o', path],
      [FIELD.interface, 's', member.interface],
      [FIELD.member, 's', member.name]
    ])
  return { call, signal, close: () => socket.destroy() }
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
  /** A type, as text of one byte of length. */
  signature(value: string): this {
    return this.byte(value.length).#add(Buffer.from(value)).byte(0)
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

async function signIn(socket: Socket): Promise<void> {
  const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  if (!answer.toString().startsWith('OK')) throw new Error(`The bus refused: ${answer.toString()}`)
  socket.write('BEGIN\r\n')
}

function message(type: number, serial: number, fields: [number, string, string | number][], body: Body): Buffer {
  const list = new Body()
  for (const [code, kind, value] of fields) {
    list.pad(8).byte(code).signature(kind)
    if (typeof value === 'number') list.number(value)
    else if (kind === 'g') list.signature(value)
    else list.text(value)
  }
  const head = new Body().byte('l'.charCodeAt(0)).byte(type).byte(0).byte(1)
  head.number(body.bytes.length).number(serial).number(list.bytes.length)
  return Buffer.concat([new Body(Buffer.concat([head.bytes, list.bytes])).pad(8).bytes, body.bytes])
}

/** null: too little has come to tell. */
function messageSize(held: Buffer): number | null {
  if (held.length < 16) return null
  const head = 16 + held.readUInt32LE(12)
  return Math.ceil(head / 8) * 8 + held.readUInt32LE(4)
}

function parse(bytes: Buffer): { type: number; serial: number; fields: Map<number, string | number>; body: Body } {
  const end = 16 + bytes.readUInt32LE(12)
  const list = new Body(bytes.subarray(16, end))
  const fields = new Map<number, string | number>()
  while (list.skipTo(8)) {
    const code = list.readByte()
    const kind = list.readSignature()
    fields.set(code, kind === 'u' ? list.readNumber() : kind === 'g' ? list.readSignature() : list.readText())
  }
  const body = new Body(bytes.subarray(Math.ceil(end / 8) * 8))
  return { type: bytes.readUInt8(1), serial: bytes.readUInt32LE(8), fields, body }
}
