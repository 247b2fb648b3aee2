import { text } from '#contract/words.ts'

export const storyWords = {
  ordered: text('申请邮寄纪念衫', '申請郵寄紀念衫', 'Ordered the PB shirt by post'),
  sent: text(
    '纪念衫已寄出（{carrier} {number}）',
    '紀念衫已寄出（{carrier} {number}）',
    'Shirt sent ({carrier} {number})',
  ),
} as const
