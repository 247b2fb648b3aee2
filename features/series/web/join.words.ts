import { text } from '#contract/words.ts'

export const joinWords = {
  title: text('成绩不全？', '成績不全？', 'Results missing?'),
  how: text(
    '由组委会录入或他人代报的成绩，可用证件号码关联到系列赛积分。',
    '由主辦單位匯入或他人代報的成績，可用證件號碼連結到系列賽積分。',
    'If the organiser or somebody else entered you, link those results to the series with your ID number.',
  ),
  link: text('用证件关联', '用證件連結', 'Link by ID'),
  again: text('补充关联', '補充連結', 'Link new races'),
  again_n: text(
    '新增 {n} 站，需再次填写证件号码',
    '新增 {n} 站，需再次填寫證件號碼',
    '{n} new {n|race needs|races need} the number again',
  ),
  series: text('系列赛', '系列賽', 'Series'),
  agree: text(
    '我同意：组委会用该证件号码的加密索引，在本系列赛各站中查找我的成绩。不保存号码本身。可随时取消，赛季结束后索引自动删除。',
    '我同意：主辦單位用該證件號碼的加密索引，在本系列賽各站中查詢我的成績。不保存號碼本身。可隨時取消，賽季結束後索引自動刪除。',
    'I agree that keyed indexes of this number find my results in the races of this series. The number itself is not kept. I can withdraw at any time, and the indexes are deleted after the season.',
  ),
  agree_first: text('请先勾选同意', '請先勾選同意', 'Please tick to agree first'),
  joined: text('已关联', '已連結', 'Linked'),
  waiting: text('待组委会确认', '待主辦單位確認', 'With the organiser'),
  refused: text('未通过', '未通過', 'Not accepted'),
  done: text('已关联，积分榜已更新', '已連結，積分榜已更新', 'Linked. The standings include these results'),
  sent: text(
    '已提交，组委会确认后生效',
    '已送出，主辦單位確認後生效',
    'Sent. It counts once the organiser confirms it',
  ),
  leave: text('取消关联', '取消連結', 'Unlink'),
  leave_of: text('取消{name}在{series}的关联', '取消{name}在{series}的連結', 'Unlink {name} in {series}'),
  leave_how: text(
    '索引立即删除，相关成绩不再计入积分。',
    '索引立即刪除，相關成績不再計入積分。',
    'The indexes are deleted at once. Results that only they found no longer count.',
  ),
  left: text('已取消', '已取消', 'Unlinked'),
} as const
