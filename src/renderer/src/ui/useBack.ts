/** Leaves a view to where the user came from. */
import { useRouter, type RouteLocationRaw, type Router } from 'vue-router'
import { useEscape } from './palette/shortcuts.ts'

/** @param fallback for a view that a link or main opened first */
export function goBack(router: Router, fallback: RouteLocationRaw): void {
  // The router writes it.
  if (typeof window.history.state?.back === 'string') router.back()
  else void router.push(fallback)
}

/** Escape does the same. @returns for the Back button */
export function useBack(fallback: () => RouteLocationRaw): () => void {
  const router = useRouter()
  const back = (): void => goBack(router, fallback())
  useEscape(() => {
    back()
    return true
  })
  return back
}
