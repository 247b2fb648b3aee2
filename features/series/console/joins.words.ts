import { text } from '#contract/words.ts'

export const joinDeskWords = {
  title: text('成绩关联', '成績連結', 'Linked results'),
  waiting_n: text('待确认关联 {n}', '待確認連結 {n}', '{n} to confirm'),
  counts: text(
    '已关联 {joined} 人，待确认 {waiting} 人',
    '已連結 {joined} 人，待確認 {waiting} 人',
    '{joined} linked, {waiting} to confirm',
  ),
  how: text(
    '这些选手填写的证件号码，报名里没有该账号的手机号，或还有别人的手机号。请核对后决定。',
    '這些選手填寫的證件號碼，報名裡沒有該帳號的手機號碼，或還有別人的手機號碼。請核對後決定。',
    'The account has no mobile on an entry with this number, or somebody else has one there. Compare, then decide.',
  ),
  none: text('没有待确认的关联', '沒有待確認的連結', 'Nothing to confirm'),
  mobile: text('账号手机 {mobile}', '帳號手機 {mobile}', 'Account mobile {mobile}'),
  no_entry: text('各站报名中没有这个号码', '各站報名中沒有這個號碼', 'No entry has this number'),
  own: text('同一手机', '同一手機', 'Same mobile'),
  other: text('他人手机', '他人手機', 'Another mobile'),
  no_mobile: text('无手机', '無手機', 'No mobile'),
  taken: text('已被其他账号关联', '已被其他帳號連結', 'Another account has joined with it'),
  take: text('通过', '通過', 'Accept'),
  refuse: text('不通过', '不通過', 'Refuse'),
  take_of: text('通过 {name}', '通過 {name}', 'Accept {name}'),
  refuse_of: text('不通过 {name}', '不通過 {name}', 'Refuse {name}'),
  more: text('更多', '更多', 'More'),
  close: text('关闭', '關閉', 'Close'),
  decided: text('已处理，选手会收到消息', '已處理，選手會收到訊息', 'Done. The runner gets a message'),
} as const
