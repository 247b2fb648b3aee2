import { refusal, text } from '#contract/words.ts'

/** The messages about wrong fields of a sign-up. */
export const words = {
  too_young: text('选手在比赛日须年满 {n} 周岁', '比賽日年齡須滿 {n} 歲', 'You must be at least {n} on race day'),
  too_old: text(
    '比赛日年龄不能超过 {n} 周岁',
    '比賽日年齡不能超過 {n} 歲',
    'You must be no older than {n} on race day',
  ),
  idtype_not_taken: text('该组别不接受这种证件', '該組別不接受這種證件', "This event doesn't accept this type of ID"),
  birth_wrong: text('请输入正确的出生日期', '請輸入正確的出生日期', 'Please enter the correct date of birth'),
  consent_needed: text('请阅读并同意', '請閱讀並同意', 'Please read and agree'),
  consent_changed: text(
    '内容已更新，请重新阅读并同意',
    '內容已更新，請重新閱讀並同意',
    'The text has changed. Please read it again and agree',
  ),
  guardian_needed: text(
    '未满 18 周岁须由监护人同意',
    '未滿 18 歲須由監護人同意',
    "Runners under 18 need a guardian's consent",
  ),
  quiz_unanswered: text('您还有题目未作答', '您還有題目未作答', "You haven't answered the question"),
  quiz_wrong: text('回答不正确，请再想一想', '回答不正確，請再想一想', "That's not right. Please think again"),
  qualifying_time: text(
    '请输入完赛成绩，例如 3:05:00',
    '請輸入完賽成績，例如 3:05:00',
    'Please enter the finish time, such as 3:05:00',
  ),
  qualifying_future: text('比赛日期不能晚于今天', '比賽日期不能晚於今天', "The race date can't be in the future"),
  qualifying_before: text(
    '成绩须在{day}当天或之后取得',
    '成績須在{day}當天或之後取得',
    'The time must be from {day} or later',
  ),
  qualifying_proof: text('请上传成绩证明', '請上傳成績證明', 'Please upload your proof of time'),
  qualifying_slow: text(
    '该成绩未达到本组别的报名标准',
    '該成績未達到本組別的報名標準',
    "This time doesn't meet the event's qualifying standard",
  ),
  not_asked: text('该组别不需要填写此项', '該組別不需要填寫此項', "This event doesn't ask for this"),
  fixed: text('报名后不能修改此项', '報名後不能修改此項', "This can't be changed after you enter"),
  friend_twice: text(
    '与前面的报名人证件号码相同',
    '與前面的報名人證件號碼相同',
    "This ID number is the same as another person's above",
  ),
} as const

/** Refusals of a sign-up that the page also shows before the person sends the form. */
export const signUpRefusals = {
  already_registered: refusal(
    '409',
    '该证件号码已报名本赛事',
    '該證件號碼已報名本賽事',
    'This ID number has already entered this race',
  ),
  clothes_gone: refusal(
    '409',
    '该尺码已无库存，请换一个尺码',
    '該尺碼已無庫存，請換一個尺碼',
    'This size is out of stock. Please choose another',
  ),
  bus_full: refusal(
    '409',
    '该班次接驳车已满，请换一个班次',
    '該班次接駁車已滿，請換一個班次',
    'This shuttle is full. Please choose another',
  ),
  invite_over: refusal('409', '邀请码已过期', '邀請碼已過期', 'This invitation code has expired'),
  invite_used_up: refusal(
    '409',
    '邀请码的使用次数已用完',
    '邀請碼的使用次數已用完',
    'This invitation code has no uses left',
  ),
  invite_elsewhere: refusal(
    '409',
    '该邀请码不适用于这个组别',
    '該邀請碼不適用於這個組別',
    "This invitation code isn't valid for this event",
  ),
} as const
