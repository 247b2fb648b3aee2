import { refusal, text } from '#contract/words.ts'

export const refusals = {
  ballot_not_found: refusal('404', '没有找到这次抽签', '找不到這次抽籤', "We couldn't find this ballot"),
  not_in_a_ballot: refusal('404', '该报名没有参加抽签', '這筆報名沒有參加抽籤', "This entry isn't in a ballot"),
  ballot_event_not_draw: refusal(
    '409',
    '该组别不是抽签组别，请先在组别设置中改为抽签',
    '這個組別不是抽籤組別，請先在組別設定中改為抽籤',
    'This event has no ballot. Set it to “By ballot” first',
  ),
  ballot_not_declared: refusal(
    '409',
    '名单已冻结，规则不能再修改',
    '名單已凍結，規則不能再修改',
    'The list is frozen: the rules cannot be changed any more',
  ),
  ballot_signup_open: refusal(
    '409',
    '报名尚未结束，结束后才能冻结名单',
    '報名尚未結束，結束後才能凍結名單',
    'Sign-up is still open: the list can be frozen once it is over',
  ),
  ballot_orders_open: refusal(
    '409',
    '还有报名订单在支付时限内，待其支付或关闭后再冻结名单',
    '還有報名訂單在付款時限內，待其付款或關閉後再凍結名單',
    'Some entrants may still pay. Freeze the list once their orders are paid or closed',
  ),
  ballot_no_entries: refusal('409', '没有可参加抽签的报名', '沒有可參加抽籤的報名', 'Nobody is there to be drawn'),
  ballot_places_short: refusal(
    '409',
    '抽签名额超过组别剩余名额，请调整',
    '抽籤名額超過組別剩餘名額，請調整',
    'The ballot has more places than the event has left',
  ),
  ballot_source_soon: refusal(
    '409',
    '随机数时间至少要在冻结名单 10 分钟之后，请先修改',
    '亂數時間至少要在凍結名單 10 分鐘之後，請先修改',
    'The seed must come at least 10 minutes after the freezing. Change its time first',
  ),
  ballot_beacon_pretend: refusal(
    '409',
    '本平台尚未接入真实的随机信标，已发布的赛事不能用模拟信标抽签。请改用公开数字，或请平台管理员接入信标',
    '本平台尚未接上真實的隨機信標，已發布的賽事不能用模擬信標抽籤。請改用公開數字，或請平台管理員接上信標',
    'No real beacon is connected, and a published race cannot be drawn with the sandbox one. Use a public number, or ask the administrator to connect a beacon',
  ),
  ballot_not_frozen: refusal(
    '409',
    '名单尚未冻结，或随机数已经确定',
    '名單尚未凍結，或亂數已經確定',
    'The list is not frozen yet, or the seed is there already',
  ),
  ballot_by_beacon: refusal(
    '409',
    '这次抽签使用公共随机信标，不能填写数字',
    '這次抽籤使用公共隨機信標，不能填寫數字',
    'This ballot takes its random number from a beacon, so no number can be entered',
  ),
  ballot_number_early: refusal(
    '409',
    '还没到声明的数字公布时间，届时才能填写',
    '還沒到聲明的數字公布時間，屆時才能填寫',
    'The declared moment of this number is still to come: it cannot be entered before',
  ),
  ballot_not_seeded: refusal(
    '409',
    '随机数尚未确定，或抽签已经完成',
    '亂數尚未確定，或抽籤已經完成',
    "The random number isn't out yet, or the ballot has been drawn",
  ),
  ballot_not_drawn: refusal(
    '409',
    '抽签尚未完成，或结果已经公布',
    '抽籤尚未完成，或結果已經公布',
    "The ballot hasn't been drawn yet, or the results are published",
  ),
  ballot_published: refusal(
    '409',
    '结果已经公布，不能取消',
    '結果已經公布，不能取消',
    "The results are published, so the ballot can't be cancelled",
  ),
} as const

