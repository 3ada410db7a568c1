/** `nativeImage`: PNG bytes. */
import { readFileSync } from 'node:fs'
import type { NativeImage as ElectronImage } from 'electron'
import { strict } from '../strict.ts'
import { decodePng } from './png.ts'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47])

export class NativeImage implements Pick<ElectronImage, 'isEmpty' | 'toBitmap' | 'toDataURL'> {
  private readonly bytes: Buffer

  constructor(bytes: Buffer) {
    // Electron makes an empty image of what it can't read.
    this.bytes = bytes.subarray(0, 4).equals(PNG) ? bytes : Buffer.alloc(0)
    return strict('NativeImage', this)
  }

  isEmpty(): boolean {
    return this.bytes.length === 0
  }

  /** Four bytes a pixel, in an order that depends on the system in Electron. */
  toBitmap(): Buffer {
    return this.isEmpty() ? Buffer.alloc(0) : decodePng(this.bytes)
  }

  toDataURL(): string {
    return `data:image/png;base64,${this.bytes.toString('base64')}`
  }

  addRepresentation(_representation: { scaleFactor?: number; dataURL?: string }): void {}

  setTemplateImage(_isTemplate: boolean): void {}
}

function read(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    return Buffer.alloc(0)
  }
}

export const nativeImage = strict('nativeImage', { createFromPath: (path: string) => new NativeImage(read(path)) })
