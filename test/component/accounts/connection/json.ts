/** The definition in the editor that can be seen. */
import { fill } from '../../ui/typing.ts'

export function json(): HTMLTextAreaElement {
  const found = [...document.querySelectorAll<HTMLTextAreaElement>('textarea[name="json"]')]
  return found.find((one) => one.checkVisibility()) as HTMLTextAreaElement
}
export const written = (): Record<string, unknown> => JSON.parse(json().value) as Record<string, unknown>

/** @param members undefined: the member goes */
export const write = (members: Record<string, unknown>): Promise<void> =>
  fill(json(), JSON.stringify({ ...written(), ...members }))

/** What is said below it. */
export const problems = (): string[] =>
  [...document.querySelectorAll('.problems li')].map((one) => one.textContent.replaceAll(/\s+/g, ' ').trim())
