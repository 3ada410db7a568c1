/** The folder for new PDFs over in-memory stand-ins: two accounts that are signed in, and a folder whose files can be made to fail. */
import { hash } from 'node:crypto'
import { expect } from 'vitest'
import { PdfFolder } from '../../../../src/main/invoices/pdf-folder/pdf-folder.ts'
import type { FolderFiles, Notifier, PlacedFile } from '../../../../src/main/ports/index.ts'
import type { FolderProblem } from '../../../../src/shared/models/pdf-folder.ts'
import type { SettingsChange } from '../../../../src/shared/models/settings.ts'
import { settle } from '../../../support/ports.ts'
import { signIn } from '../../app/launch.ts'
import { startInvoices } from '../invoices.ts'

class MemoryFolderFiles implements FolderFiles {
  /** By folder and path, in the order of the saves. */
  saved = new Map<string, Uint8Array>()
  checks = 0
  problem: FolderProblem | null = null
  /** Of single files, by their paths. */
  problems = new Map<string, FolderProblem>()
  /** Before a file is written. */
  beforeSave: (path: string) => void | Promise<void> = () => undefined
  revealed: string[] = []

  check: FolderFiles['check'] = async () => {
    this.checks += 1
    return this.problem
  }
  save: FolderFiles['save'] = async ({ folder, folders, name, bytes }, begin) => {
    const path = [...folders, name].join('/')
    const problem = this.problems.get(path)
    if (problem) return { problem }
    const sha256 = hash('sha256', bytes)
    await begin({ path, part: 'part', sha256 })
    await this.beforeSave(path)
    this.saved.set(`${folder}/${path}`, bytes)
    return { path, sha256 }
  }
  resume: FolderFiles['resume'] = async (file) => ({ complete: this.saved.has(keyOf(file)) })
  exist: FolderFiles['exist'] = async (files) => files.map((file) => this.saved.has(keyOf(file)))
  reveal: FolderFiles['reveal'] = async (file) => {
    if (this.saved.has(keyOf(file))) this.revealed.push(keyOf(file))
    return this.saved.has(keyOf(file))
  }
  get paths(): string[] {
    return [...this.saved.keys()]
  }
}

const keyOf = ({ folder, path }: PlacedFile): string => `${folder}/${path}`

class MemoryNotifier implements Notifier {
  shown: { title: string; body: string; clicked: () => void; failed: () => void }[] = []
  supported = () => true
  show: Notifier['show'] = (notice, on) => void this.shown.push({ ...notice, ...on })
}

/** The first account is id-1. It is in the background once `openSecond` has opened id-2. */
export async function startFolder() {
  const started = await startInvoices()
  const { parts, cache, invoices, accounts } = started
  const world = {
    files: new MemoryFolderFiles(),
    /** In place of `files`. */
    realFiles: null as FolderFiles | null,
    /** How often the module that writes files was loaded. */
    loads: 0,
    notifier: new MemoryNotifier(),
    isOnScreen: true,
    settingsOpened: 0
  }
  const launched: PdfFolder[] = []
  const changeSettings = (change: SettingsChange): void => {
    cache.registry.saveSettings(Object.assign({}, cache.registry.settings(), change))
    for (const one of launched) one.settingsChanged()
  }
  const launch = (): PdfFolder => {
    const one = new PdfFolder({
      ...parts,
      registry: cache.registry,
      links: invoices.links,
      notifier: world.notifier,
      settings: () => cache.registry.settings(),
      changeSettings,
      onScreen: () => world.isOnScreen,
      loadFolderFiles: async () => {
        world.loads += 1
        return world.realFiles ?? world.files
      },
      openSettings: () => {
        world.settingsOpened += 1
      }
    })
    launched.push(one)
    return one
  }
  const folder = launch()
  /** As the page does it. */
  const change = async (part: SettingsChange): Promise<void> => {
    folder.checkChange(part)
    changeSettings(part)
  }
  /** As when the user has chosen a folder and turned it on, for invoices of November. */
  const turnOn = async (): Promise<void> => {
    started.files.folder = '/home/user/Invoices'
    await folder.chooseFolder()
    await change({ pdfFolderOn: true, pdfFolderFrom: '2026-11-01', pdfFolderPattern: '{account}/{number}.pdf' })
    await expect.poll(() => world.loads).toBe(1)
    for (let turn = 0; turn < 30; turn += 1) await settle()
  }
  const openSecond = (): Promise<void> => signIn(accounts, 'second@example.com')
  return { ...started, world, folder, launch, change, turnOn, openSecond }
}
