import { text } from '#contract/words.ts'

export const words = {
  add: text('新增票种', '新增票種', 'Add a kind'),
  edit: text('编辑票种', '編輯票種', 'Edit the kind'),
  edit_of: text('编辑{name}', '編輯{name}', 'Edit {name}'),
  none: text('还没有票种', '還沒有票種', 'No kinds of tickets yet'),
  none_how: text(
    '新增看台、班车、意面晚宴等票种后即可开售。',
    '新增看台、接駁車、義大利麵晚宴等票種後即可開賣。',
    'Add a grandstand, a shuttle or a pasta party, then put it on sale.',
  ),
  kind: text('类型', '類型', 'Type'),
  grandstand: text('看台', '看台', 'Grandstand'),
  expo: text('博览会', '博覽會', 'Expo'),
  pasta: text('意面晚宴', '義大利麵晚宴', 'Pasta party'),
  shuttle: text('班车', '接駁車', 'Shuttle'),
  companion: text('陪同', '陪同', 'Companions'),
  clinic: text('训练营', '訓練營', 'Pacer clinic'),
  other: text('其他', '其他', 'Other'),
  place: text('地点', '地點', 'Place'),
  named: text('实名：每张票填写持票人', '實名：每張票填寫持票人', 'Each ticket carries a name'),
  reentry: text('离场后可再次入场', '離場後可再次入場', 'Holders may come in again'),
  on_sale: text('销售中', '銷售中', 'On sale'),
  closed: text('已下架', '已下架', 'Closed'),
  stock: text('已售 {sold} / {pieces}', '已售 {sold} / {pieces}', '{sold} of {pieces} sold'),
} as const
