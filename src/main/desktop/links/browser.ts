/** Opens URLs in the person's browser: https only, and no `.invalid` host (RFC 2606). */
import { shell } from 'electron'
import { AppError } from '../../../shared/ipc/error.ts'
import type { Opener } from '../../core/ports/index.ts'

export const browser: Opener = {
  async open(address) {
    const url = URL.parse(address)
    const isOpenable =
      url?.protocol === 'https:' && !url.username && !url.password && !/\.invalid\.?$/.test(url.hostname)
    if (!isOpenable) throw new AppError('BAD_REQUEST', { found: 'address' })
    await shell.openExternal(url.href)
    return url.host
  }
}
