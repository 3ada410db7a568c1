/** `nativeImage`: PNG bytes with their size; nothing is drawn. */
import { readFileSync } from 'node:fs'
import type { NativeImage as ElectronImage } from 'electron'
import { strict } from '../strict.ts'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47])

export class NativeImage implements Pick<ElectronImage, 'isEmpty' | 'toPNG' | 'toDataURL' | 'setTemplateImage'> {
  readonly representations: { scaleFactor: number; bytes: Buffer }[] = []
  private readonly bytes: Buffer
  private template = false

  constructor(bytes: Buffer) {
    // Electron makes an empty image of what it can't read.
    this.bytes = bytes.subarray(0, 4).equals(PNG) ? bytes : Buffer.alloc(0)
    return strict('NativeImage', this)
  }

  isEmpty(): boolean {
    return this.bytes.length === 0
  }

  getSize(): { width: number; height: number } {
    if (this.isEmpty()) return { width: 0, height: 0 }
    return { width: this.bytes.readUInt32BE(16), height: this.bytes.readUInt32BE(20) }
  }

  toPNG(): Buffer {
    return this.bytes
  }

  toDataURL(): string {
    return `data:image/png;base64,${this.bytes.toString('base64')}`
  }

  addRepresentation({
    scaleFactor = 1,
    buffer,
    dataURL
  }: {
    scaleFactor?: number
    buffer?: Buffer
    dataURL?: string
  }): void {
    const bytes = buffer ?? Buffer.from(dataURL?.split(',')[1] ?? '', 'base64')
    this.representations.push({ scaleFactor, bytes })
  }

  setTemplateImage(option: boolean): void {
    this.template = option
  }

  isTemplateImage(): boolean {
    return this.template
  }
}

function read(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    return Buffer.alloc(0)
  }
}

export const nativeImage = strict('nativeImage', {
  createEmpty: () => new NativeImage(Buffer.alloc(0)),
  createFromPath: (path: string) => new NativeImage(read(path)),
  createFromBuffer: (bytes: Buffer) => new NativeImage(bytes),
  createFromDataURL: (url: string) => new NativeImage(Buffer.from(url.split(',')[1] ?? '', 'base64'))
})
