import { type Lang, refusal, text } from '#contract/words.ts'

export const refusals = {
  no_report: refusal('404', '您还没有成绩信息~', '您還沒有成績資訊~', 'There is no result for you yet'),
  result_of_whom: refusal(
    '422',
    '请从报名或成绩列表打开',
    '請從報名或成績清單開啟',
    'Please open this page from your entry or the results list',
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
    '文件里有多个组别（“{column}”列：{names}）。请选择哪些属于这个组别',
    '檔案裡有多個組別（「{column}」欄：{names}）。請選擇哪些屬於這個組別',
    'The file holds several events (column “{column}”: {names}). Say which of them are this event',
  ),
  only_unknown: refusal(
    '422',
    '文件里没有这样的列或值：{names}',
    '檔案裡沒有這樣的欄或值：{names}',
    'The file has no such column or value: {names}',
  ),
  columns_unclear: refusal(
    '409',
    '“{names}”列的含义需要您确认后才能导入',
    '「{names}」欄的含義需要您確認後才能匯入',
    'Say what “{names}” means before the file goes in',
  ),
  relay_unclear: refusal(
    '422',
    '文件里每一棒占一行，但看不出“{names}”是单棒用时还是累计用时。请把列名改成“单棒用时”或“累计用时”后重新导入',
    '檔案裡每一棒占一列，但看不出「{names}」是單棒用時還是累計用時。請把欄名改成「單棒用時」或「累計用時」後重新匯入',
    'The file has a row for each leg of a relay, and “{names}” may be the time of the leg or the time since the gun. Name the column “Leg time” or “Elapsed time” and import it again',
  ),
  field_unknown: refusal(
    '422',
    '文件里没有这样的参赛号：{names}',
    '檔案裡沒有這樣的參賽號：{names}',
    'The file has no such bib: {names}',
  ),
  mapping_unknown: refusal(
    '422',
    '列的对应关系里有无法识别的：{names}',
    '欄位對應中有無法識別的：{names}',
    'The column mapping names something unknown: {names}',
  ),
  points_differ: refusal(
    '409',
    '计时点（{names}）与该组别已有成绩的不同。请用包含全部成绩的文件替换',
    '計時點（{names}）與該組別已有成績的不同。請用包含全部成績的檔案取代',
    'The checkpoints ({names}) differ from those of the results already there. Import a file with all results and let it replace them',
  ),
  handin_closed: refusal(
    '409',
    '这场赛事不接受自行提交成绩',
    '這場賽事不接受自行送出成績',
    "This race doesn't accept submitted results",
  ),
  handin_not_yours: refusal(
    '404',
    '没有找到您在这场赛事中的参赛信息',
    '找不到您在這場賽事中的參賽資訊',
    "We couldn't find an entry of yours in this race",
  ),
  handin_has_result: refusal(
    '409',
    '这位选手已有官方成绩',
    '這位選手已有官方成績',
    'This runner already has an official result',
  ),
  handin_waits: refusal(
    '409',
    '已提交的成绩正在审核，请等待结果',
    '已送出的成績正在審核，請等候結果',
    'Your result is being reviewed. Please wait for the decision',
  ),
  handin_implausible: refusal(
    '422',
    '这个用时与赛程距离不符，请核对',
    '這個用時與賽程距離不符，請核對',
    "This time doesn't fit the distance. Please check",
  ),
  handin_too_early: refusal(
    '422',
    '按起跑时间和这个用时，现在还不可能完赛，请核对',
    '依起跑時間和這個用時，現在還不可能完賽，請核對',
    "With this time the runner can't have finished yet. Please check",
  ),
  handin_not_found: refusal('404', '没有找到这条提交', '找不到這筆送出', "We couldn't find this submission"),
  handin_decided: refusal(
    '409',
    '这条提交已经处理过',
    '這筆送出已經處理過',
    'This submission has already been decided',
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
  no_teams_ranked: refusal('404', '这个组别没有团队排名', '這個組別沒有團隊排名', 'This event has no team ranking'),
  team_not_ranked: refusal('404', '团队排名里没有这支团队', '團隊排名裡沒有這支團隊', "This team isn't in the ranking"),
  no_results_yet: refusal('409', '这个组别还没有成绩', '這個組別還沒有成績', 'This event has no results yet'),
} as const

/** The columns of tables of results. */
export const heads = {
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
  handed_in: text('选手自行提交', '選手自行送出', 'Submitted by the runner'),
  yes: text('是', '是', 'yes'),
} as const
export const csvHeads = (lang: Lang): Record<keyof typeof heads, string> =>
  Object.fromEntries(Object.entries(heads).map(([name, said]) => [name, said[lang]])) as Record<
    keyof typeof heads,
    string
  >
