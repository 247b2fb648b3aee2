import { text } from '#contract/words.ts'

/** What leads to the crop page; apart from that page's own words, since pages of results carry it. */
export const linkWords = {
  upload: text('上传照片', '上傳照片', 'Upload a photo'),
  title: text('制作海报', '製作海報', 'Make your poster'),
} as const
