/** The palette's chunk arrives after the app has locked. */
import { beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { usePalette } from '../../../src/renderer/src/ui/palette/palette.ts'
import { bridge, line, lockState, opened } from '../ui/shell/bridge.ts'
import { dialog, heading, openPage } from '../ui/shell/page.ts'
import { everything, lockNow, unlockNow } from './locked.ts'

const chunk = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock('../../../src/renderer/src/ui/palette/CommandPalette.vue', async (original) => {
  await chunk.promise
  return original()
})

/** Until everything that waited for the chunk is mounted and painted. */
async function arrive(): Promise<void> {
  chunk.resolve()
  await import('../../../src/renderer/src/ui/palette/CommandPalette.vue')
  for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
}

beforeEach(() => {
  bridge.answer('lock.state', lockState({ enabled: true }))
})

test('it doesn’t open over the lock screen, nor after it', async () => {
  const other = line({ id: 'b', label: 'Secret Holdings', email: 'secret@example.com' })
  bridge.answer('session.state', opened([line(), other]))
  await openPage('/profile')
  await expect.poll(heading).toBe('Profile')
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(usePalette().shown).toBe('commands')
  lockNow()
  await expect.poll(heading).toBe('Portside is locked')
  await arrive()
  expect(dialog()).toBeNull()
  expect(everything()).not.toContain('Secret Holdings')
  await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('pin')
  unlockNow()
  await expect.poll(heading).toBe('Profile')
  expect(dialog()).toBeNull()
  expect(usePalette().shown).toBeNull()
})
