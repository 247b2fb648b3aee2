import { type Text, refusal, text } from '#contract/words.ts'
import type { LineWord } from './reads/lines.rules.ts'

export const refusals = {
  runner_not_timed: refusal(
    '404',
    '没有找到这位选手的计时记录',
    '找不到這位選手的計時紀錄',
    'No timing was found for this runner',
  ),
  no_third_firm: refusal(
    '404',
    '这场比赛没有其他计时公司的成绩',
    '這場比賽沒有其他計時公司的成績',
    'This race has no results of another timing firm',
  ),
  third_firm_silent: refusal(
    '409',
    '计时公司暂时没有响应，请稍后再试',
    '計時公司暫時沒有回應，請稍後再試',
    'The timing firm does not answer right now, please try again later',
  ),
  device_unknown: refusal(
    '403',
    '设备密钥无效或已停用',
    '裝置金鑰無效或已停用',
    'This reader key is unknown or retired',
  ),
  phone_unknown: refusal(
    '403',
    '这个链接无效，请向赛事指挥索取新链接',
    '這個連結無效，請向賽事指揮索取新連結',
    'This link is not valid. Please ask race control for a new one',
  ),
  entry_missing: refusal('404', '没有找到这条退赛记录', '找不到這筆退賽紀錄', 'This drop-out was not found'),
  drop_decided: refusal('409', '这条退赛已经处理过', '這筆退賽已經處理過', 'Somebody has decided on this drop-out'),
  drop_without_runner: refusal(
    '409',
    '名单中没有这个号，不能记为未完赛',
    '名單中沒有這個號碼，不能記為未完賽',
    'Nobody on the start list has this bib',
  ),
  reads_file_missing: refusal('422', '请选择计时文件', '請選擇計時檔案', 'Please choose a file of reads'),
  reads_file_unknown: refusal(
    '422',
    '无法识别这个文件。支持 IPICO 记录、RACE RESULT JSON，以及带“芯片”和“时间”两列的表格',
    '無法識別這個檔案。支援 IPICO 紀錄、RACE RESULT JSON，以及帶「晶片」和「時間」兩欄的表格',
    'This file is not known. IPICO lines, a RACE RESULT list and tables with columns for chip and time can be read',
  ),
  device_missing: refusal(
    '422',
    '请选择这个文件来自哪台设备',
    '請選擇這個檔案來自哪台裝置',
    'Say which reader this file comes from',
  ),
  gun_missing: refusal(
    '409',
    '文件里是从发枪起算的时间，请先设置发枪时间',
    '檔案裡是從發槍起算的時間，請先設定發槍時間',
    'The file counts from the gun: set the gun time first',
  ),
  finish_missing: refusal('422', '计时点里没有终点', '計時點裡沒有終點', 'No point is the finish'),
  label_twice: refusal('422', '有两个计时点名称相同', '有兩個計時點名稱相同', 'Two points have the same label'),
  wave_twice: refusal('422', '有两枪名称相同', '有兩槍名稱相同', 'Two waves have the same name'),
  station_unknown: refusal('404', '没有这个计时站', '沒有這個計時站', 'There is no such station'),
  station_in_use: refusal(
    '409',
    '这个计时站还有设备或计时点，不能移除',
    '這個計時站還有裝置或計時點，不能移除',
    'The station still has readers or points',
  ),
  course_missing: refusal(
    '409',
    '请先设置这个组别的计时点',
    '請先設定這個組別的計時點',
    'Set up how this event is timed first',
  ),
  wave_unknown: refusal('404', '没有这一枪', '沒有這一槍', 'There is no such wave'),
  list_unreadable: refusal(
    '422',
    '名单里没有找到参赛号一列',
    '名單裡找不到參賽號一欄',
    'No column of the list is the bib',
  ),
  result_not_found: refusal('404', '这个参赛号还没有成绩', '這個參賽號還沒有成績', 'This bib has no result yet'),
  point_unknown: refusal('422', '没有这个计时点', '沒有這個計時點', 'There is no such point'),
  rule_missing: refusal(
    '422',
    '取消成绩请写明依据的规则',
    '取消成績請寫明依據的規則',
    'Say which rule the disqualification goes by',
  ),
  correction_not_found: refusal(
    '404',
    '没有这条更正，或已撤销',
    '沒有這條更正，或已撤銷',
    'There is no such correction, or it was undone',
  ),
  change_not_found: refusal(
    '404',
    '没有这项改动，或已撤销',
    '沒有這項改動，或已撤銷',
    'There is no such change, or it was undone',
  ),
  changed_since: refusal(
    '409',
    '这之后又改过，请先撤销后来的改动',
    '這之後又改過，請先撤銷後來的改動',
    'It was changed again since: undo the later change first',
  ),
  age_bands_wrong: refusal(
    '422',
    '年龄段请从小到大填写，不要重叠',
    '年齡段請從小到大填寫，不要重疊',
    'Age groups go from young to old and do not overlap',
  ),
  team_rules_wrong: refusal(
    '422',
    '每种团队排名只填一次，女选手与男选手的最少人数之和不能超过计分人数',
    '每種團隊排名只填一次，女選手與男選手的最少人數之和不能超過計分人數',
    'Each kind of team ranking stands once, and no more women and men are asked for than score',
  ),
  read_not_found: refusal('404', '没有这条记录', '沒有這條紀錄', 'There is no such read'),
} as const

export const lines: Record<LineWord, Text> = {
  line_too_short: text('不是一条完整的记录：{given}', '不是一條完整的紀錄：{given}', 'No whole record: {given}'),
  checksum_wrong: text('校验和不符：{given}', '檢查碼不符：{given}', 'The checksum does not match: {given}'),
  no_time: text('没有可用的时间：{given}', '沒有可用的時間：{given}', 'No time can be read: {given}'),
  no_chip: text('没有芯片号或参赛号：{given}', '沒有晶片號或參賽號：{given}', 'Neither chip nor bib: {given}'),
  point_unknown: text('没有名为“{given}”的计时点', '沒有名為「{given}」的計時點', 'There is no point “{given}”'),
  runner_out: text(
    '未完赛，没有终点时间：{given}',
    '未完賽，沒有終點時間：{given}',
    'Did not finish, no time at the finish: {given}',
  ),
}
