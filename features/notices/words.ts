import { type Text, refusal, text } from '#contract/words.ts'

export const refusals = {
  notice_not_found: refusal('404', '没有找到这篇内容', '找不到這篇內容', "We couldn't find this article"),
  notice_changed_meanwhile: refusal(
    '409',
    '这篇内容刚被别人修改过，您的修改还没有保存',
    '這篇內容剛被別人修改過，您的修改還沒有儲存',
    'Somebody else has just changed this. Your changes are not saved yet',
  ),
  race_needed: refusal('422', '请先选择赛事', '請先選擇賽事', 'Please choose a race first'),
} as const

export const words = {
  notice: text('公告', '公告', 'Notice'),
  notices: text('公告与文章', '公告與文章', 'Notices and articles'),
  archive: text('资料', '資料', 'Archive'),
  post: text('文章', '文章', 'Article'),
  page: text('页面', '頁面', 'Page'),
  views: text('{n} 次阅读', '{n} 次閱讀', 'Views: {n}'),
  pinned: text('置顶', '置頂', 'Pinned'),
  none: text('还没有公告', '還沒有公告', 'No notices yet'),
  write: text('新建公告', '新增公告', 'New notice'),
  kind: text('类型', '類型', 'Kind'),
  articletype: text('栏目', '欄目', 'Section'),
  remove: text('删除', '刪除', 'Remove'),
  remove_sure: text(
    '确定删除《{title}》吗？删除后无法恢复。',
    '確定刪除《{title}》嗎？刪除後無法恢復。',
    'Remove “{title}” for good?',
  ),
  removed: text('已删除', '已刪除', 'Removed'),
  edit: text('修改', '修改', 'Change'),
  none_console: text(
    '写下第一篇，选手就会在赛事首页看到',
    '寫下第一篇，選手就會在賽事首頁看到',
    'Write the first one; runners will see it on the race home',
  ),
  articletype_hint: text(
    '如 traffic、guidebook，同一栏目会列在一起',
    '如 traffic、guidebook，同一欄目會列在一起',
    'For example traffic or guidebook. Articles of one section are listed together',
  ),
  cover: text('封面', '封面', 'Cover'),
  pin: text('置顶显示', '置頂顯示', 'Keep at the top'),
  no_language: text(
    '请至少填写一种语言的标题',
    '請至少填寫一種語言的標題',
    'Please write a title in one language at least',
  ),
  time_missing: text(
    '请选择发布时间，或改为立即发布',
    '請選擇發布時間，或改為立即發布',
    'Choose when to publish it, or publish it now',
  ),
  ends_too_early: text(
    '下线时间须晚于发布时间和现在',
    '下架時間須晚於發布時間和現在',
    'It must be taken down after it is published, and later than now',
  ),
  state_draft: text('草稿', '草稿', 'Draft'),
  state_shown: text('展示中', '展示中', 'Published'),
  state_waiting: text('定时发布', '定時發布', 'Scheduled'),
  state_ended: text('已下线', '已下架', 'Taken down'),
  from: text('{time} 发布', '{time} 發布', 'From {time}'),
  until: text('{time} 下线', '{time} 下架', 'Until {time}'),
  missing_in: text('缺 {langs}', '缺 {langs}', 'Missing: {langs}'),
  simplified: text('简体中文', '簡體中文', 'Simplified Chinese'),
  traditional: text('繁体中文', '繁體中文', 'Traditional Chinese'),
  english: text('英文', '英文', 'English'),
  /** The names of common sections. A section with another name is shown as staff wrote it. */
  sections: {
    news: text('赛事动态', '賽事動態', 'News'),
    traffic: text('交通', '交通', 'Traffic'),
    guide: text('指南', '指南', 'Guide'),
    guidebook: text('参赛手册', '參賽手冊', 'Race guide'),
    racepack: text('参赛包', '參賽包', 'Race pack'),
  } as Readonly<Record<string, Text>>,
} as const
