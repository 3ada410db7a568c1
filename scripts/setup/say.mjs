/** A set-up step that can't go on: one sentence for what is wrong, one for what to do. */
export class SetupError extends Error {
  constructor(message, next) {
    super(message)
    this.next = next
  }
}

/** One line to the person: what is done on stdout, what went wrong on stderr. */
export function say(line, level = 'info') {
  const out = level === 'error' ? process.stderr : process.stdout
  out.write(`set-up: ${line}\n`)
}

/** The last lines of a tool's output, where the reason usually is. */
export const lastLines = (text, count = 20) => text.trimEnd().split('\n').slice(-count).join('\n')
