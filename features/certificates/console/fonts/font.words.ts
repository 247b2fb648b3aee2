import { text } from '#contract/words.ts'

export const words = {
  title: text('自有字体', '自有字型', 'Your own fonts'),
  description: text(
    '没有上传时使用选手设备自带的字体。上传后，在模板里写上字体名即可使用；选手只会下载用到的那些字。',
    '沒有上傳時使用選手裝置內建的字型。上傳後，在範本裡寫上字型名稱即可使用；選手只會下載用到的那些字。',
    "Without any, certificates use the fonts of the runner's device. Name a font in " +
      'the template to use it; runners fetch only the characters they need.',
  ),
  file: text('字体文件', '字型檔', 'Font file'),
  file_hint: text(
    'ttf 或 otf，最大 25 MB，最多 12 款',
    'ttf 或 otf，最大 25 MB，最多 12 款',
    'ttf or otf, at most 25 MB, 12 fonts',
  ),
  licence: text('授权说明', '授權說明', 'Licence'),
  licence_hint: text(
    '例如：SIL OFL 1.1，或合同编号。上传即表示您有权用于证书。',
    '例如：SIL OFL 1.1，或合約編號。上傳即表示您有權用於證書。',
    'Such as SIL OFL 1.1, or the number of your contract. By uploading you say that you may use it for certificates.',
  ),
  licence_first: text('请先填写授权说明', '請先填寫授權說明', 'Please enter the licence first'),
  brought: text('已添加“{family}”', '已新增「{family}」', 'Added “{family}”'),
  weight: text('字重 {n}', '字重 {n}', 'weight {n}'),
  italic: text('斜体', '斜體', 'italic'),
  glyphs: text('{n} 个字形', '{n} 個字形', '{n} {n|glyph|glyphs}'),
  remove: text('删除', '刪除', 'Remove'),
  removed: text('已删除', '已刪除', 'Removed'),
} as const
