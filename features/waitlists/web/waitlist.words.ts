import { text } from '#contract/words.ts'

export const waitlistWords = {
  title: text('候补', '候補', 'Waitlist'),
  place: text('当前顺位', '目前順位', 'Your place in line'),
  of: text('共{n}人候补', '共{n}人候補', 'of {n} waiting'),
  up: text('比昨日前进{n}位', '比昨日前進{n}位', 'up {n} since yesterday'),
  down: text('比昨日后退{n}位', '比昨日後退{n}位', 'down {n} since yesterday'),
  same: text('与昨日相同', '與昨日相同', 'same as yesterday'),
  first_day: text('今日首次排位', '今日首次排位', 'first ranked today'),
  yesterday: text('昨日顺位', '昨日順位', "Yesterday's place"),
  left_since: text('更新后前面已离开', '更新後前面已離開', 'Left ahead of you since'),
  people: text('{n}人', '{n}人', '{n}'),
  ahead: text('前面还有', '前面還有', 'Still ahead of you'),
  ahead_value: text('{n}人，其中{paid}人已缴费', '{n}人，其中{paid}人已繳費', '{n}, {paid} of them paid'),
  next_up: text('下一位就是您', '下一位就是您', 'You are next'),
  refreshed: text('上次更新', '上次更新', 'Last refresh'),
  next: text('下次更新', '下次更新', 'Next refresh'),
  ends: text('候补截止', '候補截止', 'Waitlist ends'),
  code: text('候补码', '候補碼', 'Waiting code'),
  code_no_rank: text(
    '候补码{code}不是名次：只有已缴费的候补选手才排队，所以顺位通常比候补码小得多。',
    '候補碼{code}不是名次：只有已繳費的候補選手才排隊，所以順位通常比候補碼小得多。',
    'Code {code} is not your place in line: only those who have paid are in ' +
      'line, so your place is usually far ahead of your code.',
  ),
  by_code: text('按候补码从小到大递补', '依候補碼由小到大遞補', 'Places go by waiting code, the lowest first'),
  by_payment: text('按缴费时间先后递补', '依繳費時間先後遞補', 'Places go by time of payment, the earliest first'),
  order: text('递补规则', '遞補規則', 'How places go'),
  happens_paid: text(
    '有名额释出时将按顺序自动递补，您已缴费，轮到您即直接确认，无需再操作。',
    '有名額釋出時將依順序自動遞補，您已繳費，輪到您即直接確認，無需再操作。',
    'Places that return go to the line in order. You have paid: when it is ' +
      'your turn the place is yours, with nothing more to do.',
  ),
  happens_unpaid: text(
    '有名额释出时将按顺序通知，轮到您后请在{minutes}内完成缴费，逾期给下一位。',
    '有名額釋出時將依順序通知，輪到您後請在{minutes}內完成繳費，逾期給下一位。',
    'Places that return are offered in order. When it is your turn you have ' +
      '{minutes} to pay; after that it goes to the next in line.',
  ),
  minutes: text('{n}分钟', '{n}分鐘', '{n} {n|minute|minutes}'),
  hours: text('{n}小时', '{n}小時', '{n} {n|hour|hours}'),
  daily: text(
    '名额每天10:00更新顺位后统一递补。',
    '名額每天10:00更新順位後統一遞補。',
    'Places are given daily at 10:00, after the refresh.',
  ),
  at_once: text('名额一有释出即递补。', '名額一有釋出即遞補。', 'Places are given as soon as they return.'),
  together: text(
    '您与同单{n}人一起候补，名额足够全部人时才递补。',
    '您與同單{n}人一起候補，名額足夠全部人時才遞補。',
    'You wait together with your order, {n} in all: you get places when there are enough for everybody.',
  ),
  all_or_none: text(
    '同单{n}人一起参赛，名额不够就都不要',
    '同單{n}人一起參賽，名額不足就都不要',
    'All of us or none ({n} {n|runner|runners})',
  ),
  all_or_none_text: text(
    '您与同单选手一起递补：轮到最后一位、且名额够所有人时才递补；不够时由后面的选手先递补。',
    '您與同單選手一起遞補：輪到最後一位、且名額足夠所有人時才遞補；不足時由後面的選手先遞補。',
    'You get places together, when the turn of the last of you has come and there are enough for everybody. ' +
      'If there are not, those behind you go first.',
  ),
  foreseen: text('预计顺位（10:00 更新后确定）', '預計順位（10:00 更新後確定）', 'Likely place, settled at 10:00'),
  joining: text(
    '您已缴费，下次更新时进入排队',
    '您已繳費，下次更新時進入排隊',
    'You have paid and are ranked at the next refresh',
  ),
  joining_unpaid: text('下次更新时进入排队', '下次更新時進入排隊', 'You are ranked at the next refresh'),
  pay_first: text(
    '缴费后进入排队，名次以缴费时间为准',
    '繳費後進入排隊，名次以繳費時間為準',
    'You are in line once you have paid',
  ),
  pay_by: text('请在{time}前缴费加入候补', '請在{time}前繳費加入候補', 'Pay by {time} to join the waitlist'),
  offered: text('轮到您了！', '輪到您了！', 'It is your turn!'),
  offered_text: text(
    '名额为您保留到{time}，请尽快完成缴费；逾期将给下一位候补选手。',
    '名額為您保留到{time}，請儘快完成繳費；逾期將給下一位候補選手。',
    'A place is kept for you until {time}. Please pay in time; after that it goes to the next in line.',
  ),
  left_in: text('剩余', '剩餘', 'Time left'),
  given: text('您已通过候补获得名额', '您已透過候補獲得名額', 'You got your place from the waitlist'),
  hand_back: text('不能参赛了？', '不能參賽了？', "Can't run after all?"),
  hand_back_text: text(
    '名额不能转让给他人。您退出后，名额会按顺序给候补选手，目前有{n}人在候补。',
    '名額不能轉讓給他人。您退出後，名額會依順序給候補選手，目前有{n}人在候補。',
    'A place cannot be passed on to somebody else. Hand it back by leaving the ' +
      'race, and it goes to the next in line; {n} {n|is|are} waiting now.',
  ),
  hand_back_go: text('查看可退金额', '查看可退金額', 'See what you would get back'),
  hand_back_off: text('现在不能退出：{why}。', '現在不能退出：{why}。', 'This is not possible now: {why}.'),
  money_back: text(
    '未获得名额将全额退款，原路退回。',
    '未獲得名額將全額退款，原路退回。',
    'If no place comes up you get everything back, the way it was paid.',
  ),
  leave: text('退出候补', '退出候補', 'Leave the waitlist'),
  leave_title: text('确定退出候补？', '確定退出候補？', 'Leave the waitlist?'),
  leave_lost: text(
    '您的顺位将立即失效，无法恢复。',
    '您的順位將立即失效，無法恢復。',
    'Your place in line is lost at once and cannot be brought back.',
  ),
  leave_refund: text(
    '已缴的{amount}将退回原支付渠道，一周内到账。',
    '已繳的{amount}將退回原付款管道，一週內入帳。',
    'The {amount} that you paid goes back the way it was paid, within a week.',
  ),
  leave_over: text(
    '退款后将失去本赛事的全部参赛资格。',
    '退款後將失去本賽事的全部參賽資格。',
    'With the refund you lose the qualification for the whole race.',
  ),
  leave_free: text(
    '您尚未缴费，证件号码随即释放，可以重新报名。',
    '您尚未繳費，證件號碼隨即釋出，可以重新報名。',
    'You have paid nothing: your ID number is free at once, and you may sign up again.',
  ),
  leave_anew: text(
    '报名截止前，您可以重新报名本赛事。',
    '報名截止前，您可以重新報名本賽事。',
    'You may sign up for the race again while sign-up is open.',
  ),
  stay: text('继续候补', '繼續候補', 'Stay in line'),
  left_toast: text('已退出候补', '已退出候補', 'You have left the waitlist'),
  log_in: text('登录后退出候补', '登入後退出候補', 'Log in to leave the waitlist'),
} as const
