/**
 * The window in which a desktop asks for the keyring's password, as gnome-keyring sees it: the bus name below, with the
 * calls of gcr's `dbus-interfaces.xml` (org.gnome.keyring.internal.Prompter). It never knows the password.
 */
import { Body, ownName, type Values } from './keyring-bus.ts'

const CALLBACK = 'org.gnome.keyring.internal.Prompter.Callback'

/** How the user reacts to a prompt. */
export type Person = { does: 'dismisses'; afterMs: number } | { does: 'neverAnswers' }

export interface Prompter {
  asked(): number
  close(): void
}

export async function startPrompter(bus: string, person: Person): Promise<Prompter> {
  let asked = 0
  const own = await ownName(bus, 'org.gnome.keyring.SystemPrompter', ({ sender, member, body }) => {
    const path = body.readText()
    const callback = (name: string, values?: Values): void =>
      own.call({ destination: sender, path, interface: CALLBACK, member: name }, values)
    const ready = (reply: string, exchange: string): void =>
      callback('PromptReady', {
        signature: 'sa{sv}s',
        body: new Body().text(reply).emptyDictionary().text(exchange)
      })
    if (member === 'BeginPrompting') ready('', '')
    if (member === 'StopPrompting') callback('PromptDone')
    if (member !== 'PerformPrompt') return
    asked += 1
    body.readText() // the kind of prompt
    body.skipDictionary() // its words
    // Both sides exchange public keys for the password; an answer without one can repeat the other side's key.
    const exchange = body.readText()
    if (person.does === 'dismisses') setTimeout(() => ready('no', exchange), person.afterMs)
  })
  return { asked: () => asked, close: own.close }
}
