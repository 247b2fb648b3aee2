import { text } from '#contract/words.ts'

export const proxyWords = {
  title: text('代领参赛包', '代領參賽包', 'Have someone collect your race pack'),
  how: text(
    '不能亲自到场？授权一个人代领。对方向领物台出示二维码，并携带本人证件。',
    '無法親自到場？授權一個人代領。對方向領物台出示 QR Code，並攜帶本人證件。',
    "Can't come yourself? Authorise one person to collect it. They show your QR code at the desk and bring their own ID.",
  ),
  name: text('代领人姓名', '代領人姓名', 'Name of the person collecting'),
  make: text('生成代领码', '產生代領碼', 'Create code'),
  active: text('已授权 {name} 代领', '已授權 {name} 代領', '{name} may collect your pack'),
  used: text('{name} 已于 {at} 代领', '{name} 已於 {at} 代領', '{name} collected your pack on {at}'),
  handed: text('参赛包已于 {at} 领取', '參賽包已於 {at} 領取', 'Your pack was collected on {at}'),
  show: text('出示代领码', '出示代領碼', 'Show the code'),
  code_title: text('代领码', '代領碼', 'Collection code'),
  code_alt: text('{name} 的代领二维码', '{name} 的代領 QR Code', 'QR code for {name}'),
  code_how: text(
    '请把截图发给代领人。拿到此码的人都能出示，请不要公开。',
    '請把截圖傳給代領人。拿到此碼的人都能出示，請不要公開。',
    'Send a screenshot to this person only. Anyone who has the code can use it.',
  ),
  withdraw: text('撤回授权', '撤回授權', 'Withdraw'),
  withdraw_sure: text(
    '撤回后，{name} 手里的代领码立即失效。',
    '撤回後，{name} 手上的代領碼立即失效。',
    "The code stops working at once, and {name} can't collect your race pack.",
  ),
  withdrawn: text('已撤回', '已撤回', 'Withdrawn'),
} as const
