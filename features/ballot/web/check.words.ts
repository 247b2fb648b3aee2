import { type Text, text } from '#contract/words.ts'
import type { CheckName } from './agreement.ts'
import type { LineChange } from './changes.ts'
import type { RecomputePhase } from './recomputing.ts'

/** The texts about the reader's own entry and about computing again. */
export const checkWords = {
  mine: text('我的抽签', '我的抽籤', 'My ballot entry'),
  mine_log_in: text(
    '登录后可以看到自己在名单中的那一行、签数的由来和结果。',
    '登入後可以看到自己在名單中的那一行、籤數的由來與結果。',
    'Log in to see your line on the list, how your tickets were counted, and your result.',
  ),
  log_in: text('登录查看', '登入檢視', 'Log in'),
  mine_none: text(
    '当前登录的账号没有报名这个组别。',
    '目前登入的帳號沒有報名這個組別。',
    'This account has no entry in this event.',
  ),
  mine_later: text(
    '名单冻结后，这里会显示您在名单中的那一行。',
    '名單凍結後，這裡會顯示您在名單中的那一行。',
    'Your line on the list will show here once the list is frozen.',
  ),
  which: text('选择报名人', '選擇報名人', 'Whose entry'),
  fate_waiting: text('已在名单中，等待抽签', '已在名單中，等待抽籤', 'On the list, waiting for the ballot'),
  fate_drawn: text('恭喜，中签了', '恭喜，中籤了', 'Drawn! You have a place'),
  fate_direct: text('直通名额，免抽签', '直通名額，免抽籤', 'Guaranteed entry: you have a place'),
  fate_wait: text('这次没有中签', '這次沒有中籤', 'Not drawn this time'),
  in_segment: text('在“{segment}”中抽中', '在「{segment}」中抽中', 'Drawn in “{segment}”'),
  wait_code: text('候补码', '候補碼', 'Waitlist code'),
  wait_code_text: text(
    '候补码不是名次：有人退赛或未按时加入候补，名次会前移。名次请看报名状态页。',
    '候補碼不是名次：有人退賽或未按時加入候補，名次會往前。名次請看報名狀態頁。',
    'A waitlist code is not a position. People withdraw or never join the waitlist, so positions move up. Your position is on your entry status page.',
  ),
  to_status: text('查看报名状态', '檢視報名狀態', 'See my entry status'),
  why: text('签数的由来', '籤數的由來', 'How your tickets were counted'),
  tickets: text('各分组的签数', '各分組的籤數', 'Tickets by segment'),
  n_tickets: text('{n} 签', '{n} 籤', '{n}'),
  no_ticket: text('不参加', '不參加', 'not included'),
  in_group: text('与同组的人组团抽签', '與同組的人組團抽籤', 'Drawn together with your group'),
  own_line: text('名单中的这一行', '名單中的這一行', 'Your line on the list'),
  how_known: text('怎么知道这一行是我', '怎麼知道這一行是我', 'How do I know this line is me?'),
  how_known_text: text(
    '用下面的密钥和报名编号，任何人都能算出这一行的编号：SHA-256(密钥:报名编号) 的前 32 位。密钥只告诉您本人，给别人看，别人就能认出您。',
    '用下面的密鑰與報名編號，任何人都能算出這一行的編號：SHA-256(密鑰:報名編號) 的前 32 位。密鑰只告訴您本人，給別人看，別人就能認出您。',
    'With the secret and the entry key below, anyone can compute the code of your line: the first 32 digits of SHA-256(secret:key). Only you are told the secret. Anyone you show it to can recognise you.',
  ),
  salt: text('我的密钥', '我的密鑰', 'My secret'),
  key: text('报名编号', '報名編號', 'Entry key'),
  show: text('显示', '顯示', 'Show'),
  hide: text('隐藏', '隱藏', 'Hide'),

  again: text('重新计算', '重新計算', 'Check it yourself'),
  again_text: text(
    '下载公布的名单，在您的设备上从头算一遍，再与公布的结果逐项核对。不需要相信我们的服务器。',
    '下載公布的名單，在您的裝置上從頭計算一次，再與公布的結果逐項核對。不需要相信我們的伺服器。',
    "Downloads the published list, runs the ballot from scratch on your own device and compares everything with the published results. You don't need to trust our server.",
  ),
  again_later: text('名单冻结后可以计算', '名單凍結後可以計算', 'Available once the list is frozen'),
  start: text('在我的设备上重新计算', '在我的裝置上重新計算', 'Run the ballot on my device'),
  cancel: text('停止', '停止', 'Stop'),
  cancelled: text('已停止，没有算完。', '已停止，沒有算完。', 'Stopped before it finished.'),
  failed_network: text(
    '文件没有下载成功，请检查网络后再试。',
    '檔案沒有下載成功，請檢查網路後再試。',
    "The file didn't download. Please check your connection and try again.",
  ),
  failed_list: text(
    '这不是一份有效的名单，所以没有结果：{says}',
    '這不是一份有效的名單，所以沒有結果：{says}',
    "This isn't a valid list, so there is no result: {says}",
  ),
  failed_change: text(
    '这份名单里没有可以改动的内容。',
    '這份名單裡沒有可以更動的內容。',
    'There is nothing on this list that can be changed.',
  ),
  failed_other: text(
    '没有算完，可能是设备内存不足。可以换电脑再试，或用下方的命令。',
    '沒有算完，可能是裝置記憶體不足。可以換電腦再試，或用下方的指令。',
    "This couldn't be finished, perhaps because your device ran out of memory. Try on a computer, or use the command below.",
  ),
  all_agree: text('全部一致', '全部一致', 'Everything matches'),
  all_agree_text: text(
    '您的设备用 {seconds} 秒重新抽了 {n} 人，结果与公布的完全相同。',
    '您的裝置用 {seconds} 秒重新抽了 {n} 人，結果與公布的完全相同。',
    'Your device drew {n} {n|entry|entries} again in {seconds} s. The result is exactly the published one.',
  ),
  so_far_text: text(
    '您的设备用 {seconds} 秒核对了 {n} 人的名单。已经公布的都一致，其余等公布后再来核对。',
    '您的裝置用 {seconds} 秒核對了 {n} 人的名單。已經公布的都一致，其餘等公布後再來核對。',
    'Your device checked the list of {n} {n|entry|entries} in {seconds} s. Everything published so far matches. Come back for the rest.',
  ),
  differs: text('不一致', '不一致', 'Does not match'),
  differs_text: text(
    '用这份名单算出的结果与公布的不同。请截图并联系组委会。',
    '用這份名單算出的結果與公布的不同。請截圖並聯絡主辦單位。',
    'The result computed from this list differs from the published one. Please take a screenshot and contact the organisers.',
  ),
  differs_own: text(
    '您带来的名单与公布的不是同一份，差异见下。',
    '您帶來的名單與公布的不是同一份，差異見下。',
    'Your list is not the published one. The differences are shown below.',
  ),
  differs_changed: text('改动被发现了', '更動被發現了', 'The change was detected'),
  differs_changed_text: text(
    '只改了一处，核对就不再通过。任何人都不能悄悄改动名单或随机数。',
    '只改了一處，核對就不再通過。任何人都不能悄悄更動名單或亂數。',
    'One change, and the check fails. Nobody can quietly change the list or the number.',
  ),
  same_own: text(
    '您带来的名单与公布的一字不差。',
    '您帶來的名單與公布的一字不差。',
    'Your list is identical to the published one.',
  ),
  others: text('{n} 人的结果会因此不同', '{n} 人的結果會因此不同', '{n} {n|result|results} would change'),
  line_n: text('第 {n} 行', '第 {n} 行', 'Line {n}'),
  source_line: text('随机数', '亂數', 'The number'),
  before: text('原来', '原本', 'Before'),
  after: text('改成', '改成', 'After'),
  taken_out: text('（删去）', '（刪除）', '(removed)'),
  published: text('公布的', '公布的', 'Published'),
  computed: text('算出的', '算出的', 'Computed'),
  agrees: text('一致', '一致', 'matches'),
  unlike: text('不一致', '不一致', 'differs'),
  unpublished: text('尚未公布', '尚未公布', 'not published yet'),
  unchecked: text('无法核对', '無法核對', 'cannot be checked'),
  mine_found: text('您在名单第 {n} 行', '您在名單第 {n} 行', 'You are on line {n} of the list'),
  mine_missing: text('这份名单里没有您', '這份名單裡沒有您', 'You are not on this list'),

  doubt: text('不放心？自己改一处试试', '不放心？自己改一處試試', 'Still not sure? Change something and see'),
  doubt_text: text(
    '改动只发生在您的设备上，看看核对会不会发现。',
    '更動只發生在您的裝置上，看看核對會不會發現。',
    'The change happens on your device only. See whether the check finds it.',
  ),
  what_change: text('改哪里', '改哪裡', 'What to change'),
  try_change: text('改动后重新计算', '更動後重新計算', 'Change and run again'),
  own_file: text('用我保存的名单文件', '用我儲存的名單檔案', 'Use a list I saved'),
  own_file_text: text(
    '例如名单冻结当天下载的那一份',
    '例如名單凍結當天下載的那一份',
    'For example, the one you downloaded on the day it was frozen',
  ),
} as const

