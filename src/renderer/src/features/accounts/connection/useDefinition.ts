/** The draft of a definition, and what main says of it: the page loads no schema. */
import { computed, shallowRef } from 'vue'
import type { ErrorInfo } from '../../../../../shared/ipc/error.ts'
import { isUnknownProvider, type Connection } from '../../../../../shared/models/connection.ts'
import { asksForUser, definitionOf } from '../../../../../shared/providers/definition.ts'
import { call, errorFrom } from '../../../bridge.ts'
import { connectionOf, draftOf, membersIn, type Draft, type Members } from './definitionDraft.ts'

/** A user name that nothing asks for isn't kept. */
function withoutUnaskedUser({ user, ...connection }: Connection): Connection {
  return user !== undefined && asksForUser(definitionOf(connection)) ? { ...connection, user } : connection
}

export function useDefinition(start: Connection) {
  const draft = shallowRef<Draft>(draftOf(start))
  /** null: the text is no JSON, and stays as it is until it is one. */
  const members = computed(() => membersIn(draft.value.text))
  const lastMembers = shallowRef<Members>(members.value ?? {})
  /** Of the latest draft that main has answered about. What was saved before has none. */
  const problems = shallowRef<readonly ErrorInfo[]>([])
  /** The latest connection without a problem: also while the next one is being typed. Its address is unchecked. */
  const usable = shallowRef(start)
  let checking: Promise<void> = Promise.resolve()

  async function check(now: Draft, definition: Members): Promise<void> {
    let found: readonly ErrorInfo[]
    try {
      found = (await call('connection', 'problems', { definition })).problems
    } catch (error) {
      found = [errorFrom(error)]
    }
    if (draft.value !== now) return
    problems.value = found
    if (found.length === 0 && !isUnknownProvider(now)) usable.value = withoutUnaskedUser(connectionOf(now, definition))
  }
  function setDraft(next: Draft): void {
    draft.value = next
    if (!members.value) return
    lastMembers.value = members.value
    checking = check(next, members.value)
  }

  return {
    draft,
    members,
    lastMembers,
    problems,
    usable,
    isUsable: computed(() => members.value !== null && problems.value.length === 0 && !isUnknownProvider(draft.value)),
    setDraft,
    /** Once main has answered about the latest draft. */
    settled: () => checking
  }
}
