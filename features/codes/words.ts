import { refusal } from '#contract/words.ts'

export const refusals = {
  code_of_what: refusal('422', '缺少二维码的内容', '缺少 QR Code 的內容', 'What the code is to say is missing'),
  code_link_elsewhere: refusal(
    '422',
    '二维码只能指向本站的页面',
    'QR Code 只能連到本站的頁面',
    'A code leads to pages of this site only',
  ),
  code_of_which_race: refusal('422', '缺少赛事编号', '缺少賽事編號', 'Which race is missing'),
  code_not_made: refusal(
    '500',
    '二维码暂时无法生成，请稍后再试',
    'QR Code 暫時無法產生，請稍後再試',
    "Couldn't create the QR code. Please try again later",
  ),
  code_page_unknown: refusal(
    '422',
    '小程序里没有这个页面，或不接受这个场景值',
    '小程式裡沒有這個頁面，或不接受這個場景值',
    'The mini-program has no such page, or takes no such scene',
  ),
  page_needed: refusal(
    '422',
    '请在本站的页面里操作',
    '請在本站的頁面裡操作',
    'Please do this from a page of this site',
  ),
  code_unknown: refusal('404', '这个二维码已失效', '這個 QR Code 已失效', 'This QR code is no longer valid'),
  page_elsewhere: refusal(
    '422',
    '只能为本站的页面签名',
    '只能為本站的頁面簽名',
    'Only pages of this site are signed for',
  ),
} as const
