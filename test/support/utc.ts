import { afterAll, beforeAll } from 'vitest'

/** Runs the tests of a file in UTC: the instants in them are meant as UTC days. */
export function inUtc(): void {
  const usual = process.env['TZ']
  beforeAll(() => {
    process.env['TZ'] = 'UTC'
  })
  afterAll(() => {
    if (usual === undefined) delete process.env['TZ']
    else process.env['TZ'] = usual
  })
}
