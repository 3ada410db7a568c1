/** Letters that people without them on their keyboard type otherwise, and that Unicode does not take apart. */

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
  // The same letter, at the end of a word.
  ς: 'σ'
}
const WITH_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'giu')

/** The text to compare by, with such letters as they are typed ("Łódź" begins with an l); all else stays, case and accents too. */
export function plainLetters(text: string): string {
  return text.replaceAll(WITH_PLAIN, (letter) => PLAIN[letter.toLowerCase()] ?? letter)
}
