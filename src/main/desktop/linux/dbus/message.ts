/**
 * Encodes and decodes D-Bus messages (D-Bus specification, "Message Protocol" and "Marshaling"). Calls have only strings in
 * their body. Plain values and variants of them are read.
 */

export const KIND = { call: 1, answer: 2, error: 3, signal: 4 } as const

/** Numbers of the header's fields. */
const FIELD = { path: 1, interface: 2, member: 3, replyTo: 5, destination: 6, sender: 7, signature: 8 } as const

/** A call must not start a service on the bus. */
const NO_AUTO_START = 2
const LITTLE_ENDIAN = 'l'.charCodeAt(0)
const BIG_ENDIAN = 'B'.charCodeAt(0)
const FIXED_HEADER = 16
/** Bytes. No expected reply is longer. */
const LONGEST = 1024 * 1024

export type BusValue = string | number | boolean

export interface Target {
  destination: string
  path: string
  interface: string
}

export interface BusMessage {
  kind: number
  /** Serial of the call that this replies to; null for other messages. */
  replyTo: number | null
  path: string | null
  interface: string | null
  member: string | null
  sender: string | null
  /** Values up to the first of an unsupported type. */
  values: BusValue[]
}

/** The bytes are no message, or a message is too long. */
class BusProtocolError extends Error {
  override readonly name = 'BusProtocolError'
}

/** A method call whose arguments are strings. @param serial from 1, unique within a connection */
export function callBytes(serial: number, to: Target, member: string, args: readonly string[]): Uint8Array {
  const body = new Written()
  for (const text of args) body.text(text)
  const fields = new Written()
  const field = (code: number, type: string, value: string): void => {
    fields.pad(8).byte(code).signature(type)
    if (type === 'g') fields.signature(value)
    else fields.text(value)
  }
  field(FIELD.path, 'o', to.path)
  field(FIELD.interface, 's', to.interface)
  field(FIELD.member, 's', member)
  field(FIELD.destination, 's', to.destination)
  if (args.length > 0) field(FIELD.signature, 'g', 's'.repeat(args.length))
  const head = new Written().byte(LITTLE_ENDIAN).byte(KIND.call).byte(NO_AUTO_START).byte(1)
  head.number(body.length).number(serial).number(fields.length).bytes(fields.all()).pad(8)
  return head.bytes(body.all()).all()
}

/**
 * Takes the first message from the buffer.
 * @returns null while it is incomplete
 * @throws BusProtocolError
 */
export function takeMessage(held: Uint8Array): { message: BusMessage; length: number } | null {
  if (held.length < FIXED_HEADER) return null
  const order = held[0]
  if (order !== LITTLE_ENDIAN && order !== BIG_ENDIAN) throw new BusProtocolError('no message')
  const read = new Read(held, order === LITTLE_ENDIAN)
  const bodyLength = read.numberAt(4)
  const headLength = aligned(FIXED_HEADER + read.numberAt(12), 8)
  const length = headLength + bodyLength
  if (length > LONGEST) throw new BusProtocolError('too long a message')
  if (held.length < length) return null

  const fields = new Map<number, BusValue>()
  read.at = FIXED_HEADER
  const end = FIXED_HEADER + read.numberAt(12)
  while (aligned(read.at, 8) < end) {
    read.align(8)
    const code = read.byte()
    const [value] = read.values(read.signature())
    if (value !== undefined) fields.set(code, value)
  }
  const text = (code: number): string | null => {
    const value = fields.get(code)
    return typeof value === 'string' ? value : null
  }
  const replyTo = fields.get(FIELD.replyTo)
  // Values are aligned relative to the body's start, which is a multiple of eight.
  read.at = headLength
  const message = {
    kind: held[1] ?? 0,
    replyTo: typeof replyTo === 'number' ? replyTo : null,
    path: text(FIELD.path),
    interface: text(FIELD.interface),
    member: text(FIELD.member),
    sender: text(FIELD.sender),
    values: read.values(text(FIELD.signature) ?? '')
  }
  return { message, length }
}

const aligned = (at: number, to: number): number => Math.ceil(at / to) * to

class Written {
  private readonly written: number[] = []

  get length(): number {
    return this.written.length
  }
  all(): Uint8Array {
    return Uint8Array.from(this.written)
  }
  bytes(more: Uint8Array): this {
    this.written.push(...more)
    return this
  }
  byte(value: number): this {
    this.written.push(value)
    return this
  }
  pad(to: number): this {
    while (this.written.length % to !== 0) this.written.push(0)
    return this
  }
  number(value: number): this {
    this.pad(4)
    return this.bytes(Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24))
  }
  text(value: string): this {
    const bytes = new TextEncoder().encode(value)
    return this.number(bytes.length).bytes(bytes).byte(0)
  }
  signature(value: string): this {
    return this.byte(value.length).bytes(new TextEncoder().encode(value)).byte(0)
  }
}

class Read {
  at = 0
  private readonly view: DataView
  private readonly little: boolean

  constructor(bytes: Uint8Array, little: boolean) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.little = little
  }
  numberAt(at: number): number {
    return this.view.getUint32(at, this.little)
  }
  align(to: number): void {
    this.at = aligned(this.at, to)
  }
  byte(): number {
    return this.inside(() => this.view.getUint8(this.at++))
  }
  signature(): string {
    return this.characters(this.byte())
  }
  /** Values up to the first of an unsupported type. */
  values(types: string): BusValue[] {
    const found: BusValue[] = []
    for (const type of types) {
      const value = this.value(type)
      if (value === null) break
      found.push(value)
    }
    return found
  }

  private value(type: string): BusValue | null {
    if (type === 's' || type === 'o') return this.characters(this.number())
    if (type === 'g') return this.signature()
    if (type === 'y') return this.byte()
    if (type === 'u') return this.number()
    if (type === 'b') return this.number() === 1
    if (type === 'v') {
      const inner = this.signature()
      return inner.length === 1 && inner !== 'v' ? this.value(inner) : null
    }
    return null
  }
  private number(): number {
    this.align(4)
    this.at += 4
    return this.inside(() => this.numberAt(this.at - 4))
  }
  private characters(length: number): string {
    const { buffer, byteOffset, byteLength } = this.view
    if (this.at + length >= byteLength) throw new BusProtocolError('a text ends outside of its message')
    const text = new TextDecoder().decode(new Uint8Array(buffer, byteOffset + this.at, length))
    this.at += length + 1
    return text
  }
  private inside<T>(read: () => T): T {
    try {
      return read()
    } catch {
      throw new BusProtocolError('a value ends outside of its message')
    }
  }
}
