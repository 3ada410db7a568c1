/** `nativeTheme`: what the app chose, else what the system says; pages are told through prefers-color-scheme. */
import type { NativeTheme } from 'electron'
import { KnownEmitter, strict } from '../strict.ts'
import { runtime } from '../runtime.ts'
import { allWebContents } from './web-contents.ts'

class HostNativeTheme extends KnownEmitter implements Pick<NativeTheme, 'themeSource' | 'shouldUseDarkColors'> {
  private source: 'system' | 'light' | 'dark' = 'system'

  constructor() {
    super('nativeTheme', ['updated'])
  }

  get themeSource(): 'system' | 'light' | 'dark' {
    return this.source
  }

  set themeSource(source: 'system' | 'light' | 'dark') {
    if (source === this.source) return
    this.source = source
    this.tell()
  }

  get shouldUseDarkColors(): boolean {
    return this.source === 'dark' || (this.source === 'system' && runtime().systemDark)
  }

  /** What the system has chosen for itself, whatever the app shows. */
  get shouldUseDarkColorsForSystemIntegratedUI(): boolean {
    return runtime().systemDark
  }

  /** What a page is told. Not part of Electron. */
  pageTheme(): 'light' | 'dark' | null {
    if (this.source === 'system' && runtime().options.headed) return null
    return this.shouldUseDarkColors ? 'dark' : 'light'
  }

  /** The user changed the system's theme. Not part of Electron. */
  setSystemDark(dark: boolean): void {
    runtime().systemDark = dark
    this.tell()
  }

  private tell(): void {
    for (const contents of allWebContents()) {
      contents.withPage((page) => page.setTheme(this.pageTheme()))
    }
    this.emit('updated')
  }
}

export const nativeTheme = strict('nativeTheme', new HostNativeTheme())
