import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { release } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../../shared/ipc/error.ts'
import {
  LICENCE_PIECE,
  type AboutInfo,
  type LicenceRow,
  type Openable,
  type VersionChanges
} from '../../shared/models/about.ts'
import type { AppInfo } from '../../shared/models/desktop.ts'

export interface AboutParts {
  info: AppInfo
  /** The build's folder, out/. */
  buildFolder: string
  /** Electron's own list of licences is in it, on macOS beside it in `Resources`. */
  programFolder: string
  open: (path: string) => Promise<void>
}

/** out/licenses.json (scripts/build/licences.mjs). `text` is a place in `texts`. */
interface LicenceFile {
  components: (Omit<LicenceRow, 'key'> & { text: number })[]
  texts: string[]
}

function existing<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new AppError('NOT_FOUND')
  return value
}

const keyOf = ({ name, version }: Pick<LicenceRow, 'name' | 'version'>): string => `${name}@${version}`

/** Facts about this copy of the app, most of which the build wrote. Loaded when somebody looks at them. */
export class About {
  readonly #parts: AboutParts
  #licences: LicenceFile | null = null

  constructor(parts: AboutParts) {
    this.#parts = parts
  }

  async info(): Promise<AboutInfo> {
    const { info } = this.#parts
    const { electron = null, chrome = null, node, v8, sqlite = null } = process.versions
    const licences = await this.#readLicences()
    const keytar = licences?.components.find(({ name }) => name === '@github/keytar')?.version ?? null
    return {
      version: info.version,
      parts: { electron, chromium: chrome, node, v8, sqlite, keytar },
      system: { platform: info.platform, version: release(), architecture: process.arch },
      dataFolder: info.dataFolder,
      logFolder: join(info.dataFolder, 'logs'),
      settingsFile: join(info.dataFolder, 'portside.db'),
      hasChromiumLicences: this.#chromiumLicences() !== null
    }
  }

  /** @throws NOT_FOUND in a build without the list, such as that of `npm run dev` */
  async licences(): Promise<LicenceRow[]> {
    const { components } = existing(await this.#readLicences())
    return components.map(({ name, version, licence }) => ({ key: keyOf({ name, version }), name, version, licence }))
  }

  /** A piece of a licence's text, from an offset on. `next` null: it is the last. @throws NOT_FOUND */
  async licenceText(key: string, offset: number): Promise<{ text: string; next: number | null }> {
    const { components, texts } = existing(await this.#readLicences())
    const text = existing(texts[components.find((component) => keyOf(component) === key)?.text ?? -1])
    const end = offset + LICENCE_PIECE
    return { text: text.slice(offset, end), next: end < text.length ? end : null }
  }

  /** @throws NOT_FOUND in a build without them */
  async changes(): Promise<VersionChanges> {
    return existing(await this.#readBuilt<VersionChanges>('changes.json'))
  }

  /** @throws NOT_FOUND if it isn't there, or nothing opens it */
  async open(what: Openable): Promise<void> {
    await this.#parts.open(existing(what === 'dataFolder' ? this.#parts.info.dataFolder : this.#chromiumLicences()))
  }

  async #readLicences(): Promise<LicenceFile | null> {
    this.#licences ??= await this.#readBuilt<LicenceFile>('licenses.json')
    return this.#licences
  }

  /** Our own build wrote it, so it isn't validated. */
  async #readBuilt<Content>(name: string): Promise<Content | null> {
    try {
      return JSON.parse(await readFile(join(this.#parts.buildFolder, name), 'utf8')) as Content
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    }
  }

  #chromiumLicences(): string | null {
    const { programFolder } = this.#parts
    const folders = [programFolder, join(programFolder, '..', 'Resources')]
    return folders.map((folder) => join(folder, 'LICENSES.chromium.html')).find((path) => existsSync(path)) ?? null
  }
}
