/** The app's `fetch` over the host's network, in the test's own process. */
import type { ClientRequest } from 'electron'
import type { AnswerProxy } from '../../../src/main/desktop/network-proxy.ts'
import { fetchThrough } from '../../../src/main/desktop/network.ts'
import { HostClientRequest } from '../../host/network/client-request.ts'
import { Network } from '../../host/network/network.ts'

export const openFetch = (
  network = new Network(new Map()),
  answerProxy: AnswerProxy = async () => null
): typeof fetch =>
  fetchThrough((options) => {
    const request = new HostClientRequest(options, (url, init, login) => network.fetch(url, init, login))
    return request as unknown as ClientRequest
  }, answerProxy)
