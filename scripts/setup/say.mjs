/** A set-up step that can't go on: one sentence for what is wrong, one for what to do. */
export class SetupError extends Error {
  constructor(message, next) {
    super(message)
    this.next = next
  }
}

/** One line to the person. Standard output stays free for what the app answers: `npm start -- --quick-check --json`. */
export const say = (line) => process.stderr.write(`set-up: ${line}\n`)

/** The last lines of a tool's output, where the reason usually is. */
export const lastLines = (text, count = 20) => text.trimEnd().split('\n').slice(-count).join('\n')
