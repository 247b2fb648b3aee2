import { text } from '#contract/words.ts'

export const noRaceWords = {
  none: text('暂无赛事', '暫無賽事', 'No races yet'),
  none_text: text(
    '先创建一场赛事，再设置组别和报名。公开之前选手看不到。',
    '先建立一場賽事，再設定組別和報名。公開之前選手看不到。',
    'Create a race, then set up its events and sign-up. Runners see nothing until you publish it.',
  ),
  none_yours: text('还没有您可以管理的赛事', '還沒有您可以管理的賽事', 'There is no race for you to manage yet'),
  ask_an_owner: text('请联系所有者为您开通权限', '請聯絡擁有者為您開通權限', 'Ask an owner to give you a role'),
  ask: text('请联系{names}为您开通权限', '請聯絡{names}為您開通權限', 'Ask {names} to give you a role'),
  create: text('创建赛事', '建立賽事', 'Create a race'),
} as const