/** The problems that stop or delay a draw, in words for staff. */
export const ballotProblems = {
  beacon_down: text(
    '随机信标暂无应答，系统会继续询问。',
    '隨機信標暫無回應，系統會繼續詢問。',
    'The beacon does not answer. It is asked again until it does.',
  ),
  beacon_wrong: text(
    '随机信标的签名没有通过验证，结果未被采用，系统会继续询问。',
    '隨機信標的簽章沒有通過驗證，結果未被採用，系統會繼續詢問。',
    'What the beacon said bears no valid signature and was not taken. It is asked again.',
  ),
  beacon_other: text(
    '当前接入的信标与名单中写明的不是同一条链，请联系运维。',
    '目前接上的信標與名單中寫明的不是同一條鏈，請聯絡維運。',
    'The connected beacon is not the one named in the list. Contact the operators of this server.',
  ),
  beacon_pretend: text(
    '已发布的赛事不能用模拟信标抽签。请取消本次抽签并重新公示规则，改用公开数字；或请平台管理员接入信标后重新公示。',
    '已發布的賽事不能用模擬信標抽籤。請取消本次抽籤並重新公示規則，改用公開數字；或請平台管理員接上信標後重新公示。',
    'A published race cannot be drawn with the sandbox beacon. Call the ballot off, and declare it again with a public number or after a real beacon is connected.',
  ),
  source_passed: text(
    '名单冻结完成得太晚，随机数已经产生，冻结已撤销。请修改随机数时间后重新冻结。',
    '名單凍結完成得太晚，亂數已經產生，凍結已撤銷。請修改亂數時間後重新凍結。',
    'The list was ready only after its seed had come, so the freezing was undone. Set a later time and freeze again.',
  ),
  too_many_direct: text(
    '直通名额的人数超过了名额，冻结已撤销。请修改规则。',
    '直通名額的人數超過了名額，凍結已撤銷。請修改規則。',
    'There are more guaranteed entries than places, so the freezing was undone. Change the rules.',
  ),
  group_too_big: text(
    '有团队超过 50 人，不能整组抽签，冻结已撤销。请改为不按团队抽签，或调整团队。',
    '有團隊超過 50 人，不能整組抽籤，凍結已撤銷。請改為不按團隊抽籤，或調整團隊。',
    "A team has more than 50 runners and can't be drawn as a group, so the freezing was undone. Draw without teams, or change the team.",
  ),
  list_gone: text(
    '名单文件与公布的哈希不一致，抽签无法进行。请恢复文件后重新开始抽签。',
    '名單檔案與公布的雜湊不一致，抽籤無法進行。請還原檔案後重新開始抽籤。',
    "The list file doesn't match its published hash, so the ballot can't go on. Restore the file and start again.",
  ),
  sold_out: text(
    '组别名额不足，部分中签者还没有得到名额。请增加组别名额，系统会自动继续。',
    '組別名額不足，部分中籤者還沒有得到名額。請增加組別名額，系統會自動繼續。',
    'The event has too few places for everybody drawn. Raise its places; publishing goes on by itself.',
  ),
  clothes_gone: text(
    '部分中签者所选尺码的库存不足。请增加库存，系统会自动继续。',
    '部分中籤者所選尺碼的庫存不足。請增加庫存，系統會自動繼續。',
    'A shirt size is used up for some of those drawn. Raise its stock; publishing goes on by itself.',
  ),
  bus_full: text(
    '部分中签者所选接驳车的座位不足。请增加座位，系统会自动继续。',
    '部分中籤者所選接駁車的座位不足。請增加座位，系統會自動繼續。',
    'A bus is full for some of those drawn. Raise its seats; publishing goes on by itself.',
  ),
} as const
export type RuleProblem = keyof typeof ballotProblems

export const words = {
  wrong_places: text('不能超过组别名额', '不能超過組別名額', 'Not more than the event has'),
  wrong_last: text(
    '最后一个分组面向所有人，且不设名额',
    '最後一個分組面向所有人，且不設名額',
    'The last segment is for everybody and has no places of its own',
  ),
  wrong_segment_places: text('请填写每个分组的名额', '請填寫每個分組的名額', 'Give each segment its places'),
  wrong_segment_twice: text('分组代号不能重复', '分組代號不能重複', 'Two segments have the same name'),
  wrong_segment_name: text(
    '分组代号不能是 direct、drawn 或 wait',
    '分組代號不能是 direct、drawn 或 wait',
    'No segment is named direct, drawn or wait',
  ),
  wrong_weights: text('加权合计不能超过 200', '加權合計不能超過 200', 'All tickets together may be 200 at most'),
  wrong_age: text('起始年龄不能大于结束年龄', '起始年齡不能大於結束年齡', 'The first age is above the last'),
  wrong_races: text(
    '没有赛事 {races}，或您没有该赛事的组别设置权限',
    '沒有賽事 {races}，或您沒有該賽事的組別設定權限',
    "There is no race {races}, or you can't set up its events",
  ),
  wrong_direct: text('直通名额不能面向所有人', '直通名額不能面向所有人', "Guaranteed entry can't be for everybody"),
  wrong_draw_at: text('公布时间须在当前时间之后', '公布時間須在目前時間之後', 'The outcome is published in the future'),
  wrong_source_at: text(
    '请填写这个数字最早什么时候公布',
    '請填寫這個數字最早什麼時候公布',
    'Say when this number is out at the earliest',
  ),
  wrong_draw_before_source: text(
    '公布时间须在随机数产生之后',
    '公布時間須在亂數產生之後',
    'The outcome is published after the seed has come',
  ),
  wrong_pay_end: text(
    '支付截止须在公布之后',
    '付款截止須在公布之後',
    'The time to pay ends after the outcome is published',
  ),
  wrong_number: text('请填写公布的数字', '請填寫公布的數字', 'Enter the public number'),
  // The entrants to whom a rule applies, in words for runners and organisers.
  who_everybody: text('所有人', '所有人', 'everyone'),
  who_qualified: text('达到报名成绩标准', '達到報名成績標準', 'met the qualifying time'),
  who_local: text('居住在{places}', '居住在{places}', 'living in {places}'),
  who_first_timer: text(
    '首次参赛（未曾完赛往届）',
    '首次參賽（未曾完賽往屆）',
    'first-timers (never finished an earlier edition)',
  ),
  who_male: text('男子', '男子', 'men'),
  who_female: text('女子', '女子', 'women'),
  who_age: text('{from}–{to} 岁', '{from}–{to} 歲', 'aged {from} to {to}'),
  who_tag: text('标签“{tag}”', '標籤「{tag}」', 'tagged “{tag}”'),
  why_direct: text('直通名额：{who}', '直通名額：{who}', 'Guaranteed entry: {who}'),
  why_base: text('每位报名人 1 签', '每位報名人 1 籤', 'Everyone has 1 ticket'),
  why_plus: text('{who}：加 {n} 签', '{who}：加 {n} 籤', '{who}: +{n}'),
  why_segment: text(
    '参加分组“{segment}”：{n} 签',
    '參加分組「{segment}」：{n} 籤',
    'Tickets in the segment “{segment}”: {n}',
  ),
} as const
