import { text } from '#contract/words.ts'

export const deskWords = {
  write: text('新建团体', '新增團體', 'New club'),
  search: text('按名称查找', '依名稱尋找', 'Find by name'),
  none: text('还没有团体', '還沒有團體', 'No club yet'),
  none_text: text(
    '给跑团或企业一个名额，它的领队就可以自己导入名单、统一支付。',
    '給跑團或企業一個名額，它的領隊就可以自己匯入名單、統一付款。',
    'Give a club or company a quota. Its captain then lists the people and pays for all.',
  ),
  none_found: text('没有找到', '找不到', 'Nothing found'),
  save: text('保存', '儲存', 'Save'),
  saved: text('已保存', '已儲存', 'Saved'),
  change: text('修改 {name}', '修改 {name}', 'Change {name}'),
  invite: text('邀请 {name} 的领队', '邀請 {name} 的領隊', 'Invite a captain of {name}'),
  invite_title: text('领队邀请链接', '領隊邀請連結', "Captain's link"),
  invite_how: text(
    '把链接发给领队。链接只能使用一次，7 天内有效，关闭后不再显示。',
    '把連結傳給領隊。連結只能使用一次，7 天內有效，關閉後不再顯示。',
    'Send this link to the captain. It works once, within 7 days, and is not shown again.',
  ),
  close: text('关闭 {name} 的报名', '關閉 {name} 的報名', 'Close entry of {name}'),
  open: text('重新开放 {name} 的报名', '重新開放 {name} 的報名', 'Open entry of {name} again'),
  people: text('{name} 的名单', '{name} 的名單', 'People of {name}'),
  nobody: text('名单是空的', '名單是空的', 'Nobody is on the list'),
  add_quota: text('添加组别', '新增組別', 'Add an event'),
  remove_quota: text('去掉 {event}', '移除 {event}', 'Remove {event}'),
  price_hint: text('留空为原价', '留空為原價', 'Empty: the full price'),
  swap_hint: text('留空则不能换人', '留空則不能換人', 'Empty: nobody is replaced'),
  captains: text('{n} 位领队', '{n} 位領隊', '{n} {n|captain|captains}'),
  no_captain: text('还没有领队', '還沒有領隊', 'No captain yet'),
  use: text(
    '{used}/{places} 已报名 · {unpaid} 待支付 · {listed} 在名单中',
    '{used}/{places} 已報名 · {unpaid} 待付款 · {listed} 在名單中',
    '{used}/{places} entered · {unpaid} unpaid · {listed} on the list',
  ),
} as const
