/** Core rules that find mistakes, beside those that ESLint recommends. */
export const MISTAKES = Object.fromEntries(
  [
    'array-callback-return',
    'no-eval',
    'no-implied-eval',
    'no-new-func',
    'no-script-url',
    'no-self-compare',
    'no-template-curly-in-string',
    'no-unreachable-loop'
  ].map((name) => [name, 'error'])
)

/** Where the sets that we start from are stricter, or laxer, than we want. */
export const TASTE = {
  // For scripts only: TypeScript knows the others' names.
  'no-undef': 'off',
  // Replies of a provider and names of files are searched for such characters.
  'no-control-regex': 'off',
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  '@typescript-eslint/class-literal-property-style': 'off',
  '@typescript-eslint/consistent-indexed-object-style': 'off',
  '@typescript-eslint/consistent-type-definitions': 'off',
  '@typescript-eslint/no-empty-function': 'off',
  // Playwright reads from a fixture's first parameter what it needs; `{}` is nothing.
  'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
  '@typescript-eslint/no-invalid-void-type': 'off',
  '@typescript-eslint/no-unused-vars': [
    'error',
    { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }
  ]
}

/** Options of `max-lines-per-function` for src/. */
export const LONGEST_FUNCTION = { max: 80, skipBlankLines: true, skipComments: true }

/** Rules that ask the type checker. */
export const TYPED = {
  '@typescript-eslint/await-thenable': 'error',
  '@typescript-eslint/consistent-type-imports': 'error',
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': 'error',
  '@typescript-eslint/no-unnecessary-type-assertion': 'error',
  '@typescript-eslint/only-throw-error': 'error',
  // What was caught is unknown, and may be passed on as it is.
  '@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }]
}

export const SYNTAX = [
  {
    // A comment makes it no better: `no-empty` would let that pass.
    selector: 'CatchClause > BlockStatement[body.length=0]',
    message: 'An empty catch hides what went wrong: handle it, or say in code what it means.'
  }
]

const SUITE = '/^(test|it|describe|suite|bench)$/'

export const TEST_SYNTAX = [
  {
    selector: `MemberExpression[property.name=/^(only|todo|fixme)$/]:matches([object.name=${SUITE}], [object.property.name=${SUITE}])`,
    message: 'A test that is left out, or leaves others out, is not to be committed.'
  },
  {
    // `skip(condition, reason)` inside a test is fine: it says on which system it can't run.
    selector: `CallExpression[callee.property.name='skip']:matches([arguments.length=0], [arguments.0.type=/Literal$/])`,
    message: 'A test is fixed or removed, not skipped.'
  }
]
