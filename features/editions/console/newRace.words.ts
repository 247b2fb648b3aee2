import { text } from '#contract/words.ts'
import type { CopyPart } from '#contract/copying.ts'

export const createRaceWords = {
  title: text('创建赛事', '建立賽事', 'Create a race'),
  description: text(
    '新赛事先不公开，检查无误后再对选手公开。',
    '新賽事先不公開，檢查無誤後再對選手公開。',
    'A new race is not published: check it first, then publish it.',
  ),
  start_from: text('创建方式', '建立方式', 'Start from'),
  template: text('使用模板', '使用範本', 'A template'),
  copy: text('复制往届', '複製往屆', 'An earlier race'),
  blank: text('空白', '空白', 'Blank'),
  which_template: text('赛事类型', '賽事類型', 'Kind of race'),
  template_says: text(
    '组别、价格、关门时间、报名表、退款规则、参赛声明和菜单都会建好，之后可以修改。',
    '組別、價格、關門時間、報名表、退款規則、參賽聲明與選單都會建好，之後可以修改。',
    'Events, prices, cut-offs, sign-up form, refund rules, disclaimer and menu are set up for you. Change any of them later.',
  ),
  blank_says: text(
    '只建立名称和时间，其他内容自己设置。',
    '只建立名稱與時間，其他內容自行設定。',
    'Only a name and a date. You set up everything else yourself.',
  ),
  which_race: text('要复制的赛事', '要複製的賽事', 'Race to copy'),
  choose_race: text('请选择', '請選擇', 'Choose a race'),
  what: text('复制内容', '複製內容', 'What to copy'),
  what_says: text(
    '名称、地点、外观、图片和法律文本总会复制。报名、订单、成绩和文章不会复制。日期按比赛日整体平移，文字里写的日期请自行检查。',
    '名稱、地點、外觀、圖片與法律文字一律會複製。報名、訂單、成績與文章不會複製。日期依比賽日整體平移，文字裡寫的日期請自行檢查。',
    'Name, place, look, pictures and legal texts are always copied; entries, orders, results and articles never are. All dates move with the race day. Check the dates that stand in texts yourself.',
  ),
  which_events: text('复制哪些组别', '複製哪些組別', 'Events to copy'),
  no_events: text('这场赛事没有组别', '這場賽事沒有組別', 'This race has no events'),
  staff_not_yours: text('需要“管理工作人员”权限', '需要「管理工作人員」權限', 'Needs the right to manage staff'),
  basics: text('名称与时间', '名稱與時間', 'Name and date'),
  name_hint: text(
    '简体中文必填，其他语言可留空',
    '簡體中文必填，其他語言可留空',
    'Required in Simplified Chinese; the other languages may stay empty',
  ),
  number: text('赛事编号', '賽事編號', 'Race number'),
  number_hint: text(
    '用于网址，创建后不能更改',
    '用於網址，建立後不能更改',
    'Part of the web address; cannot be changed later',
  ),
  time_hint: text(
    '未定可留空，暂按半年后计，之后在赛事设置里修改',
    '未定可留空，暫按半年後計，之後在賽事設定裡修改',
    'Leave it empty if it is not fixed: it stands half a year ahead until you set the day',
  ),
  time_moves: text('其他日期都按这一天推算', '其他日期都按這一天推算', 'All other dates are counted from this day'),
  same_weekday: text(
    '已按下一年的同一星期几填好，其他日期随之平移',
    '已按下一年的同一星期幾填好，其他日期隨之平移',
    'Set to the same weekday a year later. All other dates move with it',
  ),
  opens: text('报名开始', '報名開始', 'Sign-up opens'),
  opens_hint: text(
    '留空则为比赛前 90 天；不足 100 天时立即开始',
    '留空則為比賽前 90 天；不足 100 天時立即開始',
    'If empty: 90 days before the race, or at once where fewer than 100 are left',
  ),
  zone: text('时区', '時區', 'Time zone'),
  zone_now: text('当地现在 {time}', '當地現在 {time}', 'It is {time} there now'),
  create: text('创建赛事', '建立賽事', 'Create race'),
  created: text('赛事已创建', '賽事已建立', 'Race created'),
} as const

export const partWords = {
  events: text('组别与名额', '組別與名額', 'Events and places'),
  form: text('报名表', '報名表', 'Sign-up form'),
  menu: text('菜单与参赛手册', '選單與參賽手冊', 'Menu and guidebook'),
  rules: text('报名、退款与排名规则', '報名、退款與排名規則', 'Sign-up, refund and ranking rules'),
  articles: text('公告与文章（作为草稿）', '公告與文章（作為草稿）', 'Notices and articles (as drafts)'),
  certificates: text('证书与字体', '證書與字型', 'Certificates and fonts'),
  posters: text('海报', '海報', 'Posters'),
  stations: text('计时点与成绩大厅设置', '計時點與成績大廳設定', 'Timing stations and hall settings'),
  staff: text('工作人员角色', '工作人員角色', 'Staff roles'),
} as const satisfies Record<CopyPart, unknown>
