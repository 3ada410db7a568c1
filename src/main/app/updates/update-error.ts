import type { UpdateProblem } from '../../../shared/models/updates.ts'

/** What ends a check or a download without an answer. */
export class UpdateError extends Error {
  override readonly name = 'UpdateError'
  readonly problem: UpdateProblem

  constructor(problem: UpdateProblem) {
    super(problem)
    this.problem = problem
  }
}
