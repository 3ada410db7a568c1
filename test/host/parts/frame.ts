/** One document in a frame, as `senderFrame` and `mainFrame` show it. */
import type { WebFrameMain } from 'electron'
import { strict } from '../strict.ts'

type Writable<T> = { -readonly [K in keyof T]: T[K] }
type FrameMembers = Writable<Pick<WebFrameMain, 'url' | 'detached' | 'name'>> &
  Pick<WebFrameMain, 'origin' | 'isDestroyed'> & {
    parent: HostFrame | null
    top: HostFrame | null
  }
export type HostFrame = FrameMembers

const originOf = (url: string): string => /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0] ?? 'null'

export function createFrame(url: string, parent: HostFrame | null): HostFrame {
  const frame: HostFrame = {
    url,
    get origin() {
      return originOf(frame.url)
    },
    name: '',
    detached: false,
    isDestroyed: () => frame.detached,
    parent,
    top: null
  }
  const shown = strict('WebFrameMain', frame)
  frame.top = parent?.top ?? shown
  return shown
}
