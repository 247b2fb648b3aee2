import { refusal } from '#contract/words.ts'

export const refusals = {
  file_missing: refusal('422', '请选择一张图片', '請選擇一張圖片', 'Please choose a picture'),
  same_file: refusal('409', '不能重复上传同一文件', '不能重複上傳同一檔案', 'Cannot upload the same file'),
  not_a_picture: refusal(
    '422',
    '这不是可用的图片，只支持 gif、jpg、jpeg、png、bmp',
    '這不是可用的圖片，只支援 gif、jpg、jpeg、png、bmp',
    'This is not a usable picture: gif, jpg, jpeg, png or bmp only',
  ),
  picture_too_large: refusal(
    '422',
    '图片太大了，最多 5000 万像素',
    '圖片太大了，最多 5000 萬像素',
    'The picture is too large: at most 50 million pixels',
  ),
  file_not_text: refusal(
    '422',
    '这不是文本表格。请在表格软件里另存为 CSV（UTF-8）再选择',
    '這不是文字表格。請在試算表軟體裡另存為 CSV（UTF-8）再選擇',
    'This is no table of text. Save it as CSV (UTF-8) in your spreadsheet and choose that file',
  ),
  quote_unclear: refusal(
    '422',
    '第 {line} 行：有一个引号没有配对，无法分清各列。请改正这一行后再试',
    '第 {line} 行：有一個引號沒有配對，無法分清各欄。請改正這一行後再試',
    'Line {line}: a quotation mark has no partner, so the cells cannot be told apart. Put that line right and try again',
  ),
} as const
