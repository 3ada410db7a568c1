/** What docs/provider.schema.json says of a definition's member. */

export interface JsonSchema {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  description?: string
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
}

interface MemberHelp {
  /** The innermost part of the path that the schema knows. */
  path: string
  /** The member's own meaning, then that of what it holds. */
  texts: string[]
  /** Members or values that it may have. */
  choices: string[]
}

/** Of a file, and of no use in the editor. */
const OF_FILES: readonly string[] = ['$schema', 'portside', 'version']

export function memberHelp(schema: JsonSchema, path: readonly string[]): MemberHelp {
  const typeOf = ({ $ref }: JsonSchema): JsonSchema | undefined => schema.$defs?.[$ref?.split('/').at(-1) ?? '']
  const formsOf = (one: JsonSchema): JsonSchema[] => {
    const type = typeOf(one)
    const forms = type ? [type] : (one.anyOf ?? one.oneOf)
    return forms ? forms.flatMap(formsOf) : [one]
  }
  let known = [schema]
  let depth = 0
  for (const name of path) {
    const inner = known.flatMap(formsOf).flatMap(({ properties, additionalProperties }) => {
      const member = properties?.[name] ?? additionalProperties
      return typeof member === 'object' ? [member] : []
    })
    if (inner.length === 0) break
    known = inner
    depth += 1
  }
  // Of the whole definition, the schema speaks to those who write a file.
  const texts = depth === 0 ? [] : known.flatMap((one) => [one.description ?? '', typeOf(one)?.description ?? ''])
  const choices = known
    .flatMap(formsOf)
    .flatMap((form) => [...Object.keys(form.properties ?? {}), ...(form.enum ?? (form.const ? [form.const] : []))])
  return {
    path: path.slice(0, depth).join('.'),
    texts: [...new Set(texts)].filter(Boolean),
    choices: [...new Set(choices.map(String))].filter((name) => !OF_FILES.includes(name))
  }
}
