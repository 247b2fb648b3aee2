import { expect, test } from 'vitest'
import { decodeText } from './decoding.rules.ts'

test('a foreign mark of the byte order, and a few broken letters, do not change the encoding of the others', () => {
  const chinese = '姓名,号码,成绩\n张三,1,3:00:00\n李四,2,3:01:00\n王五,3,3:02:00\n'
  const gb = Uint8Array.from(
    Buffer.from('d0d5c3fb2cbac5c2eb2cb3c9bca80ad5c5c8fd2c310ac0eecbc42c320acdf5cee52c330a', 'hex'),
  )
  const plain = '姓名,号码,成绩\n张三,1\n李四,2\n王五,3\n'
  const mark = [0xef, 0xbb, 0xbf]
  expect(decodeText(gb).text).toBe(plain)
  expect(decodeText(Uint8Array.from([...mark, ...gb]))).toEqual({ text: plain, encoding: 'gb18030', repaired: false })
  expect(decodeText(Uint8Array.from([...mark, ...gb]), 'gb18030').text).toBe(plain)
  // A program cut a name after 10 bytes, in the middle of a letter.
  const cut = Buffer.concat([
    Buffer.from(chinese),
    Buffer.from('欧阳文静').subarray(0, 10),
    Buffer.from(',4,3:03:00\n'),
  ])
  for (const bytes of [cut, Buffer.concat([Buffer.from(mark), cut])])
    expect(decodeText(bytes)).toEqual({
      text: `${chinese}欧阳文\ufffd,4,3:03:00\n`,
      encoding: 'utf-8',
      repaired: false,
    })
  const half = Uint8Array.from([...gb, 0xc5, 0xb7, 0xd1, 0x2c, 0x34, 0x0a])
  expect(decodeText(half)).toEqual({ text: `${plain}欧\ufffd,4\n`, encoding: 'gb18030', repaired: false })
  expect(decodeText(Uint8Array.from([...Buffer.from('Müller\nM'), 0xfc, ...Buffer.from('ller')])).encoding).toBe(
    'windows-1252',
  )
})
