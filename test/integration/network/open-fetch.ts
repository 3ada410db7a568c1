/** The app's `fetch` over the host's network, in the test's own process. */
import type { ClientRequest } from 'electron'
import { fetchThrough } from '../../../src/main/desktop/network.ts'
import { HostClientRequest } from '../../host/network/client-request.ts'
import { Network } from '../../host/network/network.ts'

export const openFetch = (network = new Network(new Map())): typeof fetch =>
  fetchThrough((options) => {
    const request = new HostClientRequest(options, (url, init) => network.fetch(url, init))
    return request as unknown as ClientRequest
  })
