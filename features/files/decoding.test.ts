import { expect, test } from 'vitest'
import { decodeText } from './decoding.rules.ts'

test('a wrong mark of the byte order, and a few broken letters, do not change the encoding of the others', () => {
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

test('UTF-16 is recognised by its zero bytes, also without a mark', () => {
  const text = '姓名,号码,成绩\n张三,1001,3:00:00\nMüller,1002,3:01:00\n'
  const le = Buffer.from(text, 'utf16le')
  const be = Buffer.from(le).swap16()
  expect(decodeText(le)).toEqual({ text, encoding: 'utf-16le', repaired: false })
  expect(decodeText(be)).toEqual({ text, encoding: 'utf-16be', repaired: false })
  // A lone zero byte is a fault of the file, and no sign of UTF-16.
  expect(decodeText(Buffer.from('Name,Time\nA\0nn,1:00:00\n')).encoding).toBe('utf-8')
})

/** Writes a text in Shift_JIS. */
const inShiftJis = (text: string): Uint8Array => {
  const bytesOf = new Map<string, number[]>()
  const decoder = new TextDecoder('shift_jis')
  for (let first = 0x81; first < 0xfd; first++) {
    if (first > 0x9f && first < 0xe0) bytesOf.set(decoder.decode(Uint8Array.of(first)), [first])
    else
      for (let second = 0x40; second < 0xfd; second++) {
        const letter = decoder.decode(Uint8Array.of(first, second))
        if (letter.length === 1 && !bytesOf.has(letter)) bytesOf.set(letter, [first, second])
      }
  }
  return Uint8Array.from(Array.from(text).flatMap((letter) => bytesOf.get(letter) ?? letter.charCodeAt(0)))
}

test('a Japanese file is distinguished from a Chinese and a Western file', () => {
  const text = '総合順位,氏名,ﾌﾘｶﾞﾅ,グロスタイム\n1,中山　結衣,ﾅｶﾔﾏ ﾕｲ,2:58:10\n2,渡邊 翼,ﾜﾀﾅﾍﾞ ﾂﾊﾞｻ,2:59:01\n'
  expect(decodeText(inShiftJis(text))).toEqual({ text, encoding: 'shift_jis', repaired: false })
  // Quotation marks and dashes of Windows-1252 are the only bytes of these names that begin a letter of Shift_JIS.
  const western = Uint8Array.from(Buffer.from('name\nO\u0092Neill\n\u0093Speedy\u0094 Bob\nAnn \u0096 Lee\n', 'latin1'))
  expect(decodeText(western)).toMatchObject({
    text: 'name\nO’Neill\n“Speedy” Bob\nAnn – Lee\n',
    encoding: 'windows-1252',
  })
  // Letters of GBK beyond GB2312 also have bytes that begin a letter of Shift_JIS.
  const rare = Uint8Array.from(
    Buffer.from(
      'd0d5c3fb2cbac5c2eb0acdf586b42c310acdf5e9462c320ad5c5c8fd2c330ac0eecbc42c340ac5b7d1f4cec42c350a',
      'hex',
    ),
  )
  expect(decodeText(rare)).toMatchObject({
    text: '姓名,号码\n王喆,1\n王镕,2\n张三,3\n李四,4\n欧阳文,5\n',
    encoding: 'gb18030',
  })
})
