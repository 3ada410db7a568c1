/** Names of fields inside of objects that stand in the place of an amount or a currency, in order of trust. */
import { words } from './names.ts'

export const MONEY_NAMES = {
  // Of an object in an amount's place, such as { "currency_code": "EUR", "value": "12.00" }.
  moneyAmount: words('amount value shop_money.amount'),
  moneyUnits: words('units'),
  moneyNanos: words('nanos'),
  unscaled: words('unscaledValue unscaled'),
  // Of an object in an amount's place that is a share.
  moneyKind: words('type unit kind mode'),
  moneyUnit: words('currency currencyCode'),
  // Of one tax.
  taxAmount: words('taxAmount taxValue price'),
  moneyCurrency: words('currency currencyCode code isoCode value shop_money.currency_code'),
  // Of an object in a currency's place.
  currencyWord: words('code currencyCode isoCode iso currency value symbol name label')
}
