/** Letters that people type differently without them on their keyboard, and that Unicode doesn't decompose. */

const PLAIN: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  ǿ: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ŋ: 'n',
  æ: 'ae',
  ǽ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  // Final sigma.
  ς: 'σ'
}
const WITH_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'giu')

/** For comparisons: "Łódź" begins with an l. Case and accents stay. */
export function plainLetters(text: string): string {
  return text.replaceAll(WITH_PLAIN, (letter) => PLAIN[letter.toLowerCase()] ?? letter)
}
