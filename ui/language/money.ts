import type { Lang } from '#contract/words.ts'

const free = { 'zh-cn': '免费', 'zh-tw': '免費', en: 'Free' } as const

/**
 * Writes fen as a number with two decimals and no currency sign, as a receipt prints it. Zero and a negative amount
 * give `0` (docs/behaviour/payment.md, Amounts on the screen).
 */
export const yuan = (fen: number): string => {
  if (!(fen > 0)) return '0'
  const whole = Math.floor(fen / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',')
  return `${whole}.${String(Math.round(fen % 100)).padStart(2, '0')}`
}

/**
 * Returns an amount as screens show it: two decimals, zero as "Free", a negative amount as 0
 * (docs/behaviour/payment.md, Amounts on the screen).
 */
export const money = (fen: number, lang: Lang, currency = 'CNY'): string => {
  if (fen === 0) return free[lang]
  if (fen < 0 || Number.isNaN(fen)) return '0'
  return `${currency === 'CNY' ? '¥' : currency === 'USD' ? 'US$' : `${currency} `}${yuan(fen)}`
}

/** Returns an amount in books and records. Zero gives 0.00 and not "Free". A negative amount gives 0.00 too. */
export const bookMoney = (fen: number, currency = 'CNY'): string =>
  `${currency === 'CNY' ? '¥' : currency === 'USD' ? 'US$' : `${currency} `}${fen > 0 ? yuan(fen) : '0.00'}`
