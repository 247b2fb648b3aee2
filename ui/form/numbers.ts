import type { Text } from '#contract/words.ts'
import { wrong } from '#contract/wrong.ts'

/** The limits of a number. Without `decimals` the number is whole. Without `min` the number is not negative. */
export type NumberLimits = { decimals?: number; min?: number; max?: number }
export type NumberFault = { message: Text; n?: number }
export type Read = { value: number } | { fault: NumberFault } | 'empty'

/**
 * Reads a number as people write it: full-width digits, thousands with commas, a typographic minus, a currency sign
 * before it. It guesses nothing and rounds nothing: it returns the reason why a text is not valid.
 */
export const readNumber = (typed: string, { decimals = 0, min = 0, max }: NumberLimits = {}): Read => {
  const text = typed
    .normalize('NFKC')
    .replace(/[−–]/g, '-')
    .replace(/^\s*[¥￥$]/u, '')
    .replace(/[\s']/g, '')
  if (text === '') return 'empty'
  const plain = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(plain)) return { fault: { message: wrong.number } }
  const value = Number(plain)
  if (!Number.isFinite(value)) return { fault: { message: wrong.number } }
  const behind = (/\.(\d*?)0*$/.exec(plain)?.[1] ?? '').length
  if (behind > decimals)
    return { fault: decimals === 0 ? { message: wrong.whole } : { message: wrong.decimals, n: decimals } }
  if (value < min) return { fault: { message: wrong.too_small, n: min } }
  // Above MAX_SAFE_INTEGER not every whole number exists, so the value could differ from the typed number.
  const greatest = max ?? Number.MAX_SAFE_INTEGER
  if (value > greatest) return { fault: { message: wrong.too_big, n: greatest } }
  return { value: Object.is(value, -0) ? 0 : value }
}

/** Converts typed yuan to kept fen. */
export const fenOf = (yuan: number): number => Math.round(yuan * 100)
export const yuanOf = (fen: number): number => fen / 100
