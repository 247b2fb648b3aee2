import { text } from '#contract/words.ts'

export const refusals = {} as const

export const words = {
  calendar: text('赛事日历', '賽事日曆', 'Race calendar'),
  title: text('找赛事', '找賽事', 'Find a race'),
  search: text('搜索赛事、城市', '搜尋賽事、城市', 'Search races or cities'),
  all_types: text('全部类型', '全部類型', 'All distances'),
  any_time: text('不限时间', '不限時間', 'Any date'),
  year: text('近一年', '近一年', 'Past year'),
  month: text('近一月', '近一個月', 'Past month'),
  week: text('近一周', '近一週', 'Past week'),
  by_open: text('可报名优先', '可報名優先', 'Open first'),
  by_time: text('按比赛日期', '依比賽日期', 'By race date'),
  by_popularity: text('按热度', '依熱門程度', 'By popularity'),
  none: text('没有找到赛事', '找不到賽事', 'No races found'),
  none_at_all: text('还没有公开的赛事', '還沒有公開的賽事', 'No races published yet'),
  none_at_all_hint: text('新赛事公开后会出现在这里', '新賽事公開後會出現在這裡', 'New races will appear here'),
  none_hint: text('换个条件再试试', '換個條件再試試', 'Try different filters'),
} as const
