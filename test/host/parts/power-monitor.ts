/** `powerMonitor`: quiet until a test sends its events. */
import type { PowerMonitor } from 'electron'
import { KnownEmitter, loud } from '../loud.ts'
import { needsReady } from '../runtime.ts'

export const POWER_EVENTS = ['suspend', 'resume', 'on-ac', 'on-battery', 'lock-screen', 'unlock-screen', 'shutdown']

class HostPowerMonitor extends KnownEmitter implements Pick<PowerMonitor, 'isOnBatteryPower' | 'onBatteryPower'> {
  readonly onBatteryPower = false

  constructor() {
    super('powerMonitor', POWER_EVENTS)
  }

  override on(event: string, listener: () => void): this {
    needsReady('powerMonitor')
    return super.on(event, listener)
  }

  isOnBatteryPower(): boolean {
    return false
  }

  getSystemIdleTime(): number {
    return 0
  }
}

export const powerMonitor = loud('powerMonitor', new HostPowerMonitor())
