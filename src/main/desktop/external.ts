/** Opens addresses in the person's browser: https only, whatever the platform wrote. */
import { shell } from 'electron'
import { Fault } from '../../shared/ipc/failure.ts'
import type { Opener } from '../core/ports.ts'

export const browser: Opener = {
  async open(address) {
    const url = URL.parse(address)
    if (url?.protocol !== 'https:' || url.username || url.password) throw new Fault('BAD_REQUEST', { found: 'address' })
    await shell.openExternal(url.href)
    return url.host
  }
}
