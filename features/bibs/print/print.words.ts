import { text } from '#contract/words.ts'

export const bibPrintWords = {
  title: text('号码布印刷文件', '號碼布印刷檔案', 'Print file of bibs'),
  open: text('导出印刷文件', '匯出印刷檔案', 'Print file'),
  race: text('赛事', '賽事', 'Race'),
  qr: text('二维码内容', 'QR Code 內容', 'QR code'),
} as const
