/** New versions of Portside: what is known, and what the user wants. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ErrorInfo } from '../../../../../shared/ipc/error.ts'
import type { UpdateState } from '../../../../../shared/models/updates.ts'
import { call } from '../../../bridge.ts'
import { latestRequest } from '../../../ui/data/load.ts'
import { listenWhileVisible } from '../../../ui/data/listenWhileVisible.ts'

export type UpdateChoice = 'check' | 'install' | 'stopInstalling' | 'skip' | 'unskip' | 'remindLater'

export const useUpdates = defineStore('updates', () => {
  const state = shallowRef<UpdateState | null>(null)
  const error = shallowRef<ErrorInfo | null>(null)
  const reading = latestRequest()

  function hold(answer: UpdateState): void {
    // A read that started earlier knows less.
    reading.drop()
    state.value = answer
    error.value = null
  }
  const load = (): Promise<void> =>
    reading.send(
      () => call('updates', 'state'),
      hold,
      (why) => (error.value = why)
    )
  async function choose(choice: UpdateChoice): Promise<void> {
    hold(await call('updates', choice))
  }
  async function restart(): Promise<void> {
    await call('updates', 'restart')
  }
  async function openPage(): Promise<void> {
    await call('updates', 'openPage')
  }

  listenWhileVisible('updates', () => void load())

  return { state, error, load, choose, restart, openPage }
})
