import { text } from '#contract/words.ts'

export const kioskWords = {
  title: text('成绩查询', '成績查詢', 'Your result'),
  ask: text('请输入参赛号', '請輸入參賽號', 'Enter your bib number'),
  ask_hint: text(
    '也可以扫描号码布背面的二维码',
    '也可以掃描號碼布背面的 QR Code',
    'You can also scan the QR code on the back of your bib',
  ),
  bib: text('参赛号', '參賽號', 'Bib'),
  find: text('查询', '查詢', 'Find'),
  erase: text('删除一位', '刪除一位', 'Delete one'),
  letters: text('字母', '字母', 'Letters'),
  figures: text('数字', '數字', 'Numbers'),
  none: text('没有找到 {q} 的成绩', '找不到 {q} 的成績', 'No result found for {q}'),
  none_text: text(
    '请核对参赛号。成绩可能还未公布，也可到服务台咨询。',
    '請核對參賽號。成績可能尚未公布，也可到服務台詢問。',
    'Please check the number. The result may not be published yet; you can also ask at the information desk.',
  ),
  several: text('请选择', '請選擇', 'Which one are you?'),
  hidden: text('匿名选手', '匿名選手', 'Anonymous runner'),
  certificate: text('手机扫码领取证书', '手機掃碼領取證書', 'Scan for your certificate'),
  result: text('手机扫码查看成绩', '手機掃碼檢視成績', 'Scan to see it on your phone'),
  again: text('返回', '返回', 'Back'),
  returns: text('{n} 秒后返回', '{n} 秒後返回', 'Back in {n} s'),
  no_race: text('请从赛事后台打开此页', '請從賽事後台開啟此頁', "Please open this page from the race's console"),
  full: text('全屏', '全螢幕', 'Full screen'),
  languages: text('语言', '語言', 'Language'),
} as const
