import { text } from '#contract/words.ts'

export const newRaceWords = {
  none: text('还没有赛事', '還沒有賽事', 'No races yet'),
  none_text: text(
    '先创建一场赛事，再设置组别和报名。公开之前选手看不到。',
    '先建立一場賽事，再設定組別和報名。公開之前選手看不到。',
    'Create a race, then set up its events and sign-up. Runners see nothing until you publish it.',
  ),
  none_yours: text('还没有您可以管理的赛事', '還沒有您可以管理的賽事', 'There is no race for you to manage yet'),
  ask_an_owner: text('请联系所有者为您开通权限', '請聯絡擁有者為您開通權限', 'Ask an owner to give you a role'),
  ask: text('请联系{names}为您开通权限', '請聯絡{names}為您開通權限', 'Ask {names} to give you a role'),
  create: text('创建赛事', '建立賽事', 'Create a race'),
  title: text('创建赛事', '建立賽事', 'Create a race'),
  says: text(
    '创建后先不公开，可在赛事设置里补充地点、图片和菜单，再对选手公开。',
    '建立後先不公開，可在賽事設定裡補充地點、圖片和選單，再對選手公開。',
    'A new race is not published. Add its place, pictures and menu in its settings, then publish it.',
  ),
  name_hint: text(
    '简体中文必填，其他语言可留空',
    '簡體中文必填，其他語言可留空',
    'Required in Simplified Chinese; the other languages may stay empty',
  ),
  number: text('赛事编号', '賽事編號', 'Number'),
  number_hint: text(
    '用于网址，创建后不能更改，例如 2027',
    '用於網址，建立後不能更改，例如 2027',
    'Stands in web addresses and cannot be changed later, for example 2027',
  ),
  time_hint: text(
    '未定可留空，暂按半年后计，之后在赛事设置里修改',
    '未定可留空，暫按半年後計，之後在賽事設定裡修改',
    'If it is not fixed, leave it empty: half a year ahead is taken until you set the day',
  ),
  zone: text('时区', '時區', 'Time zone'),
  zone_now: text('当地现在 {time}', '當地現在 {time}', 'It is {time} there now'),
  cancel: text('取消', '取消', 'Cancel'),
  created: text('赛事已创建', '賽事已建立', 'The race is created'),
} as const
