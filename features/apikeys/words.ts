import { refusal, text } from '#contract/words.ts'

export const refusals = {
  right_not_yours: refusal(
    '403',
    '您只能授予自己拥有的权限',
    '您只能授予自己擁有的權限',
    'You can give a key only rights that you have',
  ),
  keys_too_many: refusal(
    '409',
    '最多保留 50 个有效密钥，请先吊销不用的密钥',
    '最多保留 50 個有效金鑰，請先撤銷不用的金鑰',
    'There are 50 active keys. Revoke keys that nobody uses first',
  ),
  key_end_past: refusal('422', '到期时间已过', '到期時間已過', 'The expiry date has already passed'),
  key_unknown: refusal('404', '没有找到这个密钥', '找不到這個金鑰', 'This key was not found'),
} as const

export const tableWords = {
  title: text('API 密钥', 'API 金鑰', 'API keys'),
  name: text('名称', '名稱', 'Name'),
  prefix: text('开头', '開頭', 'Prefix'),
  rights: text('权限', '權限', 'Rights'),
  state: text('状态', '狀態', 'State'),
  made_by: text('创建人', '建立人', 'Created by'),
  created_at: text('创建时间', '建立時間', 'Created'),
  used_at: text('最近使用', '最近使用', 'Last used'),
  expires_at: text('到期时间', '到期時間', 'Expires'),
  revoked_at: text('吊销时间', '撤銷時間', 'Revoked'),
  live: text('有效', '有效', 'Active'),
  expired: text('已过期', '已過期', 'Expired'),
  revoked: text('已吊销', '已撤銷', 'Revoked'),
} as const
