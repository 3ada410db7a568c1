/** Every call of the contract, with an API that says back whatever secret it was told: no answer has one in it. */
import { mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { SAMPLE_EMAIL } from '../../src/sample/index.ts'
import { EXPORT_KINDS } from '../../src/shared/models/invoice.ts'
import { TRIAL_ENDPOINTS } from '../../src/shared/models/provider-trial.ts'
import { ask, askAllThatReads, CALL_NAMES, CHOICE, INVOICES, openId, type CallName } from './canary/calls.ts'
import { listenToPushes, note, notePushes, readFolder } from './canary/places.ts'
import { FAULT_NAMES, MARKER, PASSWORD, PLANS, PROXY_PASSWORD, SIGN_IN_PATH } from './canary/api.ts'
import { expectMarkers, hearElsewhere, PIN, secretsOf, startWalk, type Walk } from './canary/walk.ts'
import { leaks } from '../support/leaks.ts'
import { expect, test, type App } from './fixtures.ts'
import * as ui from './ui.ts'

test('no reply of the bridge contains a secret, whatever the API answers', async ({ launch, profileDir }) => {
  const walk = await startWalk({ isTyped: true })
  const { telling, findings } = walk
  const app = await launch()
  await listenToPushes(app.page)
  await signInOverBridge(app, walk)
  const secrets = await secretsOf(walk)
  await callEverything(app, walk)
  await saveProxyPassword(app, walk)
  await handOver(app, walk, join(profileDir, 'exported.json'))
  await changeAccounts(app, walk)
  await lockOverBridge(app, walk)
  await askAllThatReads(app.page, walk)
  await notePushes(app.page, findings)
  note(findings, 'files while it runs', ...readFolder(profileDir))
  await askFine(app, walk, [['accounts.eraseEverything', { leaveEntries: false }]])
  await app.quit()
  note(findings, 'the app’s output', app.output())
  expect([...walk.asked].sort()).toEqual([...CALL_NAMES].sort())

  await hearElsewhere(telling, findings)
  await telling.end()
  expect(leaks(findings, secrets)).toEqual([])
  expectMarkers(findings)
})

type Asked = readonly [name: CallName, input: object | null]

/** Asks one after the other, and none of them may fail: what is refused at the door tells nothing. */
async function askFine({ page }: App, walk: Walk, all: readonly Asked[]): Promise<void> {
  for (const [name, input] of all) expect(await ask(page, walk, name, input), name).toMatchObject({ ok: true })
}

/** Each way is refused; the password is redirected, then taken; the provider refuses the token, and each way is taken again. */
async function signInOverBridge(app: App, walk: Walk): Promise<void> {
  const { telling } = walk
  const connection = { baseUrl: telling.baseUrl, provider: 'hypeproxy-v2', signIn: { path: SIGN_IN_PATH } }
  const waysTo = (again: string | null): Asked[] => [
    ['session.signIn', { connection, email: SAMPLE_EMAIL, password: PASSWORD, again }],
    ['session.signInWithToken', { connection, token: telling.token, again }]
  ]
  const askRefused = async (ways: Asked[]): Promise<void> => {
    for (const [name, input] of ways) expect(await ask(app.page, walk, name, input), name).toMatchObject({ ok: false })
  }
  telling.manners = 'refusing'
  await askRefused(waysTo(null))
  telling.manners = 'redirecting'
  await askRefused(waysTo(null).slice(0, 1))
  telling.manners = 'fine'
  await askFine(app, walk, waysTo(null).slice(0, 1))
  await ui.settled(app.page)

  const again = await openId(app.page, walk)
  telling.manners = 'refusing'
  await askRefused(waysTo(again))
  await ask(app.page, walk, 'app.refresh', { of: again, all: false, topic: null })
  expect(await ask(app.page, walk, 'session.state', null)).toMatchObject({ data: { credential: 'refused' } })
  await askAllThatReads(app.page, walk)
  telling.manners = 'fine'
  await askFine(app, walk, [
    ...waysTo(again),
    ['session.retryKeychain', null],
    ['connection.change', { of: again, connection: { ...connection, ...PLANS } }]
  ])
}

async function callEverything(app: App, walk: Walk): Promise<void> {
  const { telling } = walk
  const { page } = app
  const of = await openId(page, walk)
  const all = { of, all: false, topic: null }
  const product = { of, key: `${MARKER}-1` }
  const order = { of, key: MARKER, reverse: false }
  for (const manners of FAULT_NAMES) {
    telling.manners = manners
    await ask(page, walk, 'app.refresh', all)
    await ask(page, walk, 'catalogue.refreshProduct', product)
    await ask(page, walk, 'catalogue.fetchSortOrder', order)
    await checkOverBridge(app, walk)
    await tryEndpoints(app, walk, null)
    await askAllThatReads(page, walk)
  }
  telling.manners = 'fine'
  await checkOverBridge(app, walk)
  for (const token of [null, telling.token]) await tryEndpoints(app, walk, token)
  await askFine(app, walk, [
    ['app.refresh', all],
    ['catalogue.refreshProduct', product],
    ['catalogue.fetchSortOrder', order],
    ['catalogue.dropSortOrder', order],
    ['catalogue.cancelRefresh', { of }],
    ['catalogue.markSeen', { of, ids: [1] }],
    ['catalogue.markAllSeen', { of, upTo: 1 }],
    ['app.reportError', { description: 'TypeError' }],
    ['updates.check', null],
    ['updates.install', null],
    ['updates.stopInstalling', null],
    ['updates.skip', null],
    ['updates.unskip', null],
    ['updates.remindLater', null],
    ['updates.restart', null],
    ['connectionCheck.cancel', null],
    ['providerTrial.cancel', null]
  ])
  // The description says an address with the token in it, which was redacted out: there is nothing to open.
  await ask(page, walk, 'catalogue.openLink', { ...product, address: 'https://provider.example/?key=' })
  await ask(page, walk, 'connection.openDocumentation', { provider: 'webshare' })
  // This build has no feed of updates.
  await ask(page, walk, 'updates.openPage', null)
}

/** In the keychain and in memory; the page learns only that there is one. Another host doesn't get it. */
async function saveProxyPassword(app: App, walk: Walk): Promise<void> {
  const manual = { scheme: 'http', host: `${MARKER}.example`, port: 3128, bypass: [], user: MARKER }
  await askFine(app, walk, [
    ['app.changeSettings', { proxy: { mode: 'none', manual } }],
    ['proxy.savePassword', { password: PROXY_PASSWORD }],
    ['proxy.removePassword', null],
    ['proxy.savePassword', { password: PROXY_PASSWORD }]
  ])
  expect(await ask(app.page, walk, 'proxy.state', null)).toMatchObject({ data: { password: 'keychain' } })
}

/** Until it has ended. */
async function checkOverBridge({ page }: App, walk: Walk): Promise<void> {
  const of = await openId(page, walk)
  expect(await ask(page, walk, 'connectionCheck.start', { of, connection: null })).toMatchObject({ ok: true })
  await expect
    .poll(() => ask(page, walk, 'connectionCheck.report', { of }))
    .toMatchObject({ ok: true, data: { report: { running: false } } })
}

/** @param token null: the shown account's own */
async function tryEndpoints({ page }: App, walk: Walk, token: string | null): Promise<void> {
  const { telling } = walk
  const of = await openId(page, walk)
  const connection = { baseUrl: telling.baseUrl, provider: 'hypeproxy-v2', ...PLANS }
  for (const endpoint of TRIAL_ENDPOINTS) {
    expect(await ask(page, walk, 'providerTrial.try', { of, connection, token, endpoint })).toMatchObject({ ok: true })
  }
}

async function handOver(app: App, walk: Walk, file: string): Promise<void> {
  const { telling, findings } = walk
  const of = await openId(app.page, walk)
  const connection = { baseUrl: telling.baseUrl, provider: 'hypeproxy-v2' }
  for (const format of ['csv', 'json']) {
    await app.chooseFile(`${file}.${format}`)
    await askFine(app, walk, [['catalogue.exportFile', { of, choice: CHOICE, format }]])
  }
  await app.chooseFile(file)
  await askFine(app, walk, [['connection.exportFile', connection]])
  await app.chooseFile(file)
  await askFine(app, walk, [
    ['connection.importFile', null],
    ['about.open', { what: 'dataFolder' }],
    ['app.copyText', { text: MARKER }],
    ['app.takeRoute', null],
    ['app.pauseShortcut', { paused: false }],
    ['app.changeSettings', { refreshMinutes: 60 }],
    ['app.acceptLostSettings', null]
  ])
  for (const name of ['transfer.exportFile', 'transfer.openFile'] as const) {
    await app.chooseFile(`${file}.transfer.json`)
    await askFine(app, walk, [[name, null]])
  }
  await askFine(app, walk, [['transfer.addAccounts', { id: 1 }]])
  note(walk.findings, 'the file for another computer', readFileSync(`${file}.transfer.json`, 'utf8'))
  await saveReport(app, walk, file)
  await handOverInvoices(app, walk, file)
  await saveIntoFolder(app, walk, file)
  note(findings, 'addresses that were opened', ...(await app.opened()))
}

async function saveReport(app: App, walk: Walk, file: string): Promise<void> {
  const { data } = await ask(app.page, walk, 'diagnostics.report', null)
  await app.chooseFile(`${file}.txt`)
  await askFine(app, walk, [['diagnostics.save', { id: (data as { id: number }).id, leftOut: [] }]])
  note(walk.findings, 'the saved diagnostics', readFileSync(`${file}.txt`, 'utf8'))
}

async function handOverInvoices(app: App, walk: Walk, file: string): Promise<void> {
  const of = await openId(app.page, walk)
  const query = { of, ...INVOICES.choice, ...INVOICES.order, offset: 0, limit: 1 }
  const { data } = await ask(app.page, walk, 'invoices.page', query)
  const [{ key } = { key: '' }] = (data as { rows: { key: string }[] }).rows
  for (const kind of EXPORT_KINDS) {
    await app.chooseFile(`${file}.invoices.${kind}`)
    await askFine(app, walk, [['invoices.exportFile', { of, ...INVOICES, kind, keys: null }]])
    await askFine(app, walk, [['app.revealFile', { name: basename(`${file}.invoices.${kind}`) }]])
  }
  const accountant = { accounts: [of], from: null, to: null, table: true, pdfs: true }
  await app.chooseFile(`${file}.accountant.zip`)
  await askFine(app, walk, [['invoices.exportForAccountant', accountant]])
  await askFine(app, walk, [
    ['invoices.refreshInvoice', { key }],
    ['invoices.openLink', { key, which: 'page', link: 'stored' }],
    ['invoices.openLink', { key, which: 'page', link: 'fresh' }],
    ['invoices.dropPdf', { key }],
    ['invoices.cancelExport', null]
  ])
  const billing = await ask(app.page, walk, 'invoices.openBilling', { of, host: 'pay.example.com' })
  expect(billing).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
  // Its link has the token in it, and was left out: there is none to fetch, and no copy to open.
  for (const name of ['invoices.savePdf', 'invoices.openPdf'] as const) {
    expect(await ask(app.page, walk, name, { key }), name).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
  }
}

/** The folder's path is for the page to show. */
async function saveIntoFolder(app: App, walk: Walk, file: string): Promise<void> {
  const folder = `${file}.pdfs`
  mkdirSync(folder)
  await app.chooseFile(folder)
  await askFine(app, walk, [
    ['pdfFolder.chooseFolder', null],
    ['app.changeSettings', { pdfFolderOn: true, pdfFolderFrom: null }],
    ['pdfFolder.retry', null]
  ])
  expect(await ask(app.page, walk, 'pdfFolder.reveal', { id: `${MARKER}/1` })).toMatchObject({
    error: { code: 'NOT_FOUND' }
  })
}

async function changeAccounts(app: App, walk: Walk): Promise<void> {
  const id = await openId(app.page, walk)
  await askFine(app, walk, [
    ['accounts.rename', { id, label: MARKER }],
    ['session.exploreSample', { data: 'difficult' }]
  ])
  const sample = await openId(app.page, walk)
  expect(sample).not.toBe(id)
  await askFine(app, walk, [
    ['accounts.move', { id: sample, to: 0 }],
    ['accounts.show', { id }],
    ['session.signOut', { id: sample, erase: true }],
    ['session.exploreSample', { data: 'difficult' }]
  ])
  await askFine(app, walk, [['accounts.remove', { id: await openId(app.page, walk) }]])
}

async function lockOverBridge(app: App, walk: Walk): Promise<void> {
  const { page } = app
  const of = await openId(page, walk)
  await askFine(app, walk, [
    ['lock.setPin', { pin: PIN, current: null }],
    ['lock.lock', null]
  ])
  const refused: Asked[] = [
    ['lock.unlock', { pin: `${PIN}?` }],
    ['lock.unlockBySystem', null],
    ['profile.read', { of }]
  ]
  for (const [name, input] of refused) {
    expect(await ask(page, walk, name, input), name).toMatchObject({ ok: false })
  }
  await askFine(app, walk, [
    ['lock.unlock', { pin: PIN }],
    ['lock.turnOff', { pin: PIN }]
  ])
}
