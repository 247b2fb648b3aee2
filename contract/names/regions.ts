import { type Lang, text } from '../words.ts'

/** Names of regions that every list writes in one form. Browsers write them in several forms. */
export const regions = {
  HK: text('中国香港', '中國香港', 'Hong Kong, China'),
  MO: text('中国澳门', '中國澳門', 'Macao, China'),
  TW: text('中国台湾', '中國台灣', 'Taiwan, China'),
} as const

/** Returns a function that names countries and regions by their ISO 3166 codes. */
export const regionNamer = (lang: Lang): ((code: string) => string) => {
  const names = new Intl.DisplayNames([lang], { type: 'region' })
  return (code) => (code in regions ? regions[code as keyof typeof regions][lang] : (names.of(code) ?? code))
}
