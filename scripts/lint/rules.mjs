/** Core rules that find mistakes rather than taste. */
export const MISTAKES = Object.fromEntries(
  [
    'array-callback-return',
    'for-direction',
    'no-async-promise-executor',
    'no-case-declarations',
    'no-compare-neg-zero',
    'no-cond-assign',
    'no-constant-binary-expression',
    'no-constant-condition',
    'no-debugger',
    'no-delete-var',
    'no-dupe-else-if',
    'no-duplicate-case',
    'no-empty-character-class',
    'no-eval',
    'no-ex-assign',
    'no-extra-boolean-cast',
    'no-fallthrough',
    'no-global-assign',
    'no-implied-eval',
    'no-irregular-whitespace',
    'no-loss-of-precision',
    'no-misleading-character-class',
    'no-new-func',
    'no-prototype-builtins',
    'no-regex-spaces',
    'no-script-url',
    'no-self-assign',
    'no-self-compare',
    'no-shadow-restricted-names',
    'no-sparse-arrays',
    'no-template-curly-in-string',
    'no-unexpected-multiline',
    'no-unreachable-loop',
    'no-unsafe-finally',
    'no-unsafe-optional-chaining',
    'no-unused-labels',
    'no-unused-private-class-members',
    'no-useless-catch',
    'no-useless-escape',
    'require-yield',
    'use-isnan',
    'valid-typeof'
  ].map((name) => [name, 'error'])
)

/** Where the sets that we start from are stricter, or laxer, than we want. */
export const TASTE = {
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
