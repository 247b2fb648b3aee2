import { text } from '#contract/words.ts'

export const statementUploadWords = {
  title: text('上传账单文件', '上傳帳單檔案', 'Upload a statement'),
  label: text('所选渠道和日期的账单', '所選管道和日期的帳單', 'Statement of the chosen channel and day'),
  choose: text('选择文件', '選擇檔案', 'Choose a file'),
  other: text('换一个文件', '換一個檔案', 'Another file'),
  hint: text(
    '渠道后台下载的原文件，可以是压缩包',
    '管道後台下載的原檔案，可以是壓縮檔',
    'The file as the channel publishes it, also packed',
  ),
  found: text(
    '{lines} 行，{matched} 行一致，收款 {received} 元，退款 {refunded} 元',
    '{lines} 列，{matched} 列一致，收款 {received} 元，退款 {refunded} 元',
    'Lines: {lines}; agreed: {matched}; in {received}, out {refunded} yuan',
  ),
  even: text('没有差异', '沒有差異', 'No differences'),
  compare: text('按此文件对账', '按此檔案對帳', 'Compare the day by this file'),
  compared: text('已对账', '已對帳', 'Compared'),
} as const
