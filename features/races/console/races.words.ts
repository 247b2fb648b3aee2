import { text } from '#contract/words.ts'

export const words = {
  races: text('赛事', '賽事', 'Races'),
  number: text('编号 {id}', '編號 {id}', 'No. {id}'),
  search: text('搜索赛事名称、城市或编号', '搜尋賽事名稱、城市或編號', 'Find a race by name, city or number'),
  which: text('显示', '顯示', 'Show'),
  current: text('进行中', '進行中', 'Current'),
  archived: text('已归档', '已封存', 'Archived'),
  none_archived: text('没有已归档的赛事', '沒有已封存的賽事', 'No archived races'),
  all_archived: text('所有赛事都已归档', '所有賽事都已封存', 'All races are archived'),
  none_found: text('没有符合的赛事', '沒有符合的賽事', 'No race matches'),
}
