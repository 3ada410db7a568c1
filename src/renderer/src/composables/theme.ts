/**
 * Applies theme and density. A copy in localStorage lets the next start paint the right colours before main
 * answers.
 */
import type { Settings } from '../../../shared/models/settings.ts'

const MEMORY = 'portside.look'

/** Applies these settings. */
export function applyLook({ theme, density }: Settings): void {
  show(theme, density)
  localStorage.setItem(MEMORY, `${theme} ${density}`)
}

/** Applies the settings of the last session. */
export function recallLook(): void {
  const [theme, density] = (localStorage.getItem(MEMORY) ?? '').split(' ')
  if (theme && density) show(theme, density)
}

function show(theme: string, density: string): void {
  const root = document.documentElement
  if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme
  else delete root.dataset['theme']
  root.dataset['density'] = density
}
