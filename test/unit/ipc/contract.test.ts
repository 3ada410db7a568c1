import { expect, test } from 'vitest'
import { mayRepeat, type Domain, type Method } from '../../../src/shared/ipc/contract.ts'

const isRepeated = <D extends Domain>(domain: D, ...methods: Method<D>[]): boolean[] =>
  methods.map((method) => mayRepeat(domain, method))

test('after an unlock the page asks a read again, and makes a call with an effect only once', () => {
  expect(isRepeated('invoices', 'page', 'totals', 'exportProgress')).toEqual([true, true, true])
  expect(isRepeated('invoices', 'exportFile', 'savePdf', 'openLink', 'dropPdf')).toEqual([false, false, false, false])
  expect(isRepeated('catalogue', 'markSeen', 'fetchSortOrder', 'dropSortOrder')).toEqual([false, false, false])
  expect(isRepeated('session', 'signIn', 'signInWithToken', 'signOut')).toEqual([false, false, false])
  expect(isRepeated('accounts', 'remove', 'eraseEverything')).toEqual([false, false])
  expect(isRepeated('lock', 'unlock', 'setPin', 'turnOff')).toEqual([false, false, false])
})

test('calls that only ask the provider again, or find no route, are repeated too', () => {
  expect(isRepeated('app', 'refresh', 'takeRoute')).toEqual([true, true])
  expect(isRepeated('catalogue', 'refreshProduct')).toEqual([true])
})
