import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeWire } from '../../host/page/wire.ts'

const wire = makeWire()
const there = (value: unknown): unknown => wire.decode(wire.encode(value))

describe('the wire', () => {
  it('brings back every value that structured clone would', () => {
    const any = fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true })
    const check = fc.property(any, (value) => {
      expect(there(structuredClone(value))).toEqual(structuredClone(value))
    })
    fc.assert(check)
  })

  it('keeps what is one thing one thing, cycles included', () => {
    const shared = { name: 'shared' }
    const cyclic: { list: unknown[]; self?: unknown } = { list: [shared, shared] }
    cyclic.self = cyclic
    const back = there(cyclic) as typeof cyclic
    expect(back.self).toBe(back)
    expect(back.list[0]).toBe(back.list[1])
  })

  it('keeps a field called __proto__ a field', () => {
    const back = there(JSON.parse('{"__proto__": {"polluted": true}}')) as object
    expect(Object.keys(back)).toEqual(['__proto__'])
    expect((back as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it.each([() => 1, Symbol('s'), new WeakMap(), Promise.resolve()])('refuses %s', (value) => {
    expect(() => wire.encode({ deep: [value] })).toThrow('could not be cloned')
  })

  it('runs from its own source, as it does inside a page', () => {
    const made = new Function(`return (${makeWire.toString()})()`)() as typeof wire
    expect(made.decode(made.encode(new Map([[1, new Date(0)]])))).toEqual(new Map([[1, new Date(0)]]))
  })
})
