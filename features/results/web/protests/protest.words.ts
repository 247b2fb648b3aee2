import { text } from '#contract/words.ts'

export const protestWords = {
  link: text('对成绩有异议？', '對成績有異議？', 'Something wrong with your result?'),
  title: text('成绩抗议', '成績抗議', 'Protest a result'),
  description: text(
    '请写明哪里有误，裁判会给出裁定并通知您。',
    '請寫明哪裡有誤，裁判會做出裁定並通知您。',
    "Tell us what is wrong. The referee will decide and we'll notify you.",
  ),
  until: text('受理至 {at}', '受理至 {at}', 'Protests accepted until {at}'),
  protests_closed: text('这份成绩现在不受理抗议', '這份成績現在不受理抗議', "Protests aren't open for these results"),
  protest_late: text('抗议时间已过（{at}）', '抗議時間已過（{at}）', 'The deadline for protests has passed ({at})'),
  protest_open: text('您的抗议正在等待裁定', '您的抗議正在等待裁定', 'Your protest is waiting for a decision'),
  content: text('抗议内容', '抗議內容', 'What is wrong'),
  content_hint: text(
    '例如：到达终点的时间、漏记的计时点、名次',
    '例如：抵達終點的時間、漏記的計時點、名次',
    'For example: finish time, a missing timing point, your position',
  ),
  content_short: text('请至少写 5 个字', '請至少寫 5 個字', 'Write at least 5 characters'),
  pictures: text('图片', '圖片', 'Pictures'),
  pictures_hint: text(
    '最多 3 张，例如手表记录、终点照片',
    '最多 3 張，例如手錶紀錄、終點照片',
    'Up to 3, such as a watch or finish photo',
  ),
  picture: text('图片 {n}', '圖片 {n}', 'Picture {n}'),
  send: text('提交抗议', '送出抗議', 'Submit protest'),
  sent: text(
    '抗议已提交，裁定后会通知您',
    '抗議已送出，裁定後會通知您',
    "Protest submitted. We'll notify you of the decision",
  ),
  mine: text('我的抗议', '我的抗議', 'My protests'),
  decision: text('裁定：{decision}', '裁定：{decision}', 'Decision: {decision}'),
  log_in: text('登录后提出抗议', '登入後提出抗議', 'Log in to submit a protest'),
  log_in_text: text('请使用报名时的账号登录。', '請使用報名時的帳號登入。', 'Use the account you entered with.'),

  no_key: text('请从成绩页打开', '請從成績頁開啟', 'Open this page from your result'),
  result: text('查看成绩', '檢視成績', 'See the result'),
} as const
