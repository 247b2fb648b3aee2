import { refusal, text } from '#contract/words.ts'

export const refusals = {
  suspicion_not_found: refusal('404', '没有找到这条线索', '找不到這筆線索', "We couldn't find this case"),
  suspicion_decided: refusal('409', '这条线索已处理', '這筆線索已處理', 'This case was decided already'),
  suspicion_other_bib: refusal(
    '422',
    '只能取消这条线索中选手的成绩',
    '只能取消這筆線索中選手的成績',
    'Only runners of this case can be disqualified here',
  ),
} as const

export const words = {
  title: text('疑似替跑', '疑似替跑', 'Suspected substitutes'),
  description: text(
    '按规则找出需要人工核对的成绩。系统不作判断，核对之前不会公开任何内容。',
    '依規則找出需要人工核對的成績。系統不作判斷，核對之前不會公開任何內容。',
    'Results that rules found for a person to look at. The rules decide nothing, and nothing is public.',
  ),
  look: text('查找线索', '尋找線索', 'Look through the results'),
  looked: text(
    '查看了 {looked} 条成绩，发现 {found} 条线索',
    '檢視了 {looked} 筆成績，發現 {found} 筆線索',
    '{looked} {looked|result|results} looked at, {found} {found|case|cases} found',
  ),
  none: text('没有线索', '沒有線索', 'No case'),
  none_text: text(
    '成绩导入或计时结束后，点击“查找线索”。',
    '成績匯入或計時結束後，點選「尋找線索」。',
    'Look through the results once they are there.',
  ),
  open: text('待核对', '待核對', 'To decide'),
  dismissed: text('无问题', '無問題', 'No substitute'),
  substitute: text('替跑', '替跑', 'Substitute'),
  together: text('两个号码全程同行', '兩個號碼全程同行', 'Two bibs together all the way'),
  pace: text('远快于本人以往成绩', '遠快於本人以往成績', 'Far faster than before'),
  gap: text(
    '{points} 个计时点，最大相差 {s} 秒',
    '{points} 個計時點，最大相差 {s} 秒',
    '{points} {points|point|points}, at most {s} s apart',
  ),
  ratio: text(
    '以往 {race} {km} 公里 {time}，推算 {predicted}，本次为推算的 {percent}%',
    '以往 {race} {km} 公里 {time}，推算 {predicted}，本次為推算的 {percent}%',
    'Before: {race}, {km} km in {time}. Predicted {predicted}; this time is {percent}% of it',
  ),
  no_photo: text('没有照片', '沒有照片', 'No photo'),
  photo_of: text('{bib} 的照片', '{bib} 的照片', 'Photo of {bib}'),
  dismiss: text('无问题', '無問題', 'No substitute'),
  decide: text('认定替跑', '認定替跑', 'Decide: substitute'),
  reason: text('原因', '原因', 'Reason'),
  disqualify: text('取消 {bib} 的成绩', '取消 {bib} 的成績', 'Disqualify {bib}'),
  disqualified: text('已取消成绩', '已取消成績', 'Disqualified'),
  decide_how: text(
    '取消成绩后名次立即更新，可在成绩台撤销。',
    '取消成績後名次立即更新，可在成績台復原。',
    'Ranks follow at once. The results desk can undo it.',
  ),
  rule: text('替跑', '替跑', 'Substitute runner'),
  saved: text('已保存', '已儲存', 'Saved'),
  see: text('查看报名', '檢視報名', 'See the entry'),
  event: text('组别', '組別', 'Event'),
  kind: text('线索', '線索', 'Case'),
  bibs: text('参赛号', '參賽號', 'Bibs'),
  names: text('姓名', '姓名', 'Names'),
  figures: text('依据', '依據', 'Figures'),
  decided_at: text('处理时间', '處理時間', 'Decided'),
  state: text('状态', '狀態', 'State'),
  male: text('男', '男', 'Male'),
  female: text('女', '女', 'Female'),
} as const
