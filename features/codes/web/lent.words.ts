import { text } from '#contract/words.ts'

export const lentWords = {
  prepare: text('准备长按保存', '準備長按儲存', 'Prepare to save'),
  description: text(
    '在微信里，图片需先传到服务器才能长按保存，两小时后自动删除。点按后才会上传。',
    '在微信裡，圖片需先傳到伺服器才能長按儲存，兩小時後自動刪除。點按後才會上傳。',
    'Inside WeChat, a picture must be sent to our server before you can save it. It is uploaded only when you tap, and deleted after two hours.',
  ),
  lending: text('正在准备，马上就能长按保存…', '正在準備，馬上就能長按儲存…', 'Getting it ready…'),
  ready: text(
    '已准备好，长按图片保存到相册',
    '已準備好，長按圖片儲存到相簿',
    'Ready. Press and hold the picture to save it',
  ),
  again: text('再试一次', '再試一次', 'Try again'),
} as const
