import { refusal, text } from '#contract/words.ts'

export const deferralRefusals = {
  invite_of_another: refusal(
    '409',
    '这个邀请码仅限延期的本人使用',
    '這個邀請碼僅限延期的本人使用',
    'Only the runner whose place was deferred can use this invitation code',
  ),
  deferral_race_unknown: refusal(
    '404',
    '要保留到的赛事或组别不存在，或已经开赛',
    '要保留到的賽事或組別不存在，或已經開賽',
    'The race or the event to defer to was not found, or it has begun',
  ),
  deferral_no_right: refusal(
    '403',
    '您在要延期到的赛事中没有管理邀请码的权限，请联系该赛事的总监',
    '您在要延期到的賽事中沒有管理邀請碼的權限，請聯絡該賽事的總監',
    'You may not manage invitation codes of the race to defer to. Ask a director of that race',
  ),
} as const

export const deferralWords = {
  label: text('{race} 延期名额', '{race} 延期名額', 'Deferred from {race}'),
  to: text('保留到', '保留到', 'Defer to'),
  to_setting: text('按赛事设置', '依賽事設定', 'As the race settings say'),
  to_none: text('下一届（尚未开放报名）', '下一屆（尚未開放報名）', 'The next edition, not open yet'),
  to_hint: text(
    '选手会收到一个仅限本人使用的邀请码，免抽签、免审核。',
    '選手會收到一個僅限本人使用的邀請碼，免抽籤、免審核。',
    'The runner gets an invitation code that nobody else can use. It skips ballot and review.',
  ),
  pays: text('届时费用', '屆時費用', 'Price there'),
  pays_hint: text('仅在上面选择了赛事时适用。', '僅在上面選擇了賽事時適用。', 'Only if you choose a race above.'),
  pays_nothing: text(
    '已付费用转入，无需再支付',
    '已付費用轉入，無需再付款',
    'The paid fee counts, nothing more is due',
  ),
  pays_full: text('按该赛事价格支付', '依該賽事價格付款', 'The price of that race is due'),
  card: text('您的名额', '您的名額', 'Your place'),
  card_text: text(
    '您的名额已延期到{race}。请用本人证件报名，邀请码已为您填好。',
    '您的名額已延期到{race}。請用本人證件報名，邀請碼已為您填好。',
    'Your place is deferred to {race}. Enter with the same ID; the invitation code is filled in for you.',
  ),
  card_used: text(
    '您已用延期名额报名{race}。',
    '您已用延期名額報名{race}。',
    'You have used your deferred place to enter {race}.',
  ),
  card_over: text(
    '{race}的延期名额已失效，请联系赛事组委会。',
    '{race}的延期名額已失效，請聯絡賽事主辦單位。',
    'Your deferred place at {race} is no longer valid. Please contact the organisers.',
  ),
  card_soon: text(
    '{race}尚未开放报名，开放后可在此报名。',
    '{race}尚未開放報名，開放後可在此報名。',
    "Sign-up for {race} isn't open yet. You can enter here once it is.",
  ),
  code: text('邀请码', '邀請碼', 'Invitation code'),
  until: text('有效期至', '有效期至', 'Valid until'),
  sign_up: text('去报名', '前往報名', 'Enter now'),
} as const
