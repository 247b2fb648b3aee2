import { text } from '#contract/words.ts'

export const callsWords = {
  title: text('试用接口', '試用介面', 'Try the calls'),
  how: text(
    '调用会真实执行。密钥只留在本页内存里，关闭页面即消失。',
    '呼叫會真實執行。金鑰只留在本頁記憶體裡，關閉頁面即消失。',
    'Each call is real. The key stays in the memory of this page and is gone when you leave it.',
  ),
  back: text('系统对接', '系統對接', 'Other systems'),
  find: text('查找接口', '尋找介面', 'Find a call'),
  found: text('找到 {n} 个接口', '找到 {n} 個介面', '{n} {n|call|calls}'),
  none: text('没有匹配的接口', '沒有符合的介面', 'No call matches'),
  key: text('API 密钥', 'API 金鑰', 'API key'),
  key_how: text('留空则以匿名身份调用', '留空則以匿名身分呼叫', 'Empty: the call is made as nobody'),
  input: text('参数（JSON）', '參數（JSON）', 'Input (JSON)'),
  input_wrong: text('请填写一个 JSON 对象', '請填寫一個 JSON 物件', 'Please write a JSON object'),
  send: text('发送', '傳送', 'Send'),
  answer: text('返回', '回應', 'Answer'),
  took: text('状态 {status} · {ms} 毫秒', '狀態 {status} · {ms} 毫秒', 'Status {status} · {ms} ms'),
  cut: text('内容过长，只显示开头', '內容過長，只顯示開頭', 'The answer is long. Only its beginning is shown'),
  offline: text(
    '没有连上服务器，请检查网络',
    '沒有連上伺服器，請檢查網路',
    'The server did not answer. Please check your network',
  ),
} as const
