/**
 * The sample platform: one pure `fetch`, deterministic, no socket and no file. "Explore with sample data" calls it in
 * the process; tests mount it on a loopback server. It answers as docs/platform.md describes the published interface.
 */
export { createSampleApi } from './routes.ts'
export type { SampleApiOptions } from './routes.ts'
export { SAMPLE_BASE_ADDRESS, SAMPLE_CODE, SAMPLE_CODE_EMAIL, SAMPLE_EMAIL, SAMPLE_PASSWORD } from './people.ts'
export { issueToken } from './token.ts'
