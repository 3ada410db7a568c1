/** `screen`: one plain display. */
import type { Display } from 'electron'
import { KnownEmitter, strict } from '../strict.ts'
import { needsReady } from '../runtime.ts'

const AREA = { x: 0, y: 0, width: 1920, height: 1080 }
const DISPLAY = {
  id: 1,
  bounds: AREA,
  workArea: AREA,
  size: AREA,
  workAreaSize: AREA,
  scaleFactor: 1
} as unknown as Display

class HostScreen extends KnownEmitter {
  constructor() {
    super('screen', ['display-added', 'display-removed', 'display-metrics-changed'])
  }

  getPrimaryDisplay(): Display {
    needsReady('screen')
    return DISPLAY
  }

  getAllDisplays(): Display[] {
    needsReady('screen')
    return [DISPLAY]
  }

  getDisplayMatching(): Display {
    needsReady('screen')
    return DISPLAY
  }
}

export const screen = strict('screen', new HostScreen())
