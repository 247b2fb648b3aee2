import { refusal, text } from '#contract/words.ts'

export const refusals = {
  announcement_for_nobody: refusal(
    '409',
    '没有符合条件的选手，请重新选择对象',
    '沒有符合條件的選手，請重新選擇對象',
    'Nobody matches: please choose other recipients',
  ),
} as const

export const words = {
  title: text('群发通知', '群發通知', 'Announcements'),
  description: text(
    '通知会出现在选手的“消息”里，也可以同时发短信提醒。',
    '通知會出現在選手的「訊息」裡，也可以同時發簡訊提醒。',
    "An announcement stands in the runners' messages; a text message can point to it.",
  ),
  write: text('新建通知', '新增通知', 'New announcement'),
  none: text('还没有发过通知', '還沒有發過通知', 'Nothing announced yet'),
  none_how: text(
    '赛前须知、领物时间、天气变化，都可以从这里告诉选手',
    '賽前須知、領物時間、天氣變化，都可以從這裡告訴選手',
    'Race-week advice, pack collection, a change of weather: tell your runners from here',
  ),
  whom: text('发给', '發給', 'To'),
  event: text('组别', '組別', 'Event'),
  all_events: text('全部组别', '全部組別', 'All events'),
  audience: {
    all: text('全部报名选手', '全部報名選手', 'Everybody signed up'),
    entered: text('已确认参赛', '已確認參賽', 'Registered and paid'),
    unpaid: text('待缴费', '待繳費', 'Yet to pay'),
    draw: text('等待抽签', '等待抽籤', 'Awaiting the draw'),
    undraw: text('未中签', '未抽中', 'Not drawn'),
    wait: text('候补中', '候補中', 'On the waitlist'),
    audit: text('待审核', '待審核', 'Awaiting review'),
  },
  heading: text('标题', '標題', 'Title'),
  body: text('内容', '內容', 'Text'),
  language: text('语言', '語言', 'Language'),
  fallback: text(
    '可不填，未填时显示简体中文',
    '可不填，未填時顯示簡體中文',
    'May be left empty; Simplified Chinese is shown then',
  ),
  by_text: text(
    '同时发送短信提醒（短信里只有标题）',
    '同時傳送簡訊提醒（簡訊裡只有標題）',
    'Send a text message too (it names the title only)',
  ),
  quiet: text(
    '夜间不发短信，早上再发出',
    '夜間不發簡訊，早上再發出',
    'No text messages at night; they go out in the morning',
  ),
  counting: text('正在统计人数', '正在統計人數', 'Counting recipients'),
  count: text(
    '{n} 个报名，{accounts} 个账号会收到',
    '{n} 筆報名，{accounts} 個帳號會收到',
    '{n} {n|registration|registrations}; {accounts} {accounts|account|accounts} will get it',
  ),
  count_texts: text('短信 {n} 条', '簡訊 {n} 則', '{n} text {n|message|messages}'),
  nobody: text('没有符合条件的选手', '沒有符合條件的選手', 'Nobody matches'),
  need_title: text('请填写标题和内容', '請填寫標題和內容', 'Please write a title and a text'),
  next: text('预览', '預覽', 'Preview'),
  back: text('返回修改', '返回修改', 'Back'),
  send: text('确认发送', '確認傳送', 'Send'),
  sure: text('发送后无法撤回。', '傳送後無法撤回。', 'It cannot be taken back once sent.'),
  sent: text('已开始发送', '已開始傳送', 'Sending'),
  done: text('已发送', '已傳送', 'Sent'),
  sending: text('发送中', '傳送中', 'Sending'),
  progress: text('已通知 {done} / {total}', '已通知 {done} / {total}', '{done} of {total} told'),
  texted: text('含短信', '含簡訊', 'With text message'),
} as const
