import { refusal } from '#contract/words.ts'

export const refusals = {
  poster_not_found: refusal('404', '没有找到这条成绩', '找不到這筆成績', "We couldn't find this result"),
  poster_needs_number: refusal(
    '422',
    '请用证件号码查询后再查看这条成绩',
    '請用證件號碼查詢後再檢視這筆成績',
    'Look this result up by its document number first',
  ),
  poster_of_whom: refusal('422', '缺少赛事或活动编号', '缺少賽事或活動編號', 'Which race or activity is missing'),
  poster_unknown: refusal('404', '没有找到这张海报', '找不到這張海報', "We couldn't find this poster"),
  poster_none: refusal('404', '还没有可以制作的海报', '還沒有可以製作的海報', 'No posters to make yet'),
  poster_picture_unknown: refusal(
    '422',
    '没有找到图片，请重新上传',
    '找不到圖片，請重新上傳',
    'The picture was not found, please upload it again',
  ),
  poster_changed_meanwhile: refusal(
    '409',
    '这张海报刚被别人修改过，请重新打开',
    '這張海報剛被別人修改過，請重新開啟',
    'Somebody else has just changed this poster. Please open it again',
  ),
  poster_order_incomplete: refusal(
    '409',
    '海报列表已有变化，请刷新后再排序',
    '海報清單已有變化，請重新整理後再排序',
    'The list of posters has changed. Please reload it first',
  ),
} as const
