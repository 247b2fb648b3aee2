import { refusal, text } from '#contract/words.ts'
import type { restingSteps } from './next.rules.ts'

export const refusals = {
  scene_unknown: refusal('404', '这个二维码已失效', '這個 QR Code 已失效', 'This QR code is no longer valid'),
  scene_over: refusal('409', '这个二维码已过期', '這個 QR Code 已過期', 'This QR code has expired'),
  scene_page_elsewhere: refusal(
    '422',
    '请填写本站选手端的页面，例如 /home',
    '請填寫本站選手端的頁面，例如 /home',
    "Please give a page of the runners' app, such as /home",
  ),
  scene_page_personal: refusal(
    '422',
    '公开张贴的二维码不能带有个人的编号或密钥',
    '公開張貼的 QR Code 不能帶有個人的編號或金鑰',
    "A code on a wall must not carry one person's key or number",
  ),
  scene_expired: refusal('422', '截止时间须晚于现在', '截止時間須晚於現在', 'The end must be later than now'),
} as const

/** The words for states in which a runner need not act. The words of other steps come with the check list. */
export const nextStepWords: Readonly<Record<(typeof restingSteps)[number] | 'result', ReturnType<typeof text>>> = {
  run: text('今天比赛，加油！', '今天比賽，加油！', "It's race day. Have a great run!"),
  result: text('查看成绩', '檢視成績', 'See your result'),
  again: text('报名已关闭，可重新报名', '報名已關閉，可重新報名', 'Your entry has closed. You can enter again'),
  wait: text('请等待结果', '請等待結果', 'Waiting for the results'),
  ready: text('一切就绪，等待开赛', '一切就緒，等待開賽', 'All set for race day'),
  over: text('已结束', '已結束', 'Finished'),
}

export const words = {
  my_races: text('我的赛事', '我的賽事', 'My races'),
  my_none: text('还没有报名的赛事', '還沒有報名的賽事', "You haven't entered a race yet"),
  my_find: text('找一场赛事', '找一場賽事', 'Find a race'),
  until: text('{when} 前', '{when} 前', 'by {when}'),
  bib: text('参赛号 {bib}', '參賽號 {bib}', 'bib {bib}'),
  title: text('场景码', '場景碼', 'Scene codes'),
  title_text: text(
    '贴在海报、号码布或领物点的二维码。扫码后打开指定页面，并统计扫码次数。',
    '貼在海報、號碼布或領物點的 QR Code。掃碼後開啟指定頁面，並統計掃碼次數。',
    'Codes for posters, bibs and desks. A scan opens the page that you choose, and is counted.',
  ),
  make: text('批量生成', '批次產生', 'Make codes'),
  labels: text('张贴位置或用途', '張貼位置或用途', 'Place or purpose'),
  labels_hint: text(
    '每行一个，每行生成一个二维码，最多 500 个',
    '每行一個，每行產生一個 QR Code，最多 500 個',
    'One on each line. Each line makes one code, 500 at most',
  ),
  label: text('位置或用途', '位置或用途', 'Place or purpose'),
  page: text('打开的页面', '開啟的頁面', 'Page to open'),
  page_hint: text(
    '选手端页面，可带参数，例如 /home 或 /notice?noticeid=12',
    '選手端頁面，可帶參數，例如 /home 或 /notice?noticeid=12',
    "A page of the runners' app, with its parameters: /home or /notice?noticeid=12",
  ),
  expires: text('截止时间', '截止時間', 'End'),
  expires_hint: text('留空则长期有效', '留空則長期有效', 'Leave empty for a code that never ends'),
  search: text('搜索位置、页面或场景值', '搜尋位置、頁面或場景值', 'Find by place, page or scene'),
  none: text('还没有场景码', '還沒有場景碼', 'No codes yet'),
  none_text: text(
    '批量生成后，可下载全部二维码图片去印刷。',
    '批次產生後，可下載全部 QR Code 圖片去印刷。',
    'Make codes, then download their pictures for print.',
  ),
  none_found: text('没有找到', '找不到', 'Nothing found'),
  scans: text('{n} 次扫码', '{n} 次掃碼', '{n} {n|scan|scans}'),
  codes: text('{n} 个场景码', '{n} 個場景碼', '{n} {n|code|codes}'),
  made: text('已生成 {n} 个场景码', '已產生 {n} 個場景碼', '{n} {n|code|codes} made'),
  pictures: text('下载图片（ZIP）', '下載圖片（ZIP）', 'Pictures (ZIP)'),
  pictures_of: text('下载第 {n} 批图片', '下載第 {n} 批圖片', 'Pictures of batch {n}'),
  batch: text('第 {n} 批', '第 {n} 批', 'Batch {n}'),
  last_scan: text('最近 {when}', '最近 {when}', 'last {when}'),
  never: text('尚未扫码', '尚未掃碼', 'Not scanned yet'),
  by_day: text('每日扫码', '每日掃碼', 'Scans by day'),
  show: text('查看二维码', '檢視 QR Code', 'Show the code'),
  change: text('修改', '修改', 'Change'),
  stop: text('停用', '停用', 'Stop'),
  resume: text('启用', '啟用', 'Resume'),
  save: text('保存', '儲存', 'Save'),
  saved: text('已保存', '已儲存', 'Saved'),
  live: text('有效', '有效', 'Live'),
  over: text('已过期', '已過期', 'Expired'),
  stopped: text('已停用', '已停用', 'Stopped'),
  scene: text('场景值', '場景值', 'Scene'),
  state: text('状态', '狀態', 'State'),
  scans_head: text('扫码次数', '掃碼次數', 'Scans'),
  first: text('首次扫码', '首次掃碼', 'First scan'),
  last: text('最近扫码', '最近掃碼', 'Last scan'),
  created: text('生成时间', '產生時間', 'Made'),
  address: text('网页二维码地址', '網頁 QR Code 網址', 'Address of the ordinary code'),
  batch_head: text('批次', '批次', 'Batch'),
  mini_off: text(
    '没有接入小程序，图片为普通二维码。',
    '沒有接入小程式，圖片為一般 QR Code。',
    'No mini-program is connected, so pictures hold ordinary codes.',
  ),
} as const
