/**
 * Runs lanes side by side, and the steps of a lane one after another. A step also waits for the steps in its `after`
 * that are part of this run, whether they passed or not.
 *
 * @template {{ name: string, after?: string[] }} Step
 * @param {Step[][]} lanes
 * @param {(step: Step) => Promise<void>} run
 */
export async function runLanes(lanes, run) {
  const ends = new Map(lanes.flat().map(({ name }) => [name, Promise.withResolvers()]))
  const runLane = async (lane) => {
    for (const step of lane) {
      await Promise.all((step.after ?? []).map((name) => ends.get(name)?.promise))
      await run(step)
      ends.get(step.name).resolve()
    }
  }
  await Promise.all(lanes.map(runLane))
}
