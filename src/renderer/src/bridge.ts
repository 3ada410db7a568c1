/** The only reader of `window.portside`. */
import {
  mayRepeat,
  type Bridge,
  type Domain,
  type Envelope,
  type Input,
  type Method,
  type Output,
  type Change,
  type ChangeTopic
} from '../../shared/ipc/contract.ts'
import type { ErrorInfo } from '../../shared/ipc/error.ts'
import { firstCalls } from '../../shared/ipc/first-calls.ts'

declare global {
  interface Window {
    readonly portside: Bridge
  }
}

export class CallError extends Error {
  override readonly name = 'CallError'
  readonly error: ErrorInfo

  constructor(error: ErrorInfo) {
    super(error.code)
    this.error = error
  }
}

type Arguments<I> = undefined extends I ? [] : [input: I]

/** Answers that came together at the start, until the page has asked for them or anything changes. */
const firstAnswers = new Map<string, Envelope<unknown>>()
const keyOf = (call: readonly unknown[]): string => JSON.stringify(call)

function takeFirstAnswer(...call: readonly unknown[]): Envelope<unknown> | undefined {
  if (firstAnswers.size === 0) return undefined
  const answer = firstAnswers.get(keyOf(call))
  firstAnswers.delete(keyOf(call))
  return answer
}

/** Receives what the first view will ask for. @returns forgets what was not asked for */
export async function receiveFirstAnswers(): Promise<() => void> {
  const stop = window.portside.onChange(() => firstAnswers.clear())
  const first = await window.portside.start()
  if (first) {
    for (const [at, call] of firstCalls(first.account, first.all).entries()) {
      const answer = first.answers[at]
      if (answer) firstAnswers.set(keyOf(call), answer)
    }
  }
  return () => {
    firstAnswers.clear()
    stop()
  }
}

/** `call('catalogue', 'page', query)`: a call that may be repeated waits while the app is locked. @throws CallError with main's error */
export async function call<D extends Domain, M extends Method<D> & string>(
  domain: D,
  method: M,
  ...input: Arguments<Input<D, M>>
): Promise<Output<D, M>> {
  const ask = window.portside[domain] as unknown as Record<M, (...input: unknown[]) => Promise<Envelope<Output<D, M>>>>
  let first = takeFirstAnswer(domain, method, ...input) as Envelope<Output<D, M>> | undefined
  for (;;) {
    const answer = first ?? (await ask[method](...input))
    first = undefined
    if (answer.ok) return answer.data
    if (answer.error.code !== 'APP_LOCKED' || !mayRepeat(domain, method)) throw new CallError(answer.error)
    await unlocked()
  }
}

function unlocked(): Promise<void> {
  return new Promise((resolve, reject) => {
    const checkLock = (): void => {
      call('lock', 'state').then(({ locked }) => {
        if (locked) return
        stop()
        resolve()
      }, reject)
    }
    const stop = listen('lock', checkLock)
    checkLock()
  })
}

/** @param account null: the app */
type Listener = (account: string | null) => void
/** Keyed by the bridge, which tests replace. */
const changeListeners = new WeakMap<Bridge, Map<ChangeTopic, Set<Listener>>>()

/** One function crosses the bridge for all changes. It calls the listeners of the topic. */
function receiveChanges(bridge: Bridge): Map<ChangeTopic, Set<Listener>> {
  const listeners = new Map<ChangeTopic, Set<Listener>>()
  changeListeners.set(bridge, listeners)
  bridge.onChange((...[topic, account]: Change) => {
    for (const listener of [...(listeners.get(topic) ?? [])]) listener(account)
  })
  return listeners
}

/** @returns stops listening */
export function listen(topic: ChangeTopic, listener: Listener): () => void {
  const listeners = changeListeners.get(window.portside) ?? receiveChanges(window.portside)
  const ofTopic = listeners.get(topic) ?? new Set()
  listeners.set(topic, ofTopic.add(listener))
  return () => void ofTopic.delete(listener)
}

export function errorFrom(thrown: unknown): ErrorInfo {
  return thrown instanceof CallError ? thrown.error : { code: 'INTERNAL' }
}
