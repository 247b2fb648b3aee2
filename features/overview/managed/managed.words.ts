import { text } from '#contract/words.ts'

export const managedWords = {
  bind: text('绑定微信', '綁定微信', 'Link WeChat'),
  bindTitle: text('绑定微信账号', '綁定微信帳號', 'Link your WeChat account'),
  bindHow: text(
    '用微信扫码并登录，即可在手机上看到自己能管理的赛事。二维码 10 分钟内有效，只能用一次。',
    '用微信掃碼並登入，即可在手機上看到自己能管理的賽事。QR Code 10 分鐘內有效，只能用一次。',
    'Scan this with WeChat and log in to see the races you manage on your phone. The code works once and is valid for 10 minutes.',
  ),
  bindAgain: text(
    '这个账号已经绑定。再次扫码会换绑到新的微信账号。',
    '這個帳號已經綁定。再次掃碼會換綁到新的微信帳號。',
    'This staff account is linked already. A new scan moves the link to another account.',
  ),
  bindLabel: text('绑定二维码', '綁定 QR Code', 'Code to link the account'),
  copy: text('复制链接', '複製連結', 'Copy the link'),
  copied: text('已复制', '已複製', 'Copied'),
  renew: text('换一个', '換一個', 'New code'),
  close: text('关闭', '關閉', 'Close'),
  title: text('我管理的赛事', '我管理的賽事', 'Races I manage'),
  login: text('登录后查看', '登入後檢視', 'Log in to see your races'),
  loginHow: text('请用要绑定的账号登录', '請用要綁定的帳號登入', 'Use the account that you want to link'),

  asked: text('绑定到工作人员账号？', '綁定到工作人員帳號？', 'Link this account to a staff account?'),
  askedHow: text(
    '绑定后，这个账号能看到工作人员可以管理的赛事。绑定不会登录后台。',
    '綁定後，這個帳號能看到工作人員可以管理的賽事。綁定不會登入後台。',
    'This account then sees the races that the member of staff manages. It does not log in to the console.',
  ),
  confirm: text('确认绑定', '確認綁定', 'Link'),
  done: text('已绑定', '已綁定', 'Linked'),
  staff: text('工作人员：{name}', '工作人員：{name}', 'Staff: {name}'),
  unbound: text('还没有绑定工作人员账号', '還沒有綁定工作人員帳號', 'No staff account is linked'),
  unboundHow: text(
    '请在后台概览页点“绑定微信”，再扫码打开本页',
    '請在後台總覽頁點「綁定微信」，再掃碼開啟本頁',
    'Press "Link WeChat" on the overview of the console and scan the code',
  ),
  none: text('目前没有可管理的赛事', '目前沒有可管理的賽事', 'No races to manage right now'),
  rights: text('{n} 项权限', '{n} 項權限', '{n} {n|right|rights}'),
  unbind: text('解除绑定', '解除綁定', 'Unlink'),
  unbindSure: text(
    '解除后，这个账号不再显示可管理的赛事。',
    '解除後，這個帳號不再顯示可管理的賽事。',
    'This account then shows no races to manage.',
  ),
  unbindDone: text('已解除绑定', '已解除綁定', 'Unlinked'),
} as const
