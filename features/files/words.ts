import { refusal, text } from '#contract/words.ts'

export const refusals = {
  file_missing: refusal('422', '请选择一张图片', '請選擇一張圖片', 'Please choose a picture'),
  same_file: refusal('409', '不能重复上传同一文件', '不能重複上傳同一檔案', 'Cannot upload the same file'),
  not_a_picture: refusal(
    '422',
    '这不是可用的图片，只支持 gif、jpg、jpeg、png、bmp',
    '這不是可用的圖片，只支援 gif、jpg、jpeg、png、bmp',
    "This picture can't be used. Please choose a gif, jpg, jpeg, png or bmp",
  ),
  picture_too_large: refusal(
    '422',
    '图片太大了，最多 5000 万像素',
    '圖片太大了，最多 5000 萬像素',
    'The picture is too large: at most 50 million pixels',
  ),
  picture_file_too_large: refusal(
    '422',
    '图片文件太大了，最多 6 MB',
    '圖片檔案太大了，最多 6 MB',
    'The file of the picture is too large: at most 6 MB',
  ),
  drawing_too_large: refusal(
    '422',
    '图片太大了，最多 2400 万像素',
    '圖片太大了，最多 2400 萬像素',
    'The picture is too large: at most 24 million pixels',
  ),
  file_not_text: refusal(
    '422',
    '这不是 Excel（.xlsx）或 CSV 表格。请在表格软件里另存为 .xlsx 或 CSV（UTF-8）再选择',
    '這不是 Excel（.xlsx）或 CSV 表格。請在試算表軟體裡另存為 .xlsx 或 CSV（UTF-8）再選擇',
    'This is neither an Excel workbook (.xlsx) nor a CSV file. Save it as one of these in your spreadsheet and choose that file',
  ),
  workbook_old: refusal(
    '422',
    '这是旧版 Excel（.xls）或网页格式的文件。请用 Excel 或 WPS 打开，另存为 .xlsx 或 CSV 再选择',
    '這是舊版 Excel（.xls）或網頁格式的檔案。請用 Excel 或 WPS 開啟，另存為 .xlsx 或 CSV 再選擇',
    'This is a file of an old Excel (.xls) or a web page. Open it in your spreadsheet, save it as .xlsx or CSV and choose that file',
  ),
  workbook_locked: refusal(
    '422',
    '这个文件有打开密码。请在 Excel 或 WPS 里去掉密码，另存后再选择',
    '這個檔案有開啟密碼。請在 Excel 或 WPS 裡移除密碼，另存後再選擇',
    'This workbook asks for a password. Remove the password in your spreadsheet, save it and choose it again',
  ),
  workbook_broken: refusal(
    '422',
    '这个 Excel 文件已损坏或不完整。请用 Excel 或 WPS 打开，另存为 .xlsx 或 CSV 再选择',
    '這個 Excel 檔案已損壞或不完整。請用 Excel 或 WPS 開啟，另存為 .xlsx 或 CSV 再選擇',
    'This workbook is damaged or incomplete. Open it in your spreadsheet, save it as .xlsx or CSV and choose that file',
  ),
  workbook_too_large: refusal(
    '422',
    '这个 Excel 文件太大：最多 20 万行、1000 列、300 万个单元格。请只保留需要的工作表和列，或另存为 CSV',
    '這個 Excel 檔案太大：最多 20 萬列、1000 欄、300 萬個儲存格。請只保留需要的工作表和欄，或另存為 CSV',
    'This workbook is too large: 200,000 rows, 1,000 columns and 3,000,000 cells at most. Keep only the sheet and columns you need, or save it as CSV',
  ),
  workbook_uncomputed: refusal(
    '422',
    '第 {line} 行有公式还没有算出结果。请用 Excel 或 WPS 打开并保存一次，再选择',
    '第 {line} 列有公式還沒有算出結果。請用 Excel 或 WPS 開啟並儲存一次，再選擇',
    'Row {line} has a formula without its result. Open the workbook in your spreadsheet, save it once and choose it again',
  ),
  several_sheets: refusal(
    '409',
    '这个文件有多个工作表（{names}）。请选择要读的一个',
    '這個檔案有多個工作表（{names}）。請選擇要讀的一個',
    'This workbook has several sheets ({names}). Choose the one to read',
  ),
  sheet_unknown: refusal(
    '422',
    '文件里没有这个工作表。现有：{names}',
    '檔案裡沒有這個工作表。現有：{names}',
    'The workbook has no such sheet. It has: {names}',
  ),
  quote_unclear: refusal(
    '422',
    '第 {line} 行：有一个引号没有配对，无法分清各列。请改正这一行后再试',
    '第 {line} 行：有一個引號沒有配對，無法分清各欄。請改正這一行後再試',
    'Line {line}: a quotation mark has no partner, so the cells cannot be told apart. Put that line right and try again',
  ),
  table_too_wide: refusal(
    '422',
    '第 {line} 行超过 1000 列。请只保留需要的列再选择',
    '第 {line} 行超過 1000 欄。請只保留需要的欄位再選擇',
    'Line {line} has more than 1,000 columns. Keep only the columns you need and choose the file again',
  ),
} as const

export const words = {
  unfinished: text(
    '“{file}”上次没有导完。请重新选择这个文件，列的对应和选项都还在。',
    '「{file}」上次沒有匯完。請重新選擇這個檔案，欄位的對應和選項都還在。',
    '{file} is not imported yet. Choose it again: its columns and your choices are kept.',
  ),
  forget: text('不再继续', '不再繼續', 'Discard'),
  which_sheet: text('读哪个工作表？', '讀哪個工作表？', 'Which sheet?'),
  choose: text('请选择', '請選擇', 'Choose'),
} as const
