/** `portside products`: lists the catalogue of the account shown, or of the one that is named. */
import { join } from 'node:path'
import { t } from '../../shared/i18n/translate.ts'
import { AppError, toErrorInfo } from '../../shared/ipc/error.ts'
import { isUnknownProvider } from '../../shared/models/connection.ts'
import { definitionOf } from '../../shared/providers/definition.ts'
import { readShownAccountId } from '../storage/registry.ts'
import { readDownload, readSavedCatalogue, type SavedProducts } from '../catalogue/storage/saved-catalogue.ts'
import { chooseAccounts, chooseShownAccount, type NamedAccount } from './choose-account.ts'
import type { CommandAnswer, CommandParts } from './command.ts'
import { EXIT } from './commands.ts'
import { errorSentence, jsonEnd, jsonStart, jsonText, partialText } from './output.ts'
import { accountHead, productJson, productsText } from './product-report.ts'
import { accessTo, createApi } from './provider-access.ts'
import { nobodyIn, openKeychainReader, readAccounts, unavailableAnswer, warnOfUnread } from './saved-data.ts'

/** Products of one JSON text: a list may have 250,000. */
const PRODUCTS_A_TEXT = 500

export async function listProducts(parts: CommandParts): Promise<CommandAnswer> {
  const { dataFolder, options, warn } = parts
  const saved = readAccounts(dataFolder)
  if (typeof saved === 'string') return unavailableAnswer('products', saved, parts)
  const { accounts } = saved
  const chosen =
    options.account === undefined
      ? chooseShownAccount(accounts, readShownAccountId(join(dataFolder, 'portside.db')))
      : chooseAccounts(accounts, options.account)
  warnOfUnread(saved, chosen, parts)
  if ('error' in chosen) {
    warn(chosen.error)
    return { exitCode: EXIT.usage, text: '' }
  }
  const [named] = chosen
  if (named === undefined) return unavailableAnswer('products', nobodyIn(saved), parts)
  const now = new Date()
  const found = await productsOf(named, parts, now)
  const isComplete = 'rows' in found && found.info.partial === undefined
  if (!('rows' in found)) warn(found.sentence)
  else if (found.info.partial) warn(t('cli.partial', { part: partialText(found.info.partial) ?? '' }))
  const exitCode = isComplete ? EXIT.done : EXIT.incomplete
  if (options.json !== undefined) return { exitCode, text: await printJson(named, found, parts, now) }
  const isFetched = options.fetch !== undefined
  return { exitCode, text: 'rows' in found ? productsText(named, found, { ...parts, now, isFetched }) : '' }
}

/** Why there are no products. */
interface ProductsProblem {
  code: string
  sentence: string
}

type ProductsAnswer = SavedProducts | ProductsProblem

async function productsOf({ account }: NamedAccount, parts: CommandParts, now: Date): Promise<ProductsAnswer> {
  const { dataFolder, options } = parts
  const text = options.search ?? ''
  const without = (code: 'signedOut' | 'noProducts' | 'neverFetched'): ProductsProblem => ({
    code,
    sentence: t(`cli.noProducts.${code}`)
  })
  if (account.signedOut) return without('signedOut')
  if (isUnknownProvider(account.connection))
    return { code: 'unknownProvider', sentence: t('error.found.unknownProvider') }
  // Also with saved ones from an earlier definition: the app doesn't show them.
  if (definitionOf(account.connection).products === null) return without('noProducts')
  try {
    if (options.fetch !== undefined) return await fetchProducts(account, text, parts, now)
    const saved = readSavedCatalogue(dataFolder, account.id, text)
    if (saved === 'none') return without('neverFetched')
    return typeof saved === 'string' ? { code: saved, sentence: t(`cli.problem.${saved}`) } : saved
  } catch (error) {
    const info = toErrorInfo(error)
    return { code: info.code, sentence: errorSentence(info) }
  }
}

async function fetchProducts(
  account: NamedAccount['account'],
  text: string,
  parts: CommandParts,
  now: Date
): Promise<SavedProducts> {
  const { atEnd } = parts
  const keychain = openKeychainReader(parts)
  const api = createApi(parts, keychain)
  const access = await accessTo(account, { api, keychain })
  const products = await readDownload(api.productList(access, {}), text, { fetchedAt: now.toISOString(), atEnd })
  // A 304 is no valid reply to a request without validators.
  if (products === null) throw new AppError('BAD_REPLY', { found: 'empty' })
  return products
}

/** See docs/command-line.md. @returns the end of the text, after what was printed */
async function printJson(named: NamedAccount, found: ProductsAnswer, parts: CommandParts, now: Date): Promise<string> {
  const { options, print } = parts
  const source = options.fetch === undefined ? 'saved' : 'provider'
  const head = { version: 1, kind: 'products', source, at: now.toISOString(), search: options.search ?? null }
  const isComplete = 'rows' in found && found.info.partial === undefined
  const end = { complete: isComplete, exitCode: isComplete ? EXIT.done : EXIT.incomplete }
  await print(jsonStart(head, 'accounts'))
  if ('rows' in found) {
    await print(jsonStart(accountHead(named, found), 'products'))
    for (let at = 0; at < found.rows.length; at += PRODUCTS_A_TEXT) {
      const some = found.rows.slice(at, at + PRODUCTS_A_TEXT).map((row) => jsonText(productJson(row)))
      await print(`${at > 0 ? ',' : ''}${some.join(',')}`)
    }
    await print(']}')
  } else await print(jsonText({ account: named.name, sample: named.account.kind === 'sample', error: found }))
  return `${jsonEnd(end)}\n`
}
