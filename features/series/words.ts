import { refusal, text } from '#contract/words.ts'

export const refusals = {
  series_not_found: refusal('404', '没有找到这个系列赛', '找不到這個系列賽', "We couldn't find this series"),
  series_changed_meanwhile: refusal(
    '409',
    '其他人刚刚修改了这个系列赛，请刷新后再改',
    '其他人剛剛修改了這個系列賽，請重新整理後再改',
    'Somebody else has just changed this series. Reload it first',
  ),
  series_season_over: refusal('409', '本赛季已结束', '本賽季已結束', 'This season is over'),
  series_joins_full: refusal(
    '409',
    '一个账号最多为 8 人关联成绩',
    '一個帳號最多為 8 人連結成績',
    'One account can link the results of 8 people at most',
  ),
  series_join_refused: refusal(
    '409',
    '组委会未通过这次关联，如有疑问请联系组委会',
    '主辦單位未通過這次連結，如有疑問請聯絡主辦單位',
    'The organiser did not accept this ID. Please contact the organiser if you disagree',
  ),
  series_consent_missing: refusal(
    '422',
    '请先阅读并同意成绩关联说明',
    '請先閱讀並同意成績連結說明',
    'Please read and agree to how your results are linked',
  ),
  series_join_unknown: refusal('404', '没有找到这条关联', '找不到這條連結', 'This link was not found'),
  series_join_decided: refusal(
    '409',
    '这条申请已经处理过了',
    '這條申請已經處理過了',
    'Somebody has already decided on this request',
  ),
  series_join_taken: refusal(
    '409',
    '这个证件号码已由其他账号关联',
    '這個證件號碼已由其他帳號連結',
    'Another account has already joined with this number',
  ),
  series_event_unknown: refusal('404', '没有找到这个组别', '找不到這個組別', 'This event was not found'),
}
export const genderWords = {
  M: text('男子', '男子', 'Men'),
  F: text('女子', '女子', 'Women'),
  X: text('其他', '其他', 'Non-binary'),
} as const
export const seriesStandingWords = {
  sheet: text('积分榜', '積分榜', 'Standings'),
  gender: text('性别', '性別', 'Gender'),
  rank: text('名次', '名次', 'Rank'),
  runner: text('姓名', '姓名', 'Name'),
  club: text('跑团', '跑團', 'Club'),
  number: text('赛季号码', '賽季號碼', 'Season number'),
  points: text('积分', '積分', 'Points'),
} as const
