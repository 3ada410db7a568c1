/** Percentiles and slopes of samples. */

/** The value below which that share of the samples lies (nearest rank). */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new Error('no samples')
  return value
}

/** Slope of the line that fits the points best (least squares): y for each x. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  if (points.length < 2) throw new Error('a line needs two points')
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const meanX = mean(points.map(([x]) => x))
  const meanY = mean(points.map(([, y]) => y))
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  return covariance / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
}
