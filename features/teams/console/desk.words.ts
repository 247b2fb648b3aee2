import { text } from '#contract/words.ts'

export const deskWords = {
  teams: text('团队', '團隊', 'Teams'),
  search: text('按名称查找', '按名稱尋找', 'Find by name'),
  none: text('暂无团队', '暫無團隊', 'No teams yet'),
  none_text: text(
    '在赛事设置中开启团队后，报名者可以创建团队',
    '在賽事設定中開啟團隊後，報名者可以建立團隊',
    'Switch teams on in the race settings, and runners can create them',
  ),
  none_found: text('没有叫这个名字的团队', '沒有叫這個名字的團隊', 'No team of that name'),
  members_of: text(
    '{n} / {most} 人 · 队长 {captain}',
    '{n} / {most} 人 · 隊長 {captain}',
    '{n} of {most} · captain {captain}',
  ),
  counts: text('已成团', '已成團', 'Complete'),
  short: text('未成团', '未成團', 'Too few'),
  edit: text('管理 {name}', '管理 {name}', 'Manage {name}'),
  name: text('团队名称', '團隊名稱', 'Team name'),
  profile: text('团队简介', '團隊簡介', 'Team profile'),
  members: text('成员', '成員', 'Members'),
  captain: text('队长', '隊長', 'Captain'),
  take_out: text('移出 {name}', '移出 {name}', 'Remove {name}'),
  save: text('保存', '儲存', 'Save'),
  saved: text('已保存', '已儲存', 'Saved'),
  dissolve: text('解散团队', '解散團隊', 'Dissolve'),
  dissolve_sure: text(
    '解散 {name}？成员的报名不受影响，团队无法恢复。',
    '解散 {name}？成員的報名不受影響，團隊無法恢復。',
    'Dissolve {name}? Its members stay registered. The team cannot be restored.',
  ),
  dissolved: text('已解散', '已解散', 'Dissolved'),
} as const
