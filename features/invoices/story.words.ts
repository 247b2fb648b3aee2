import { text } from '#contract/words.ts'

export const storyWords = {
  asked: text('申请发票', '申請發票', 'Requested an invoice'),
  issued: text('发票已开具（{number}）', '發票已開立（{number}）', 'Invoice issued ({number})'),
  refused: text('开票申请被驳回', '開立發票申請被駁回', 'Invoice declined'),
} as const
