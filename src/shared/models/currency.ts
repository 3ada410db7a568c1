/** Minor units of currencies. Intl can't tell: it has those that people see, such as none for the Hungarian forint. */

/** ISO 4217, list one (published by SIX). All other currencies have two decimals. */
const DECIMALS: readonly (readonly [decimals: number, currencies: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW']
]

const DECIMALS_OF: ReadonlyMap<string, number> = new Map(
  DECIMALS.flatMap(([decimals, currencies]) => currencies.split(' ').map((currency) => [currency, decimals]))
)

/** @param currency any text; null: not known */
export const currencyDecimals = (currency: string | null): number => DECIMALS_OF.get(currency ?? '') ?? 2
