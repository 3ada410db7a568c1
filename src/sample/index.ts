/**
 * The sample provider: one pure, deterministic `fetch` without sockets and files. "Explore with sample data" calls it
 * in-process, and tests mount it on a loopback server. It implements the published API (docs/platform.md).
 */
export { createSampleApi } from './routes.ts'
export type { SampleApiOptions } from './routes.ts'
export { SAMPLE_BASE_ADDRESS, SAMPLE_CODE, SAMPLE_CODE_EMAIL, SAMPLE_EMAIL, SAMPLE_PASSWORD } from './people.ts'
export { issueToken } from './token.ts'
