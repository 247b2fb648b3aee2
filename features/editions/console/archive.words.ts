import { text } from '#contract/words.ts'

export const archiveWords = {
  title: text('归档与删除', '封存與刪除', 'Archive and delete'),
  description: text(
    '归档后，赛事不再出现在后台列表和选手的赛事列表中；成绩、证书和赛事页面的链接仍然有效。随时可以恢复。',
    '封存後，賽事不再出現在後台清單與選手的賽事清單中；成績、證書與賽事頁面的連結仍然有效。隨時可以還原。',
    'An archived race leaves the lists here and in the race finder. Its results, certificates and pages stay at their addresses. You can restore it at any time.',
  ),
  is_archived: text(
    '这场赛事已归档，不在列表中显示。',
    '這場賽事已封存，不在清單中顯示。',
    'This race is archived and not shown in lists.',
  ),
  archive: text('归档赛事', '封存賽事', 'Archive race'),
  archive_says: text(
    '赛事会从列表中移除，公开的成绩和证书不受影响。',
    '賽事會從清單中移除，公開的成績與證書不受影響。',
    'The race leaves the lists. Its public results and certificates are not affected.',
  ),
  archived: text('赛事已归档', '賽事已封存', 'Race archived'),
  restore: text('恢复赛事', '還原賽事', 'Restore race'),
  restored: text('赛事已恢复', '賽事已還原', 'Race restored'),
  remove: text('删除赛事', '刪除賽事', 'Delete race'),
  remove_says: text(
    '“{name}”及其组别、图片和全部设置会被永久删除，无法恢复。只有还没有人报名、下单或有成绩的赛事才能删除。',
    '「{name}」及其組別、圖片與全部設定會被永久刪除，無法還原。只有尚無人報名、下單或有成績的賽事才能刪除。',
    '“{name}”, its events, pictures and all settings will be deleted for good. This cannot be undone. A race can only be deleted while nobody has signed up, ordered or got a result.',
  ),
  removed: text('赛事已删除', '賽事已刪除', 'Race deleted'),
} as const
