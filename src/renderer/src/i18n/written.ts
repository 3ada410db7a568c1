/** Money and days that a platform wrote, in the person's regional format: for views that show some, not for the first screen. */
import type { Money } from '../../../shared/model/invoice.ts'
import { dateTimeText, dayText, moneyText } from '../../../shared/text/written.ts'
import { regional } from './format.ts'

/** See moneyText. */
export const formatMoney = (money: Money): string => moneyText(money, regional())

/** See dayText. */
export const formatDate = (text: string): string => dayText(text, regional())

/** See dateTimeText. */
export const formatDateTime = (text: string): string => dateTimeText(text, regional())
