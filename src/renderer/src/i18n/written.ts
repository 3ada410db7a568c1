/** Money and days that a platform wrote, in the person's regional format: for views that show some, not for the first screen. */
import type { Money } from '../../../shared/models/invoice.ts'
import { dateTimeText, dayText, moneyText, monthText } from '../../../shared/i18n/format-values.ts'
import { regional } from './format.ts'

/** See moneyText. */
export const formatMoney = (money: Money): string => moneyText(money, regional())

/** See dayText. */
export const formatDate = (text: string): string => dayText(text, regional())

/** See dateTimeText. */
export const formatDateTime = (text: string): string => dateTimeText(text, regional())

/** See monthText. */
export const formatMonth = (month: string, length: 'short' | 'long' = 'long'): string =>
  monthText(month, length, regional())

/** An exact decimal of no currency. */
export const formatDecimal = (amount: string): string => formatMoney({ amount, currency: null })

/** A number of things, such as 2.5; no digit is rounded away. */
export const formatQuantity = (quantity: string): string =>
  new Intl.NumberFormat(regional(), { maximumFractionDigits: 100 }).format(quantity as `${number}`)
