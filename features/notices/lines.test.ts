import { expect, test } from 'vitest'
import { withLines } from './lines.rules.ts'

test('a text typed without tags keeps its lines and paragraphs', () => {
  expect(withLines('集合：6:00\n起跑：7:30\r\n\r\n请带好 <b>号码布</b> 䶮😀\n')).toBe(
    '<p>集合：6:00<br>起跑：7:30</p><p>请带好 <b>号码布</b> 䶮😀</p>',
  )
  expect(withLines('a\n \n\nb')).toBe('<p>a</p><p>b</p>')
})
test('one line, and HTML that lays itself out, stay as they are', () => {
  for (const html of [
    '',
    '一行',
    '<b>bold</b>\n',
    '<p>a\nb</p>\n<p>c</p>',
    '<DIV>a</DIV>\nb',
    'a<br/>\nb',
    '<table>\n</table>',
  ])
    expect(withLines(html), html).toBe(html)
})
