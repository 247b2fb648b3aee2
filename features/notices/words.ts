import { refusal, text } from '#contract/words.ts'

export const refusals = {
  notice_not_found: refusal('404', '没有找到这篇内容', '找不到這篇內容', 'This article was not found'),
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
  title: text('标题', '標題', 'Title'),
  content: text('正文（HTML）', '內文（HTML）', 'Text (HTML)'),
  kind: text('类型', '類型', 'Kind'),
  articletype: text('栏目', '欄目', 'Section'),
  language: text('语言', '語言', 'Language'),
  published: text('已发布', '已發布', 'Published'),
  draft: text('草稿', '草稿', 'Draft'),
  save: text('保存', '儲存', 'Save'),
  saved: text('已保存', '已儲存', 'Saved'),
  remove: text('删除', '刪除', 'Remove'),
  remove_sure: text(
    '确定删除《{title}》吗？删除后无法恢复。',
    '確定刪除《{title}》嗎？刪除後無法恢復。',
    'Remove “{title}” for good?',
  ),
  removed: text('已删除', '已刪除', 'Removed'),
  edit: text('修改', '修改', 'Change'),
  none_console: text(
    '写下第一篇，跑者就会在赛事首页看到',
    '寫下第一篇，跑者就會在賽事首頁看到',
    'Write the first one; runners will see it on the race home',
  ),
  content_hint: text(
    '脚本、外部样式和内嵌框架会被去除',
    '指令碼、外部樣式和內嵌框架會被移除',
    'Scripts, outside style sheets and frames are taken out',
  ),
  edit_text: text('编辑', '編輯', 'Write'),
  preview: text('预览', '預覽', 'Preview'),
  articletype_hint: text(
    '如 traffic、guidebook，同一栏目会列在一起',
    '如 traffic、guidebook，同一欄目會列在一起',
    'Such as traffic or guidebook: what shares one is listed together',
  ),
  insert_picture: text('在正文中插入图片', '在內文中插入圖片', 'Put a picture into the text'),
  cover: text('封面', '封面', 'Cover'),
  pin: text('置顶显示', '置頂顯示', 'Keep at the top'),
  publish: text('发布给跑者', '發布給跑者', 'Show to runners'),
} as const
