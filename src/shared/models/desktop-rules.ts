/** Choices about the app in the background; without schemas, so that the page can read them. */

/** Minutes from one refresh to the next; 0: only when the person asks. */
export const REFRESH_MINUTES = [0, 5, 15, 30, 60, 180, 360, 720, 1440] as const

export const MINUTES_A_DAY = 1440
