import { text } from '#contract/words.ts'

export const checklistWords = {
  pay: text('支付房费：{hotel}', '付房費：{hotel}', 'Pay for your stay: {hotel}'),
  dates: text('{from} 至 {until}', '{from} 至 {until}', '{from} to {until}'),
} as const
