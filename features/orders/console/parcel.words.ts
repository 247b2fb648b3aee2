import { text } from '#contract/words.ts'

export const parcelWords = {
  carrier: text('快递公司', '快遞公司', 'Carrier'),
  number: text('快递单号', '快遞單號', 'Tracking number'),
  save: text('保存', '儲存', 'Save'),
  saved: text('已保存', '已儲存', 'Saved'),
} as const
