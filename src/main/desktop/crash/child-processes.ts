import { app, type Details } from 'electron'
import type { ChildProcessType, ChildService } from '../../ports/index.ts'
import { log } from '../log.ts'
import type { Graphics } from './graphics.ts'

/** All processes but pages. Chromium starts each of them again by itself. Only a graphics process that keeps failing needs the user. */
export function watchChildProcesses(graphics: Graphics): void {
  app.on('child-process-gone', (_event, details) => {
    const { reason, exitCode } = details
    log.event('childProcessGone', { type: typeOf(details), service: serviceOf(details), reason, exitCode })
    if (details.type === 'GPU') graphics.processGone(details)
  })
}

const typeOf = ({ type }: Details): ChildProcessType => (type === 'GPU' || type === 'Utility' ? type : 'other')

/** By names such as `network.mojom.NetworkService`. */
function serviceOf({ serviceName = '' }: Details): ChildService {
  const [service] = serviceName.split('.')
  return service === 'network' || service === 'audio' ? service : 'other'
}
