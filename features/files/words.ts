import { refusal } from '#contract/words.ts'

export const refusals = {
  file_missing: refusal('422', '请选择一张图片', '請選擇一張圖片', 'Please choose a picture'),
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
} as const
