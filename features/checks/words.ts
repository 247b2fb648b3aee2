import { refusal, text } from '#contract/words.ts'

export const refusals = {
  picture_needed: refusal('422', '请先完成图形验证', '請先完成圖形驗證', 'Please verify the graph first'),
  picture_wrong: refusal(
    '422',
    '图形验证不对或已过期，请看新的图',
    '圖形驗證不對或已過期，請看新的圖',
    "That doesn't match, or it has expired. Here is a new picture",
  ),
  fact_wrong: refusal(
    '422',
    '号码与姓名或手机尾号对不上，请核对后再试',
    '號碼與姓名或手機末四碼不符，請核對後再試',
    "The ID number doesn't match the name or mobile. Please check and try again",
  ),
  picture_not_found: refusal(
    '404',
    '图形验证已过期，请换一张',
    '圖形驗證已過期，請換一張',
    'This picture has expired. Please get a new one',
  ),
} as const

export const words = {
  picture: text('图形验证', '圖形驗證', 'Picture check'),
  picture_hint: text(
    '输入图中的 {n} 个字符',
    '輸入圖中的 {n} 個字元',
    'Type the {n} {n|character|characters} in the picture',
  ),
  picture_alt: text(
    '图形验证码；看不清时可换一张，或改听数字',
    '圖形驗證碼；看不清楚時可換一張，或改聽數字',
    "A picture with characters to type. If you can't read it, get another one or listen to digits instead",
  ),
  picture_new: text('换一张', '換一張', 'New picture'),
  picture_back: text('改看图片', '改看圖片', 'Use a picture instead'),
  sound: text('语音验证', '語音驗證', 'Audio check'),
  sound_hint: text('输入听到的 {n} 位数字', '輸入聽到的 {n} 位數字', 'Type the {n} {n|digit|digits} you hear'),
  sound_player: text('验证语音', '驗證語音', 'Audio of the digits'),
  sound_new: text('换一段', '換一段', 'New digits'),
  sound_offer: text('看不清？改听数字', '看不清楚？改聽數字', "Can't read it? Listen to digits"),
  work_running: text('正在验证本机…', '正在驗證本機…', 'Running a security check…'),
  work_done: text('本机已通过验证', '本機已通過驗證', 'Security check passed'),
} as const
