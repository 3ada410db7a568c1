/** Never comes back, as from a native call. */
import { Watchdog } from '../../../../src/main/cli/watchdog.ts'

new Watchdog((error) => {
  throw error
}).endAfter(100, '{"ok":false}\n')
for (;;);
