/** Binds the fields of a form to a draft: each change makes a new one. */
import { computed } from 'vue'
import type { Ref } from 'vue'
import { placeholdersOf, type TextField } from './settingFields.ts'
import type { Draft } from './draft.ts'
import type { Problems } from './draftProblems.ts'

/** @param problems of the fields; null: not shown yet */
export function useDraftFields(draft: Ref<Draft>, problems: () => Problems | null) {
  const usual = computed(() => placeholdersOf(draft.value))

  const setText = (name: TextField, text: string): void => {
    draft.value = { ...draft.value, texts: { ...draft.value.texts, [name]: text } }
  }
  const textField = (name: TextField) => ({
    name,
    modelValue: draft.value.texts[name],
    'onUpdate:modelValue': (text: string) => setText(name, text),
    usual: usual.value[name],
    problem: problems()?.fields[name]
  })
  const setting = <Name extends keyof Draft>(name: Name) => ({
    modelValue: draft.value[name],
    'onUpdate:modelValue': (value: Draft[Name]) => (draft.value = { ...draft.value, [name]: value })
  })
  return { textField, setting, setText }
}
