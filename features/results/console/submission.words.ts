import { text } from '#contract/words.ts'

export const submissionWords = {
  title: text('提交的成绩', '送出的成績', 'Submitted results'),
  description: text(
    '选手自行上传的成绩与证明。采纳后与官方成绩一起公布并重新排名，带“选手提交”标记。',
    '選手自行上傳的成績與證明。採納後與官方成績一起公布並重新排名，帶「選手送出」標記。',
    'Results that runners submitted with proof. Once accepted, they are published among the official results with a mark, and ranked at once.',
  ),
  waiting: text('待审核', '待審核', 'Waiting'),
  taken: text('已采纳', '已採納', 'Accepted'),
  refused: text('已退回', '已退回', 'Rejected'),
  none: text('没有待审核的成绩', '沒有待審核的成績', 'Nothing to review'),
  none_text: text(
    '选手在“成绩上传”页面提交的成绩与证明会出现在这里。在“赛事设置 → 成绩”可以开放或关闭提交。',
    '選手在「成績上傳」頁面送出的成績與證明會出現在這裡。在「賽事設定 → 成績」可以開放或關閉。',
    'Times that runners submit with a proof appear here. Race settings → Results opens or closes this.',
  ),
  none_other: text('这里还没有记录', '這裡還沒有紀錄', 'Nothing here yet'),
  proof: text('证明图片', '證明圖片', 'Proof'),
  open_proof: text('查看 {name} 的证明', '檢視 {name} 的證明', 'Open the proof of {name}'),
  claimed: text('提交用时', '送出用時', 'Submitted time'),
  counted: text('计入用时', '計入用時', 'Counted as'),
  time: text('计入的用时', '計入的用時', 'Time to count'),
  time_hint: text(
    '时:分:秒，可改为证明上的用时',
    '時:分:秒，可改為證明上的用時',
    'h:mm:ss; change it to what the proof shows',
  ),
  note: text('备注', '備註', 'Note'),
  take: text('采纳', '採納', 'Accept'),
  refuse: text('退回', '退回', 'Reject'),
  reason: text('原因（选手会看到）', '原因（選手會看到）', 'Reason (the runner sees it)'),
  refuse_title: text('退回 {name} 的成绩', '退回 {name} 的成績', 'Reject the result of {name}'),
  did_take: text('已采纳，第 {place} 名', '已採納，第 {place} 名', 'Accepted: place {place}'),
  did_refuse: text('已退回', '已退回', 'Rejected'),
  filter: text('状态', '狀態', 'State'),
} as const
