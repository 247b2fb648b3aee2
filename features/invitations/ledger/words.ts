import { text } from '#contract/words.ts'

export const ledgerWords = {
  title: text('名额公示', '名額公示', 'How places are allocated'),
  says: text(
    '各组别名额按来源实时统计。“公开名额”包括公开抽签和先到先得，未被占用的名额也计入公开。',
    '各組別名額依來源即時統計。「公開名額」包括公開抽籤與先到先得，未被使用的名額也計入公開。',
    'Places in each event by how they are allocated, as of now. Public places come from the ballot, or are first come, first served. Places that nobody holds count as public.',
  ),
  least: text(
    '中国田径协会 2025 年 10 月通知要求公开名额不低于 {n}%。',
    '中國田徑協會 2025 年 10 月通知要求公開名額不低於 {n}%。',
    'The Chinese Athletics Association (notice of October 2025) asks for at least {n}% public places.',
  ),
  share: text('公开名额占比', '公開名額占比', 'Public share'),
  places: text('总名额', '總名額', 'Places'),
  held: text('已占用', '已使用', 'Taken'),
  reserved: text('邀请码预留', '邀請碼預留', 'Reserved for invitation codes'),
  none: text('还没有组别', '還沒有組別', 'No events yet'),
  below: text('低于 {n}%', '低於 {n}%', 'Below {n}%'),
  draw: text('公开抽签', '公開抽籤', 'Public ballot'),
  first_come: text('先到先得', '先到先得', 'First come, first served'),
  direct: text('直通名额', '直通名額', 'Guaranteed entry'),
  charity: text('公益名额', '公益名額', 'Charity'),
  sponsor: text('赞助商名额', '贊助商名額', 'Sponsor'),
  elite: text('精英选手', '菁英選手', 'Elite'),
  club: text('跑团名额', '跑團名額', 'Club'),
  staff: text('工作人员名额', '工作人員名額', 'Staff'),
  by_hand: text('组委会录入', '主辦單位登記', 'Entered by the organisers'),
  public: text('公开名额（仅优惠价格）', '公開名額（僅優惠價格）', 'Public place, only the price differs'),
  source: text('名额来源', '名額來源', 'How the places are allocated'),
  source_hint: text(
    '在“名额公示”页公开',
    '在「名額公示」頁公開',
    'Shown to everybody on the page “How places are allocated”',
  ),
  warns: text(
    '保存后，{event} 的公开名额占比可能降至 {share}%，低于 {least}%。',
    '儲存後，{event} 的公開名額占比可能降至 {share}%，低於 {least}%。',
    'With this, the public share of {event} may fall to {share}%, below {least}%.',
  ),
  open_page: text('名额公示', '名額公示', 'How places are allocated'),
} as const
