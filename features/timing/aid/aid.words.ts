import { text } from '#contract/words.ts'
import type { Text } from '#contract/words.ts'
import type { EntryDoubt, EntryKind } from './entries.rules.ts'

export const aidWords = {
  drop_reason: text('在{station}退赛', '在{station}退賽', 'Dropped out at {station}'),
}
const seconds = text('±{n} 秒', '±{n} 秒', '±{n} s')
const minutes = text('±{n} 分钟', '±{n} 分鐘', '±{n} min')
/** Returns the uncertainty of a time that a person wrote, as a text and the number in it. */
export const marginText = (ms: number): [Text, { n: number }] =>
  ms % 60_000 === 0 ? [minutes, { n: ms / 60_000 }] : [seconds, { n: Math.round(ms / 1000) }]
export const aidEntryWords: Record<EntryKind, Text> = {
  in: text('进站', '進站', 'In'),
  out: text('出站', '出站', 'Out'),
  drop: text('退赛', '退賽', 'Dropped out'),
  note: text('备注', '備註', 'Note'),
  undo: text('撤销', '復原', 'Undo'),
}
export const entryDoubtWords: Record<EntryDoubt, Text> = {
  bib_unknown: text('名单中没有这个号', '名單中沒有這個號碼', 'Not on the start list'),
  bib_twice: text('本站已登记过', '本站已登記過', 'Already written here'),
  out_before_in: text('出站早于进站', '出站早於進站', 'Out before in'),
  no_way_in: text('没有进站记录', '沒有進站紀錄', 'No way in'),
  after_drop: text('之前已登记退赛', '先前已登記退賽', 'Dropped out before'),
  time_ahead: text('时间还没到', '時間還沒到', 'Time lies ahead'),
  time_old: text('时间比录入时早六小时以上', '時間比輸入時早六小時以上', 'More than six hours before it was written'),
  phone_revoked: text('手机已停用', '手機已停用', 'Phone was switched off'),
}
export const tableWords = {
  title: text('补给站登记', '補給站登記', 'Aid station entries'),
  at: text('时间', '時間', 'Time'),
  margin: text('误差（秒）', '誤差（秒）', 'Uncertainty (s)'),
  station: text('站点', '站點', 'Station'),
  bib: text('参赛号', '參賽號', 'Bib'),
  kind: text('类型', '類型', 'Kind'),
  note: text('备注', '備註', 'Note'),
  phone: text('登记手机', '登記手機', 'Phone'),
  undone: text('已撤销', '已復原', 'Taken back'),
  yes: text('是', '是', 'Yes'),
  doubts: text('疑点', '疑點', 'Look at'),
  decision: text('处理结果', '處理結果', 'Decision'),
  decisions: {
    dnf: text('记为未完赛', '記為未完賽', 'DNF'),
    goes_on: text('继续比赛', '繼續比賽', 'Still racing'),
  },
  received: text('收到时间', '收到時間', 'Received'),
  entry: text('记录编号', '紀錄編號', 'Entry'),
  undoes: text('撤销的记录', '復原的紀錄', 'Takes back'),
}
