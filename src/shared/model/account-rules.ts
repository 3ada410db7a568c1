/** What may be said of an account; without schemas, so that the page judges by the same rules as main. */

/** Characters of a name that a person gives an account. */
export const LONGEST_LABEL = 80

/** Accounts that have a shortcut of their own. */
export const MOST_SHORTCUTS = 9
