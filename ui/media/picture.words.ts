import { text } from '#contract/words.ts'

/** The reasons why a chosen picture is refused, in the server's words (features/files/words.ts). */
export const pictureWords = {
  not_a_picture: text(
    '这不是可用的图片，只支持 gif、jpg、jpeg、png、bmp',
    '這不是可用的圖片，只支援 gif、jpg、jpeg、png、bmp',
    "This picture can't be used. Please choose a gif, jpg, jpeg, png or bmp",
  ),
  picture_too_large: text(
    '图片太大了，最多 5000 万像素',
    '圖片太大了，最多 5000 萬像素',
    'The picture is too large: at most 50 million pixels',
  ),
} as const
