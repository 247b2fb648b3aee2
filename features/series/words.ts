import { refusal, text } from '#contract/words.ts'

export const refusals = {
  series_not_found: refusal('404', '没有找到这个系列赛', '找不到這個系列賽', "We couldn't find this series"),
  series_changed_meanwhile: refusal(
    '409',
    '其他人刚刚修改了这个系列赛，请刷新后再改',
    '其他人剛剛修改了這個系列賽，請重新整理後再改',
    'Somebody else has just changed this series. Reload it first',
  ),
  series_event_unknown: refusal('404', '没有找到这个组别', '找不到這個組別', 'This event was not found'),
}
export const genderWords = {
  M: text('男子', '男子', 'Men'),
  F: text('女子', '女子', 'Women'),
  X: text('其他', '其他', 'Non-binary'),
} as const
/** The titles of the columns of the standings. */
export const standingWords = {
  sheet: text('积分榜', '積分榜', 'Standings'),
  gender: text('性别', '性別', 'Gender'),
  rank: text('名次', '名次', 'Rank'),
  runner: text('姓名', '姓名', 'Name'),
  club: text('跑团', '跑團', 'Club'),
  number: text('赛季号码', '賽季號碼', 'Season number'),
  points: text('积分', '積分', 'Points'),
} as const
