import { type Text, text } from '#contract/words.ts'
import type { DoubtfulWord, FileDoubtWord, Plain, RefusedWord } from './reading/vocabulary.rules.ts'

/** The reasons why a row is refused or doubtful. `{column}`, `{given}` and `{read}` stand for values. */
export const rowProblemWords: Record<RefusedWord | DoubtfulWord, Text> = {
  no_bib: text('没有参赛号，未导入', '沒有參賽號，未匯入', 'No bib: not imported'),
  bib_too_long: text(
    '参赛号“{given}…”太长，未导入',
    '參賽號「{given}…」太長，未匯入',
    'The bib “{given}…” is too long: not imported',
  ),
  bib_twice: text(
    '同一参赛号有不同的成绩（第 {given} 行），都未导入',
    '同一參賽號有不同的成績（第 {given} 行），皆未匯入',
    'Different rows share this bib (lines {given}): none imported',
  ),
  no_time: text(
    '没有任何时间，也没有状态，未导入',
    '沒有任何時間，也沒有狀態，未匯入',
    'Neither a time nor a status: not imported',
  ),
  text_cut: text(
    '{column}“{given}…”超过 {read} 个字符，只保留前 {read} 个',
    '{column}「{given}…」超過 {read} 個字元，只保留前 {read} 個',
    '{column} “{given}…” has more than {read} {read|character|characters}: the rest was cut',
  ),
  not_a_time: text(
    '{column}“{given}”不是时间，已略过',
    '{column}「{given}」不是時間，已略過',
    '{column} “{given}” is no time: left out',
  ),
  minutes_as_hours: text(
    '{column}“{given}”按分:秒读作 {read}',
    '{column}「{given}」依分:秒讀作 {read}',
    '{column} “{given}” was read as minutes and seconds: {read}',
  ),
  hours_and_minutes: text(
    '{column}“{given}”按时:分读作 {read}',
    '{column}「{given}」依時:分讀作 {read}',
    '{column} “{given}” was read as hours and minutes: {read}',
  ),
  day_fraction: text(
    '{column}“{given}”是表格的内部数值，读作 {read}',
    '{column}「{given}」是試算表的內部數值，讀作 {read}',
    "{column} “{given}” is a spreadsheet's inner number, read as {read}",
  ),
  plain_number: text(
    '{column}“{given}”不是时刻写法，读作 {read}',
    '{column}「{given}」不是時刻寫法，讀作 {read}',
    '{column} “{given}” is a bare number among times, read as {read}',
  ),
  implausible: text(
    '{column}“{given}”与赛程距离不符，请核对',
    '{column}「{given}」與賽程距離不符，請核對',
    '{column} “{given}” does not fit the distance, please check',
  ),
  split_implausible: text(
    '{column}“{given}”不可能是这个计时点的时间，已略过',
    '{column}「{given}」不可能是這個計時點的時間，已略過',
    "{column} “{given}” can't be a time at this point: left out",
  ),
  split_out_of_order: text(
    '{column}“{given}”与前后计时点矛盾，已略过',
    '{column}「{given}」與前後計時點矛盾，已略過',
    '{column} “{given}” contradicts the points around it: left out',
  ),
  bad_rank: text(
    '{column}“{given}”不是名次，已略过',
    '{column}「{given}」不是名次，已略過',
    '{column} “{given}” is no place: left out',
  ),
  place_zero: text(
    '名次为 0，按取消成绩处理，请核对',
    '名次為 0，依取消成績處理，請核對',
    'Place 0: taken as disqualified, please check',
  ),
  rank_of_unfinished: text(
    '未完赛却有名次 {given}，已去掉名次',
    '未完賽卻有名次 {given}，已去掉名次',
    'Did not finish but has place {given}: the place was dropped',
  ),
  unknown_outcome: text(
    '状态“{given}”无法识别，按成绩判断',
    '狀態「{given}」無法識別，依成績判斷',
    'The status “{given}” is unknown: judged by the time',
  ),
  unknown_gender: text('性别“{given}”无法识别', '性別「{given}」無法識別', 'The gender “{given}” is unknown'),
  bad_age: text('年龄“{given}”无法识别', '年齡「{given}」無法識別', 'The age “{given}” is unknown'),
  bad_birth: text('出生日期无法识别', '出生日期無法識別', 'The date or year of birth is not understood'),
  row_repeated: text(
    '与第 {given} 行中的另一行完全相同，只导入一次',
    '與第 {given} 行中的另一行完全相同，只匯入一次',
    'The same row stands more than once (lines {given}): imported once',
  ),
  no_finish_time: text(
    '有分段时间但没有终点时间，按未完赛导入',
    '有分段時間但沒有終點時間，依未完賽匯入',
    'Split times but no finish: imported as not finished',
  ),
  net_over_gun: text(
    '净成绩比枪成绩还长（{given} 秒）',
    '淨成績比槍成績還長（{given} 秒）',
    'Net time is longer than gun time ({given} s)',
  ),
  unknown_bib: text(
    '报名中没有这个参赛号，可按姓名和参赛号查到',
    '報名中沒有這個參賽號，可依姓名和參賽號查到',
    'No registration has this bib; the result is found by name and bib',
  ),
  name_differs: text(
    '姓名“{given}”与该参赛号的报名人不同，请核对',
    '姓名「{given}」與該參賽號的報名人不同，請核對',
    'The name “{given}” is not that of the registration with this bib, please check',
  ),
  rank_differs: text(
    '公布名次 {given} 与按时间算出的 {read} 不同（{column}），以公布的为准',
    '公布名次 {given} 與依時間算出的 {read} 不同（{column}），以公布的為準',
    'Published place {given}, computed {read} ({column}): the published one counts',
  ),
}
/** Sentences about a file as a whole. `{kind}` stands for one of `rankKindWords`. */
export const fileDoubts: Record<FileDoubtWord, Text> = {
  race_ahead: text(
    '比赛还没有开始（{given}），请确认没有选错赛事或组别',
    '比賽還沒有開始（{given}），請確認沒有選錯賽事或組別',
    'This race is still to come ({given}): check that race and event are the right ones',
  ),
  times_unfit: text(
    '{count} 人的成绩与本组别的距离不符，请确认没有选错组别',
    '{count} 人的成績與本組別的距離不符，請確認沒有選錯組別',
    'The times of {count} {count|runner|runners} do not fit the distance of this event: check that the event is the right one',
  ),
  letters_lost: text(
    '{count} 个姓名中有损坏的文字（如“{given}”）。有报名信息的按报名姓名显示，其余请向计时公司要原始文件',
    '{count} 個姓名中有損壞的文字（如「{given}」）。有報名資料的依報名姓名顯示，其餘請向計時公司索取原始檔案',
    '{count} {count|name has|names have} letters that were destroyed (“{given}”). Registered runners show under their own names; ask the timing firm for the rest',
  ),
  field_proposed: text(
    '{count} 人的名次按另一个总人数（{given}）计算，像是单独排名的组别（参赛号 {group}）',
    '{count} 人的名次依另一個總人數（{given}）計算，像是單獨排名的組別（參賽號 {group}）',
    '{count} {count|runner has a place|runners have places} out of {given}, unlike everybody else: they seem to be ranked apart (bibs {group})',
  ),
  places_later: text(
    '{kind}{group}：从第 {given} 名起，公布的名次都比按时间算出的靠后 {count} 位',
    '{kind}{group}：從第 {given} 名起，公布的名次都比依時間算出的靠後 {count} 位',
    'Places {kind}{group}: from place {given} on, every place is {count} later than the times say',
  ),
  places_earlier: text(
    '{kind}{group}：从第 {given} 名起，公布的名次都比按时间算出的靠前 {count} 位',
    '{kind}{group}：從第 {given} 名起，公布的名次都比依時間算出的靠前 {count} 位',
    'Places {kind}{group}: from place {given} on, every place is {count} earlier than the times say',
  ),
  places_shift_often: text(
    '{kind}：另有 {count} 处名次整体错位',
    '{kind}：另有 {count} 處名次整體錯位',
    'Places {kind}: {count} more such {count|shift|shifts}',
  ),
  places_differ: text(
    '{kind}：{count} 个公布名次与按时间算出的不同，只列出前 200 个',
    '{kind}：{count} 個公布名次與依時間算出的不同，只列出前 200 個',
    'Places {kind}: {count} {count|differs|differ} from what the times say; the first 200 are listed',
  ),
  places_unchecked: text(
    '{kind}：文件没有给出选手的性别或组别，{count} 个公布名次无法核对',
    '{kind}：檔案沒有提供選手的性別或組別，{count} 個公布名次無法核對',
    'Places {kind}: {count} published {count|place|places} cannot be checked, because the file does not say the gender or group of the runners',
  ),
  places_untimed: text(
    '{kind}：{count} 个公布名次无法核对，因为这些选手没有本组别排名所用的成绩（枪成绩或净成绩）',
    '{kind}：{count} 個公布名次無法核對，因為這些選手沒有本組別排名所用的成績（槍成績或淨成績）',
    'Places {kind}: {count} published {count|place|places} cannot be checked, because these runners have no time of the clock by which the event ranks (gun or net)',
  ),
}

