import { yuan } from '#ui/language/money.ts'
import type { DayState } from '../contract.ts'

export const dayTones = {
  under_way: 'info',
  even: 'success',
  differs: 'danger',
  not_ready: 'warning',
  failed: 'danger',
} as const satisfies Record<DayState, string>
export const feeFen = (thousandths: number): number => Math.round(thousandths / 1000)
/** Writes a sum of money. Returns a dash for no money, and for amounts in several currencies. */
export const sumText = (minor: number, currency: string | null): string =>
  minor && currency ? `${currency === 'CNY' ? '¥' : currency === 'USD' ? 'US$' : `${currency} `}${yuan(minor)}` : '–'
