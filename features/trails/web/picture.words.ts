import { text } from '#contract/words.ts'

export const trailPictureWords = {
  kind: text('图片', '圖片', 'Picture'),
  certificate: text('完赛证书', '完賽證書', 'Certificate'),
  certificate_alt: text(
    '{trail} 完成证书：{name}，用时 {time}',
    '{trail} 完成證書：{name}，用時 {time}',
    'Certificate of {trail}: {name}, {time}',
  ),
  poster_alt: text('{trail} 海报：{name}', '{trail} 海報：{name}', 'Poster of {trail}: {name}'),
  photo: text('选择照片', '選擇照片', 'Choose a photo'),
  save: text('保存或分享图片', '儲存或分享圖片', 'Save or share the picture'),
  not_yet: text('还没有完成一轮', '還沒有完成一輪', 'No round completed yet'),
  not_yet_how: text(
    '完成全部打卡点后可以生成',
    '完成全部打卡點後可以產生',
    'Available once you have checked in at every point',
  ),
} as const