/** The names of the kinds of ranks in sentences such as `rank_differs`. */
export const rankKindWords = {
  overall: text('总排名', '總排名', 'overall'),
  gender: text('性别排名', '性別排名', 'by gender'),
  agegroup: text('年龄段排名', '年齡段排名', 'by age group'),
} as const

/** The texts of an import, for the terminal and the console. */
export const importing = {
  read: text('读取', '讀取', 'reading'),
  match: text('与报名核对', '與報名核對', 'matching registrations'),
  rank: text('计算名次', '計算名次', 'ranking'),
  write: text('写入', '寫入', 'writing'),
  columns: text('列：{columns}', '欄位：{columns}', 'Columns: {columns}'),
  unused: text('未使用的列：{columns}', '未使用的欄位：{columns}', 'Not used: {columns}'),
  encoding: text('编码：{encoding}', '編碼：{encoding}', 'Encoding: {encoding}'),
  repaired: text(
    '文件曾被错误转码，已还原',
    '檔案曾被錯誤轉碼，已還原',
    'The file had been encoded twice and was put right',
  ),
  rows: text(
    '共 {rows} 行：完赛 {finished}，退赛 {dnf}，未起跑 {dns}，取消成绩 {dsq}',
    '共 {rows} 行：完賽 {finished}，退賽 {dnf}，未起跑 {dns}，取消成績 {dsq}',
    '{rows} {rows|row|rows}: {finished} finished, {dnf} DNF, {dns} DNS, {dsq} DSQ',
  ),
  changes: text(
    '新增 {added}，修改 {changed}，未变 {unchanged}，名次变动 {moved}，删除 {removed}。文件中没有、保持不变：{absent}',
    '新增 {added}，修改 {changed}，未變 {unchanged}，名次變動 {moved}，刪除 {removed}。檔案中沒有、保持不變：{absent}',
    '{added} added, {changed} changed, {unchanged} unchanged, {moved} moved in place, {removed} removed. Not in this file, left unchanged: {absent}',
  ),
  handed: text(
    '选手提交并已采纳的成绩：保留 {handed_kept}，由文件替换 {handed_replaced}',
    '選手送出並已採納的成績：保留 {handed_kept}，由檔案取代 {handed_replaced}',
    'Submitted results: {handed_kept} kept, {handed_replaced} replaced by the file',
  ),
  matched: text(
    '与报名对应 {matched} 人',
    '與報名對應 {matched} 人',
    '{matched} {matched|belongs to a registration|belong to registrations}',
  ),
  doubts: text(
    '未导入 {refused} 行，需核对 {doubtful} 行',
    '未匯入 {refused} 行，需核對 {doubtful} 行',
    '{refused} {refused|row|rows} refused, {doubtful} doubtful',
  ),
  agreement: text(
    '{kind}：公布 {given} 个名次，顺序与成绩一致 {ordered}（名次完全相同 {exact}）',
    '{kind}：公布 {given} 個名次，順序與成績一致 {ordered}（名次完全相同 {exact}）',
    '{kind}: {given} {given|place|places} published, {ordered} in the order of their times ({exact} exactly)',
  ),
  missing: text('没有找到这些列：{columns}', '找不到這些欄：{columns}', 'No column found for: {columns}'),
  unused_text: text(
    '未使用的文字列：{columns}',
    '未使用的文字欄：{columns}',
    'Columns of text that are not used: {columns}',
  ),
  asks_clock: text(
    '“{header}”是枪成绩还是净成绩？这个组别按净成绩排名',
    '「{header}」是槍成績還是淨成績？這個組別按淨成績排名',
    'Is “{header}” gun or net time? This event ranks by net time',
  ),
  asks_rank_clock: text(
    '“{header}”不是按这个组别的计时方式排的。要作为公布名次吗？',
    '「{header}」不是依這個組別的計時方式排的。要作為公布名次嗎？',
    '“{header}” goes by another clock than this event. Are these the published places?',
  ),
  line: text(
    '第 {line} 行 参赛号 {bib}：{says}',
    '第 {line} 行 參賽號 {bib}：{says}',
    'line {line}, bib {bib}: {says}',
  ),
  more: text(
    '……还有 {n} 条，用 --report 文件名.csv 全部写出',
    '……還有 {n} 條，用 --report 檔名.csv 全部寫出',
    '… and {n} more; --report FILE.csv writes all of them',
  ),
  dry: text('只是试算，什么都没有写入', '只是試算，什麼都沒有寫入', 'A dry run: nothing was written'),
  done: text('已导入，用时 {seconds} 秒', '已匯入，耗時 {seconds} 秒', 'Imported in {seconds} s'),
  answer_by_map: text('用 {options} 回答', '用 {options} 回答', 'Answer with {options}'),
  unpublished: text(
    '成绩尚未发布；加上 --publish 或在后台发布',
    '成績尚未發布；加上 --publish 或在後台發布',
    'Not yet published: add --publish, or publish in the console',
  ),
} as const

