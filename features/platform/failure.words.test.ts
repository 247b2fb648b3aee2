import { expect, test } from 'vitest'
import { failureText } from './failure.words.ts'

test('a Chinese console tells the cause of a failed call in Chinese', () => {
  const causes = {
    'did not answer in time': '对方没有在规定时间内应答',
    'WeChat Pay did not answer (TimeoutError)': '对方没有在规定时间内应答',
    'Alipay did not answer (TypeError)': '连接不上对方',
    'answered 503': '对方返回状态码 503',
    'PayPal gave no token (500)': '对方返回状态码 500',
    'log-in refused: 535': '对方不接受账号或密钥 535',
    'PayPal does not know these credentials': '对方不接受账号或密钥',
    'no connection': '连接不上对方',
    'answered something else': '对方返回的内容无法识别',
    'cannot tell: AuthFailure': '对方拒绝了请求（AuthFailure）',
    'the messaging app refused: 40001': '对方拒绝了请求（40001）',
  }
  for (const [said, told] of Object.entries(causes)) expect(failureText(said, 'zh-cn')).toBe(told)
  expect(failureText('5.1.1', 'zh-cn'), 'a code of the other service').toBe('5.1.1')
  expect(failureText('answered 503', 'en')).toBe('answered with status 503')
})
