import { text } from '#contract/words.ts'

export const deskPrintWords = {
  labels: text('参赛包标签', '參賽包標籤', 'Pack labels'),
  list: text('领取签收表', '領取簽收表', 'Pick-up list'),
  bib: text('参赛号', '參賽號', 'Bib'),
  event: text('组别', '組別', 'Event'),
  zone: text('出发区', '出發區', 'Start zone'),
  window: text('领物台', '領物台', 'Desk'),
  handed: text('已领取', '已領取', 'Handed out'),
  yes: text('是', '是', 'Yes'),
  signature: text('签字', '簽名', 'Signature'),
  qr: text('二维码内容', 'QR Code 內容', 'QR code'),
  page: text('第 {n} 页', '第 {n} 頁', 'Page {n}'),
} as const