export const phaseWords: Record<RecomputePhase, Text> = {
  fetch: text('下载名单', '下載名單', 'Downloading the list'),
  read: text('检查名单', '檢查名單', 'Checking the list'),
  draw: text('重新抽签', '重新抽籤', 'Running the ballot'),
  write: text('生成结果', '產生結果', 'Writing the results'),
  compare: text('与公布的结果比对', '與公布的結果比對', 'Comparing with the published results'),
}
export const lineChangeWords: Record<LineChange, Text> = {
  entry: text('换掉一个人的编号', '換掉一個人的編號', "Change one person's code"),
  weight: text('给一个人多加一签', '給一個人多加一籤', 'Give one person an extra ticket'),
  gone: text('从名单中删去一个人', '從名單中刪除一個人', 'Remove one person from the list'),
  source: text('改动随机数的最后一位', '更動亂數的最後一位', 'Change the last digit of the random number'),
}
export const namesOfChecks: Record<CheckName, Text> = {
  list: text('名单校验值', '名單雜湊值', 'List hash'),
  rules: text('名单中写明的规则', '名單中寫明的規則', 'Rules stated on the list'),
  signature: text('信标签名', '信標簽章', 'Beacon signature'),
  seed: text('抽签种子', '抽籤種子', 'Seed'),
  outcome: text('结果校验值', '結果雜湊值', 'Results hash'),
  file: text('结果文件逐字比对', '結果檔案逐字比對', 'Results file, character by character'),
  counts: text('各分组人数', '各分組人數', 'People per segment'),
}
