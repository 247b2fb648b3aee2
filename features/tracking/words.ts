import { refusal } from '#contract/words.ts'

export const refusals = {
  too_many_bibs: refusal(
    '422',
    '一次最多查询50个参赛号',
    '一次最多查詢50個參賽號',
    'Ask for at most 50 bibs at a time',
  ),
  track_not_found: refusal('404', '没有找到这条轨迹', '找不到這條軌跡', 'This track was not found'),
}
