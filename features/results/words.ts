import { type Lang, type Text, refusal, text } from '#contract/words.ts'
import type { DoubtfulWord, RefusedWord } from './import/reading/vocabulary.rules.ts'

export const refusals = {
  no_report: refusal('404', '您还没有成绩信息~', '您還沒有成績資訊~', 'There is no result for you yet'),
  result_of_whom: refusal(
    '422',
    '请从报名或成绩列表打开',
    '請從報名或成績列表開啟',
    'Open this page from your registration or a result list',
  ),
  result_file_missing: refusal('422', '请选择成绩文件', '請選擇成績檔案', 'Please choose a result file'),
  file_empty: refusal('422', '文件里没有可读的成绩行', '檔案裡沒有可讀的成績列', 'The file holds no rows'),
  no_bib_column: refusal(
    '422',
    '没有找到参赛号一列，请指定。文件里有：{names}',
    '找不到參賽號一欄，請指定。檔案裡有：{names}',
    'No column looks like the bib; say which it is. The file has: {names}',
  ),
  no_time_column: refusal(
    '422',
    '没有找到成绩一列，请指定。文件里有：{names}',
    '找不到成績一欄，請指定。檔案裡有：{names}',
    'No column looks like a time; say which it is. The file has: {names}',
  ),
  several_events: refusal(
    '409',
    '文件里有多个项目（“{column}”列：{names}）。请选择哪些属于这个项目',
    '檔案裡有多個項目（「{column}」欄：{names}）。請選擇哪些屬於這個項目',
    'The file holds several events (column “{column}”: {names}). Say which of them are this event',
  ),
  only_unknown: refusal(
    '422',
    '文件里没有这样的列或值：{names}',
    '檔案裡沒有這樣的欄或值：{names}',
    'The file has no such column or value: {names}',
  ),
  mapping_unknown: refusal(
    '422',
    '列的对应关系里有无法识别的：{names}',
    '欄位對應中有無法識別的：{names}',
    'The column mapping names something unknown: {names}',
  ),
  points_differ: refusal(
    '409',
    '计时点（{names}）与该项目已有成绩的不同。请用包含全部成绩的文件替换',
    '計時點（{names}）與該項目已有成績的不同。請用包含全部成績的檔案取代',
    'The checkpoints ({names}) differ from those of the results already there. Import a file with all results and let it replace them',
  ),
  handin_closed: refusal(
    '409',
    '这场赛事不接受自行提交成绩',
    '這場賽事不接受自行提交成績',
    'This race takes no results from runners',
  ),
  handin_not_yours: refusal(
    '404',
    '没有找到您在这场赛事中的参赛信息',
    '找不到您在這場賽事中的參賽資訊',
    'We did not find an entry of yours in this race',
  ),
  handin_has_result: refusal(
    '409',
    '这位选手已有官方成绩',
    '這位選手已有官方成績',
    'This runner has an official result already',
  ),
  handin_waits: refusal(
    '409',
    '已提交的成绩正在审核，请等待结果',
    '已提交的成績正在審核，請等候結果',
    'A result is being reviewed already; please wait for it',
  ),
  handin_implausible: refusal(
    '422',
    '这个用时与赛程距离不符，请核对',
    '這個用時與賽程距離不符，請核對',
    'This time does not fit the distance, please check',
  ),
  handin_too_early: refusal(
    '422',
    '按起跑时间和这个用时，现在还不可能完赛，请核对',
    '依起跑時間和這個用時，現在還不可能完賽，請核對',
    'With this time nobody has finished yet: the start is too recent or still to come. Please check',
  ),
  handin_not_found: refusal('404', '没有找到这条提交', '找不到這筆提交', 'This submission was not found'),
  handin_decided: refusal(
    '409',
    '这条提交已经处理过',
    '這筆提交已經處理過',
    'This submission has been decided already',
  ),
  film_missing: refusal('422', '请选择视频文件', '請選擇影片檔', 'Please choose a film'),
  not_a_film: refusal(
    '422',
    '只支持 MP4 或 WebM 视频',
    '只支援 MP4 或 WebM 影片',
    'Only MP4 and WebM films can be shown',
  ),
  film_too_large: refusal('422', '视频不能超过 6 GB', '影片不能超過 6 GB', 'A film may have 6 GB at most'),
  films_too_many: refusal(
    '409',
    '每场赛事最多 60 个视频，请先删除不用的',
    '每場賽事最多 60 個影片，請先刪除不用的',
    'A race keeps 60 films at most; remove one that is not used',
  ),
  film_not_found: refusal('404', '没有找到这个视频', '找不到這個影片', 'This film was not found'),
  film_in_use: refusal(
    '409',
    '这个视频正在计时点使用，请先从“现场视频”中移除并保存',
    '這個影片正在計時點使用，請先從「現場影片」中移除並儲存',
    'A checkpoint shows this film: take it out of the on-site video and save first',
  ),
  piece_misplaced: refusal(
    '409',
    '上传中断，请重新选择同一个文件继续',
    '上傳中斷，請重新選擇同一個檔案繼續',
    'The upload was interrupted: choose the same file again to go on',
  ),
  no_teams_ranked: refusal('404', '这个项目没有团队排名', '這個項目沒有團隊排名', 'This event has no team ranking'),
  team_not_ranked: refusal(
    '404',
    '团队排名里没有这支团队',
    '團隊排名裡沒有這支團隊',
    'This team is not in the ranking',
  ),
  no_results_yet: refusal('409', '这个项目还没有成绩', '這個項目還沒有成績', 'This event has no results yet'),
} as const

