/** What carries the messages of the DevTools protocol: a pair of pipes to a Chromium of our own, or a WebSocket to one that runs. */
import type { Readable, Writable } from 'node:stream'

export interface Transport {
  send(text: string): void
  listen(receiver: Receiver): void
  close(): void
}

export interface Receiver {
  message(text: string): void
  closed(): void
}

/**
 * Messages end in a zero byte. The pipe is also the leash: when this process ends, however it ends, Chromium reads its end and
 * quits.
 */
export function pipeTransport(output: Writable, input: Readable): Transport {
  let chunks: Buffer[] = []
  const read = (chunk: Buffer, message: Receiver['message']): void => {
    let start = 0
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      const whole = Buffer.concat([...chunks, chunk.subarray(start, end)])
      chunks = []
      start = end + 1
      message(whole.toString())
    }
    if (start < chunk.length) chunks.push(chunk.subarray(start))
  }
  return {
    send: (text) => void output.write(`${text}\0`),
    listen({ message, closed }) {
      input.on('data', (chunk: Buffer) => read(chunk, message))
      input.on('close', closed)
      output.on('error', closed)
    },
    close: () => void output.end()
  }
}

/** What is sent before the connection stands waits for it. */
export function socketTransport(address: string): Transport {
  const socket = new WebSocket(address)
  const early: string[] = []
  socket.addEventListener('open', () => {
    for (const text of early.splice(0)) socket.send(text)
  })
  return {
    send(text) {
      if (socket.readyState === WebSocket.CONNECTING) early.push(text)
      else socket.send(text)
    },
    listen({ message, closed }) {
      socket.addEventListener('message', ({ data }) => message(String(data)))
      socket.addEventListener('close', closed)
    },
    close: () => socket.close()
  }
}
