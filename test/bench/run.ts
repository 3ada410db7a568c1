/** `npm run bench [-- launch …]`: runs the named benches, or all. Figures, not verdicts: nothing here passes or fails. */
import { benchLaunch } from './launch.ts'
import { benchList } from './list.ts'

const benches: Record<string, () => Promise<void>> = { launch: benchLaunch, list: benchList }

const asked = process.argv.slice(2)
const names = asked.length > 0 ? asked : Object.keys(benches)
for (const name of names) {
  const bench = benches[name]
  if (!bench) {
    process.stderr.write(`There is no bench "${name}". There are: ${Object.keys(benches).join(', ')}.\n`)
    process.exit(2)
  }
  process.stdout.write(`\n${name}\n`)
  await bench()
}
