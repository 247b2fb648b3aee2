import { text } from '#contract/words.ts'
import type { HeldThing } from './merging.contract.ts'

export const mergeWords = {
  title: text('合并账号', '合併帳號', 'Merge accounts'),
  description: text(
    '同一位选手有两个账号时，把它们合成一个。请先核对确实是同一个人。',
    '同一位選手有兩個帳號時，把它們合成一個。請先核對確實是同一個人。',
    'One runner has two accounts: merge them into one. First make sure that both belong to the same person.',
  ),
  first: text('第一个账号', '第一個帳號', 'First account'),
  second: text('第二个账号', '第二個帳號', 'Second account'),
  hint: text('手机号或账号编号', '手機號碼或帳號編號', 'Mobile or account number'),
  compare: text('对比', '比對', 'Compare'),
  account: text('账号 {n}', '帳號 {n}', 'Account {n}'),
  keep: text('保留的账号', '保留的帳號', 'Account to keep'),
  keep_this: text('保留账号 {n}', '保留帳號 {n}', 'Keep account {n}'),
  name: text('昵称', '暱稱', 'Name'),
  mobile: text('手机号', '手機號碼', 'Mobile'),
  wechat: text('微信', '微信', 'WeChat'),
  bound: text('已绑定', '已綁定', 'Linked'),
  none: text('无', '無', 'None'),
  since: text('注册时间', '註冊時間', 'Created'),
  reason: text('原因', '原因', 'Reason'),
  reason_hint: text(
    '写入操作日志，例如：选手来电并核对了证件',
    '寫入操作紀錄，例如：選手來電並核對了證件',
    'Kept in the log, for example: the runner called and showed the document',
  ),
  reason_needed: text('请填写原因', '請填寫原因', 'Please give a reason'),
  merge: text('合并', '合併', 'Merge'),
  sure_title: text(
    '将账号 {gone} 并入账号 {keep}？',
    '將帳號 {gone} 併入帳號 {keep}？',
    'Merge account {gone} into account {keep}?',
  ),
  sure_moves: text(
    '账号 {gone} 的报名、订单、消息等全部内容都会移到账号 {keep}，手机号和微信以后登录账号 {keep}，已登录的设备会退出。',
    '帳號 {gone} 的報名、訂單、訊息等全部內容都會移到帳號 {keep}，手機號碼和微信以後登入帳號 {keep}，已登入的裝置會登出。',
    'Everything in account {gone}, such as entries, orders and messages, moves to account {keep}. Its mobile number and WeChat then log in to account {keep}, and its devices are logged out.',
  ),
  sure_double: text(
    '两边都保存过的参赛人和收藏只保留一份；两边各有的报名仍是两条。',
    '兩邊都儲存過的參賽人和收藏只保留一份；兩邊各有的報名仍是兩筆。',
    'A person or favourite saved in both accounts is kept once. The entries of both accounts all stay.',
  ),
  sure_final: text('合并后不能撤销。', '合併後無法復原。', 'A merge cannot be undone.'),
  merged: text('已合并到账号 {n}', '已合併到帳號 {n}', 'Merged into account {n}'),
  merged_text: text(
    '选手会收到消息。再次登录后，可以看到全部报名和订单。',
    '選手會收到訊息。再次登入後，可以看到全部報名和訂單。',
    'The runner gets a message, and sees all entries and orders after logging in again.',
  ),
} as const

export const heldWords: Readonly<Record<HeldThing, ReturnType<typeof text>>> = {
  registrations: text('报名', '報名', 'Entries'),
  orders: text('订单', '訂單', 'Orders'),
  people: text('常用参赛人', '常用參賽人', 'Saved people'),
  teams: text('团队', '團隊', 'Teams'),
  consents: text('同意记录', '同意紀錄', 'Consents'),
  messages: text('消息', '訊息', 'Messages'),
  favourites: text('收藏的照片', '收藏的照片', 'Favourite photos'),
  files: text('文件', '檔案', 'Files'),
  invoices: text('发票', '發票', 'Invoices'),
  parcels: text('邮寄', '郵寄', 'Parcels'),
  sessions: text('已登录的设备', '已登入的裝置', 'Devices logged in'),
}