/** The names of a result file's columns. */
export const meaningWords: Record<Plain, Text> = {
  bib: text('参赛号', '參賽號', 'Bib'),
  name: text('姓名', '姓名', 'Name'),
  first_name: text('名', '名', 'First name'),
  last_name: text('姓', '姓', 'Last name'),
  gender: text('性别', '性別', 'Gender'),
  age: text('年龄', '年齡', 'Age'),
  birth: text('出生日期或年份', '出生日期或年份', 'Date or year of birth'),
  agegroup: text('年龄段', '年齡段', 'Age group'),
  document: text('证件号', '證件號', 'Document number'),
  field: text('组别（轮椅等）', '組別（輪椅等）', 'Field (wheelchair …)'),
  gun: text('枪成绩', '槍成績', 'Gun time'),
  net: text('净成绩', '淨成績', 'Net time'),
  start: text('起点延时（秒）', '起點延遲（秒）', 'Seconds after the gun'),
  outcome: text('状态', '狀態', 'Status'),
  reason: text('备注', '備註', 'Reason'),
  rank: text('总排名', '總排名', 'Overall place'),
  rank_gender: text('性别排名', '性別排名', 'Place by gender'),
  rank_agegroup: text('年龄段排名', '年齡段排名', 'Place by age group'),
  country: text('国家/地区', '國家/地區', 'Country'),
  city: text('城市', '城市', 'City'),
  club: text('跑团', '跑團', 'Club'),
}
