import { refusal } from '#contract/words.ts'

export const refusals = {
  too_many_bibs: refusal(
    '422',
    '一次最多查询 50 个参赛号',
    '一次最多查詢 50 個參賽號',
    'Ask for at most 50 bibs at a time',
  ),
  points_same_place: refusal(
    '422',
    '同一距离只能有一个虚拟点',
    '同一距離只能有一個虛擬點',
    'There can be one virtual point at a distance',
  ),
  track_not_found: refusal('404', '没有找到这条轨迹', '找不到這條軌跡', 'This track was not found'),
}
