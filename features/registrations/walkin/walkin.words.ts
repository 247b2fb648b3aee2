import { text } from '#contract/words.ts'

export const walkinWords = {
  addons_not_free: text(
    '免费录入不含加购，请收款或去掉加购',
    '免費登記不含加購，請收款或移除加購',
    'A free entry has no add-ons. Take the money, or leave them out',
  ),
} as const
