/**
 * Encodes and decodes D-Bus messages (D-Bus specification, "Message Protocol" and "Marshaling"). Calls have only strings in
 * their body. Plain values and variants of them are read. Only little-endian: programs on one computer share its byte order.
 */

export const KIND = { call: 1, answer: 2, error: 3, signal: 4 } as const

const FIELD = { path: 1, interface: 2, member: 3, replyTo: 5, destination: 6, signature: 8 } as const

/** A call must not start a service on the bus. */
const NO_AUTO_START = 2
const LITTLE_ENDIAN = 'l'.charCodeAt(0)
const FIXED_HEADER = 16
const LONGEST = 1024 * 1024

export type BusValue = string | number | boolean

export interface Target {
  destination: string
  path: string
  interface: string
}

export interface BusMessage {
  kind: number
  replyTo: BusValue | undefined
  interface: BusValue | undefined
  member: BusValue | undefined
  values: BusValue[]
}

/** A method call whose arguments are strings. @param serial from 1, unique within a connection */
export function callBytes(serial: number, to: Target, member: string, args: readonly string[]): Uint8Array {
  const body = new Written()
  for (const text of args) body.text(text)
  const fields = new Written()
  const field = (code: number, type: string): Written => fields.pad(8).byte(code).signature(type)
  field(FIELD.path, 'o').text(to.path)
  field(FIELD.interface, 's').text(to.interface)
  field(FIELD.member, 's').text(member)
  field(FIELD.destination, 's').text(to.destination)
  if (args.length > 0) field(FIELD.signature, 'g').signature('s'.repeat(args.length))
  const head = new Written().byte(LITTLE_ENDIAN).byte(KIND.call).byte(NO_AUTO_START).byte(1)
  head.number(body.bytes.length).number(serial).number(fields.bytes.length).append(fields.bytes).pad(8)
  return Uint8Array.from(head.append(body.bytes).bytes)
}

/** The first message. @returns null while it is incomplete @throws Error if the bytes are no message, or it is too long */
export function takeMessage(held: Uint8Array): { message: BusMessage; length: number } | null {
  if (held.length < FIXED_HEADER) return null
  if (held[0] !== LITTLE_ENDIAN) throw new Error('no message')
  const head = new Reader(held)
  const fieldsEnd = FIXED_HEADER + head.number(12)
  const bodyStart = aligned(fieldsEnd, 8)
  const length = bodyStart + head.number(4)
  if (length > LONGEST) throw new Error('too long a message')
  if (held.length < length) return null

  const fields = new Map<number, BusValue | undefined>()
  const read = new Reader(held.subarray(0, length), FIXED_HEADER)
  while (aligned(read.at, 8) < fieldsEnd) {
    read.at = aligned(read.at, 8)
    const code = read.byte()
    fields.set(code, read.values(read.signature())[0])
  }
  // Values are aligned relative to the body's start, which is a multiple of eight.
  read.at = bodyStart
  const message = {
    kind: held[1] ?? 0,
    replyTo: fields.get(FIELD.replyTo),
    interface: fields.get(FIELD.interface),
    member: fields.get(FIELD.member),
    values: read.values(String(fields.get(FIELD.signature) ?? ''))
  }
  return { message, length }
}

const aligned = (at: number, to: number): number => Math.ceil(at / to) * to

class Written {
  readonly bytes: number[] = []

  append(more: Iterable<number>): this {
    this.bytes.push(...more)
    return this
  }
  byte(value: number): this {
    return this.append([value])
  }
  pad(to: number): this {
    while (this.bytes.length % to !== 0) this.bytes.push(0)
    return this
  }
  number(value: number): this {
    return this.pad(4).append(Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24))
  }
  text(value: string): this {
    const bytes = new TextEncoder().encode(value)
    return this.number(bytes.length).append(bytes).byte(0)
  }
  signature(value: string): this {
    return this.byte(value.length).append(new TextEncoder().encode(value)).byte(0)
  }
}

/** Reading past the end throws a RangeError. */
class Reader {
  at: number
  private readonly view: DataView

  constructor(bytes: Uint8Array, at = 0) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.at = at
  }
  byte(): number {
    return this.view.getUint8(this.at++)
  }
  number(at = aligned(this.at, 4)): number {
    this.at = at + 4
    return this.view.getUint32(at, true)
  }
  signature(): string {
    return this.text(this.byte())
  }
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
    if (type === 's' || type === 'o') return this.text(this.number())
    if (type === 'g') return this.signature()
    if (type === 'y') return this.byte()
    if (type === 'u') return this.number()
    if (type === 'b') return this.number() === 1
    if (type !== 'v') return null
    const inner = this.signature()
    return inner === 'v' || inner.length !== 1 ? null : this.value(inner)
  }
  private text(length: number): string {
    const bytes = new Uint8Array(this.view.buffer, this.view.byteOffset, this.view.byteLength)
    const text = new TextDecoder().decode(bytes.subarray(this.at, this.at + length))
    this.at += length
    if (this.byte() !== 0) throw new Error('a text without an end')
    return text
  }
}
