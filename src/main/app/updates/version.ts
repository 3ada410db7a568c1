/** Versions of releases: three numbers. A build of our own may have a suffix, such as 1.2.0-beta.1, and is older than 1.2.0. */

const NUMBER = '(0|[1-9][0-9]{0,5})'
const VERSION = new RegExp(`^${NUMBER}\\.${NUMBER}\\.${NUMBER}(-[0-9A-Za-z.-]{1,40})?$`)

const numbersOf = (version: string): { numbers: number[]; isPreview: boolean } | null => {
  const found = VERSION.exec(version)
  return found && { numbers: found.slice(1, 4).map(Number), isPreview: found[4] !== undefined }
}

export const isRelease = (version: string): boolean => numbersOf(version)?.isPreview === false

/** False if one of them is no version. */
export function isNewer(release: string, own: string): boolean {
  const [one, other] = [numbersOf(release), numbersOf(own)]
  if (!one || !other || one.isPreview) return false
  for (const [at, number] of one.numbers.entries()) {
    const difference = number - (other.numbers[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return other.isPreview
}
