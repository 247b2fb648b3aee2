import { type Lang, type Text, fill, text } from '#contract/words.ts'

/** Causes of a failed call. The pattern of a cause recognises the messages that other services and our clients give. */
const causes: readonly (readonly [RegExp, Text])[] = [
  [
    /in time|TimeoutError|took too long|ETIMEDOUT|ESOCKET_TIMEOUT/,
    text('对方没有在规定时间内应答', '對方沒有在規定時間內回應', 'did not answer in time'),
  ],
  [
    /(?:log-in refused:? ?|UNAUTHORIZED|does not know these|(?=EAUTH))(EAUTH[ \d]*|\d{3})?/,
    text('对方不接受账号或密钥 {n}', '對方不接受帳號或金鑰 {n}', 'log-in refused {n}'),
  ],
  [
    /(?:answered|status|gave no \w+) \(?(\d{3})\b/,
    text('对方返回状态码 {n}', '對方回傳狀態碼 {n}', 'answered with status {n}'),
  ],
  [
    /did not answer|no answer|no connection|can't be reached|unreachable|TypeError|ECONN|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|relay of the beacon/,
    text('连接不上对方', '連線不上對方', 'no connection'),
  ],
  [
    /another form|something else|not believed|SyntaxError|did not come whole/,
    text('对方返回的内容无法识别', '對方回傳的內容無法辨識', 'answered in another form'),
  ],
  [/the file differs/, text('读出的文件与写入的不同', '讀出的檔案與寫入的不同', 'the file differs')],
  [
    /(?:refused|cannot tell): (\S+)$/,
    text('对方拒绝了请求（{n}）', '對方拒絕了請求（{n}）', 'the service refused ({n})'),
  ],
]

/**
 * Returns the cause of a failed call in the reader's language. A message that fits no pattern stays as it was given.
 */
export const failureText = (said: string, lang: Lang): string => {
  for (const [form, cause] of causes) {
    const found = form.exec(said)
    if (found) return fill(cause[lang], { n: found[1] ?? '' }).trim()
  }
  return said
}
