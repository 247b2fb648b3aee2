import { text } from '#contract/words.ts'

/**
 * The texts of links to the crop page. They have a file of their own, because pages of results load them without the
 * other texts of the crop page.
 */
export const linkWords = {
  upload: text('上传照片', '上傳照片', 'Upload a photo'),
  title: text('制作海报', '製作海報', 'Make your poster'),
} as const
