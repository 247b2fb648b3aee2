import { refusal } from '#contract/words.ts'

export const refusals = {
  feed_closed: refusal('409', '直播尚未开启', '直播尚未開啟', "The live feed isn't open"),
  feed_not_reporter: refusal(
    '403',
    '只有通过审核的报道员可以发布',
    '只有通過審核的報導員可以發布',
    'Only approved reporters can post',
  ),
  feed_muted: refusal('403', '您暂时不能发言', '您暫時不能發言', "You can't post here for now"),
  feed_unfit: refusal(
    '422',
    '内容含有不合适的文字，请修改后再发',
    '內容含有不合適的文字，請修改後再發',
    'The text contains inappropriate words. Please change it',
  ),
  feed_empty: refusal('422', '请写点什么，或添加图片', '請寫點什麼，或加入圖片', 'Write something, or add a picture'),
  feed_full: refusal('422', '最多 9 张图片或 1 段视频', '最多 9 張圖片或 1 段影片', 'Up to 9 photos or 1 video'),
  feed_film_unknown: refusal(
    '422',
    '请上传 MP4 或 WebM 视频，或 JPG、PNG 图片',
    '請上傳 MP4 或 WebM 影片，或 JPG、PNG 圖片',
    'Please upload an MP4 or WebM video, or a JPG or PNG photo',
  ),
  feed_entry_not_found: refusal('404', '没有找到这条内容', '找不到這則內容', "We couldn't find this post"),
  feed_comment_not_found: refusal('404', '没有找到这条评论', '找不到這則留言', "We couldn't find this comment"),
  feed_comments_off: refusal('409', '评论已关闭', '留言已關閉', 'Comments are off'),
  feed_cheers_off: refusal('409', '加油已关闭', '加油已關閉', 'Cheers are off'),
  feed_decided: refusal('409', '申请已处理', '申請已處理', 'This application has already been decided'),
  feed_reporter_not_found: refusal('404', '没有找到这位报道员', '找不到這位報導員', 'This reporter was not found'),
} as const
