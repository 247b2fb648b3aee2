import { text } from '#contract/words.ts'

export const passWords = {
  title: text('保存到手机', '儲存到手機', 'Save to your phone'),
  apple: text('添加到 Apple 钱包', '加入 Apple 錢包', 'Add to Apple Wallet'),
  google: text('添加到 Google 钱包', '加入 Google 錢包', 'Add to Google Wallet'),
  calendar: text('添加到日历', '加入行事曆', 'Add to calendar'),
  pdf: text('保存 PDF', '儲存 PDF', 'Save as PDF'),
  webview: text(
    '请点右上角，在浏览器中打开后保存。',
    '請點右上角，在瀏覽器中開啟後儲存。',
    'Tap the top right corner and open this page in your browser to save.',
  ),
} as const
