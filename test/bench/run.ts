/**
 * `npm run bench [-- launch …] [--quick] [--plot] [--only=search]`: runs the named benches, or all. Figures, not verdicts:
 * nothing here passes or fails. The flags are the catalogue's.
 */
import { parseArgs } from 'node:util'
import { benchCatalogue } from './catalogue/index.ts'
import { benchLaunch } from './launch.ts'
import { benchList } from './list.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    plot: { type: 'boolean', default: false },
    only: { type: 'string' }
  }
})
const benches: Record<string, () => Promise<void>> = {
  launch: benchLaunch,
  list: benchList,
  catalogue: () => benchCatalogue(values)
}

const names = positionals.length > 0 ? positionals : Object.keys(benches)
for (const name of names) {
  const bench = benches[name]
  if (!bench) {
    process.stderr.write(`There is no bench "${name}". There are: ${Object.keys(benches).join(', ')}.\n`)
    process.exit(2)
  }
  process.stdout.write(`\n${name}\n`)
  await bench()
}
