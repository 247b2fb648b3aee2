import { text } from '#contract/words.ts'

export const words = {
  races: text('赛事', '賽事', 'Races'),
  search: text('搜索赛事名称、城市或编号', '搜尋賽事名稱、城市或編號', 'Find a race by name, city or number'),
  none_found: text('没有符合的赛事', '沒有符合的賽事', 'No race matches'),
}
