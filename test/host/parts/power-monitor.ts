/** `powerMonitor`: quiet, and somebody at the keyboard, until a test says otherwise. */
import type { PowerMonitor } from 'electron'
import { KnownEmitter, strict } from '../strict.ts'
import { needsReady, runtime } from '../runtime.ts'

export const POWER_EVENTS = ['suspend', 'resume', 'on-ac', 'on-battery', 'lock-screen', 'unlock-screen', 'shutdown']

type Members = 'isOnBatteryPower' | 'onBatteryPower' | 'getSystemIdleTime' | 'getSystemIdleState'

class HostPowerMonitor extends KnownEmitter implements Pick<PowerMonitor, Members> {
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
    return runtime().presence.idleSeconds
  }

  /** A locked screen counts before anything else (Chromium's ui/base/idle/idle.cc). */
  getSystemIdleState(idleThreshold: number): 'active' | 'idle' | 'locked' | 'unknown' {
    if (idleThreshold <= 0) throw new TypeError('Invalid idle threshold, must be greater than 0')
    const { idleSeconds, screenLocked } = runtime().presence
    if (screenLocked) return 'locked'
    return idleSeconds >= idleThreshold ? 'idle' : 'active'
  }
}

export const powerMonitor = strict('powerMonitor', new HostPowerMonitor())