/** Why a row was refused or needs a look; `{column}` `{given}` `{read}` are filled in. */
export const problems: Record<RefusedWord | DoubtfulWord, Text> = {
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
/** What the columns `rank_differs` names mean. */
export const kinds = {
  overall: text('总排名', '總排名', 'overall'),
  gender: text('性别排名', '性別排名', 'by gender'),
  agegroup: text('年龄段排名', '年齡段排名', 'by age group'),
} as const

/** What an import says of itself, in the terminal and in the console. */
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
    '{rows} rows: {finished} finished, {dnf} DNF, {dns} DNS, {dsq} DSQ',
  ),
  changes: text(
    '新增 {added}，修改 {changed}，未变 {unchanged}，名次变动 {moved}，删除 {removed}，文件中没有而保留 {absent}',
    '新增 {added}，修改 {changed}，未變 {unchanged}，名次變動 {moved}，刪除 {removed}，檔案中沒有而保留 {absent}',
    '{added} added, {changed} changed, {unchanged} unchanged, {moved} moved in place, {removed} removed, {absent} kept though not in the file',
  ),
  handed: text(
    '选手提交并已采纳的成绩：保留 {handed_kept}，由文件替换 {handed_replaced}',
    '選手送出並已採納的成績：保留 {handed_kept}，由檔案取代 {handed_replaced}',
    'Results that runners handed in: {handed_kept} kept, {handed_replaced} replaced by the file',
  ),
  matched: text('与报名对应 {matched} 人', '與報名對應 {matched} 人', '{matched} belong to registrations'),
  doubts: text(
    '未导入 {refused} 行，需核对 {doubtful} 行',
    '未匯入 {refused} 行，需核對 {doubtful} 行',
    '{refused} rows refused, {doubtful} doubtful',
  ),
  agreement: text(
    '{kind}：公布 {given} 个名次，与计算一致 {within}（完全相同 {exact}）',
    '{kind}：公布 {given} 個名次，與計算一致 {within}（完全相同 {exact}）',
    '{kind}: {given} places published, {within} agree with their times ({exact} exactly)',
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
  unpublished: text(
    '成绩尚未发布；加上 --publish 或在后台发布',
    '成績尚未發布；加上 --publish 或在後台發布',
    'Not yet published: add --publish, or publish in the console',
  ),
} as const

const heads = {
  place: text('名次', '名次', 'Place'),
  bib: text('参赛号', '參賽號', 'Bib'),
  name: text('姓名', '姓名', 'Name'),
  hidden: text('匿名选手', '匿名選手', 'Anonymous runner'),
  gender: text('性别', '性別', 'Gender'),
  agegroup: text('年龄段', '年齡段', 'Age group'),
  gender_place: text('性别排名', '性別排名', 'Place by gender'),
  agegroup_place: text('年龄段排名', '年齡段排名', 'Place by age group'),
  outcome: text('状态', '狀態', 'Status'),
  gun: text('枪成绩', '槍成績', 'Gun time'),
  net: text('净成绩', '淨成績', 'Net time'),
  pace: text('配速', '配速', 'Pace'),
  gun_place: text('枪成绩排名', '槍成績排名', 'Place by gun time'),
  net_place: text('净成绩排名', '淨成績排名', 'Place by net time'),
  basis: text('名次依据', '名次依據', 'Places go by'),
  handed_in: text('选手自行提交', '選手自行提交', 'Handed in by the runner'),
  yes: text('是', '是', 'yes'),
} as const
/** The columns of the file of results, in one language. */
export const csvHeads = (lang: Lang): Record<keyof typeof heads, string> =>
  Object.fromEntries(Object.entries(heads).map(([name, said]) => [name, said[lang]])) as Record<
    keyof typeof heads,
    string
  >
