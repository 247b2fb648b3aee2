import { refusal } from '#contract/words.ts'

export const refusals = {
  too_many_follows: refusal(
    '409',
    '每场赛事最多可以关注 {n} 名选手',
    '每場賽事最多可以追蹤 {n} 名選手',
    'You can follow up to {n} {n|runner|runners} of a race',
  ),
  which_runner: refusal(
    '409',
    '参赛号 {bib} 用在 {n} 个组别，请先选择组别',
    '參賽號 {bib} 用在 {n} 個組別，請先選擇組別',
    'Bib {bib} is used in {n} {n|event|events}. Please choose the event first',
  ),
  follow_forbidden: refusal('409', '这位选手不接受关注', '這位選手不接受追蹤', "This runner doesn't accept followers"),
  channel_closed: refusal(
    '409',
    '本赛事未开通这种通知方式',
    '本賽事未開通這種通知方式',
    "This race doesn't offer this kind of notification",
  ),
}
