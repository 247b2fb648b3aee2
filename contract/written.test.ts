import { expect, it } from 'vitest'
import {
  escapedHtml,
  hexOfBytes,
  hoursText,
  kmText,
  paceText,
  percentDecoded,
  percentEncoded,
  shortened,
  two,
} from './written.ts'

it('writes numbers in two digits, and hours that go on counting', () => {
  expect([two(7), two('7'), two(42), two(128)]).toEqual(['07', '07', '42', '128'])
  expect([hoursText(0), hoursText(59), hoursText(11_100), hoursText(100_000)]).toEqual([
    '0:00:00',
    '0:00:59',
    '3:05:00',
    '27:46:40',
  ])
})

it('writes bytes in hexadecimal', () => {
  expect(hexOfBytes(Uint8Array.of(0, 7, 16, 255))).toBe('000710ff')
  expect(hexOfBytes([])).toBe('')
})

it('encodes all characters except the unreserved characters of RFC 3986', () => {
  expect(percentEncoded("a-b_c.d~e (f)!'*/马 ")).toBe('a-b_c.d~e%20%28f%29%21%27%2A%2F%E9%A9%AC%20')
})

it('decodes a text, and leaves a text that is not encoded', () => {
  expect([percentDecoded('1k%2Eabc'), percentDecoded('%E0%A4%A'), percentDecoded('马')]).toEqual([
    '1k.abc',
    '%E0%A4%A',
    '马',
  ])
})

it('writes a text for HTML without a tag and without the end of an attribute', () => {
  expect(escapedHtml(`<a href="x" title='y'>&amp;</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
  )
})

it('writes kilometres with at most one decimal', () => {
  expect([kmText(21_097), kmText(5000), kmText(120_440)]).toEqual(['21.1', '5', '120.4'])
})

it('shortens a text by characters and ends it with an ellipsis', () => {
  expect([shortened('四个字符', 4), shortened('五个字符𠮷', 4), shortened('𠮷𠮷', 2)]).toEqual([
    '四个字符',
    '五个字…',
    '𠮷𠮷',
  ])
})

it('writes a pace that never says 60 seconds', () => {
  expect([paceText(299.7), paceText(255)]).toEqual(['5:00', '4:15'])
})
