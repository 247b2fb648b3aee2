import { text } from '#contract/words.ts'

/** The texts about following a runner. */
export const followWords = {
  title: text('我关注的选手', '我追蹤的選手', 'Runners I follow'),
  follow: text('关注', '追蹤', 'Follow'),
  follow_who: text('关注 {who}', '追蹤 {who}', 'Follow {who}'),
  stop: text('取消关注', '取消追蹤', 'Stop following'),
  stop_who: text('取消关注 {who}', '取消追蹤 {who}', 'Stop following {who}'),
  followed: text('已关注', '已追蹤', 'Following'),
  change: text('通知设置', '通知設定', 'Message settings'),
  stopped: text('已取消关注', '已取消追蹤', 'You no longer follow this runner'),
  saved: text('已关注，过点时会通知您', '已追蹤，過點時會通知您', 'You will be told at the points'),
  when: text('什么时候通知', '什麼時候通知', 'When to tell you'),
  all: text('每个计时点和完赛', '每個計時點和完賽', 'At every point and at the finish'),
  some: text('选择计时点，以及完赛', '選擇計時點，以及完賽', 'At the points I choose and at the finish'),
  finish: text('仅完赛', '僅完賽', 'At the finish only'),
  points: text('计时点', '計時點', 'Points'),
  ways: text('怎样通知', '怎樣通知', 'How to tell you'),
  app: text('站内消息', '站內訊息', 'Messages in the app'),
  push: text('此设备的通知', '此裝置的通知', 'Notifications on this device'),
  push_text: text(
    '点“关注”后，浏览器会请您允许通知。',
    '點「追蹤」後，瀏覽器會請您允許通知。',
    'After you tap Follow, the browser asks you to allow notifications.',
  ),
  push_none: text(
    '当前应用不能显示通知。请在浏览器中打开本页，或登录后在站内接收消息。',
    '目前的應用程式無法顯示通知。請在瀏覽器中開啟本頁，或登入後在站內接收訊息。',
    'This app cannot show notifications. Open the page in a browser, or keep the messages in the app.',
  ),
  push_blocked: text(
    '您已禁止本站的通知。请在浏览器设置中允许后再试。',
    '您已封鎖本站的通知。請在瀏覽器設定中允許後再試。',
    'You have blocked notifications of this site. Allow them in the settings of your browser, then try again.',
  ),
  push_failed: text(
    '浏览器没有开启通知，请稍后再试。',
    '瀏覽器沒有開啟通知，請稍後再試。',
    'The browser did not switch notifications on. Please try again later.',
  ),
  no_way: text('请至少选择一种通知方式', '請至少選擇一種通知方式', 'Please choose at least one way'),
  log_in: text('登录后可在站内接收消息', '登入後可在站內接收訊息', 'Log in to get the messages in the app'),
  quiet: text(
    '夜间不打扰：途中各点不再通知，完赛消息早上 6 点送达。',
    '夜間不打擾：途中各點不再通知，完賽訊息早上 6 點送達。',
    'At night your device stays quiet: points on the way are left out, and the finish is told at six in the morning.',
  ),
  none: text('您还没有关注选手', '您還沒有追蹤選手', 'You follow nobody yet'),
  none_text: text(
    '在直播页打开一位选手，点“关注”。',
    '在直播頁開啟一位選手，點「追蹤」。',
    'Open a runner on the live page and tap Follow.',
  ),
  to_live: text('去看直播', '去看直播', 'Go to the live page'),
  tells_all: text('每个计时点和完赛', '每個計時點和完賽', 'Every point and the finish'),
  tells_finish: text('仅完赛', '僅完賽', 'The finish only'),
  tells_some: text('{points}、完赛', '{points}、完賽', '{points} and the finish'),
} as const
