import { expect, test } from 'vitest'
import { cleanHtml } from './cleanHtml.rules.ts'
import { fillPage } from './fillHtml.rules.ts'
import { fillText } from '../rules.ts'
import { fieldsOfHtml } from './htmlText.rules.ts'

const html = `<style>.a{width:50%;height:50%}.b{clip-path:polygon(50% 0,100% 25%,5%5%)}</style><div class="b" title="%姓名%" style="width:10%;margin:5%10%5%">%05% %5% <b>%10用时%</b> %CP1+% %42% %姓茗%</div><img alt="%照片合成%" src="%qr%">`

test('the fields of HTML are in its texts; a mark counts at any place', () => {
  expect(fieldsOfHtml(html)).toEqual(['05', '5', '10用时', 'CP1+', '42', '姓茗', '照片合成'])
})

test('percent signs of a Chinese keyboard mark names too', () => {
  const written = '<p>％姓名％ %参赛号％ ％姓茗％，完成50％，超过10％</p><img alt="％照片合成％">'
  expect(fieldsOfHtml(written)).toEqual(['姓名', '参赛号', '姓茗', '照片合成'])
  expect(fillText('％姓名％ %参赛号％ ％姓茗％ 100％的％姓名％', { 姓名: '李雷', 参赛号: 'A1' })).toBe(
    '李雷 A1 ％姓茗％ 100％的李雷',
  )
})

test('only texts get values: style sheets and attributes keep their percent signs', () => {
  const values = { '05': '22:31', '5': '22:31', '10': '!', '10用时': '22:41', 'CP1+': '1:02:00', 姓名: '<李>' }
  const page = fillPage(
    { html: cleanHtml(html).html, bg: null, width: 10, height: 10 },
    values,
    'http://localhost/verify?n=1',
    new Map(),
  )
  expect(page).toContain('22:31 22:31 <b>22:41</b> 1:02:00 %42% %姓茗%')
  // The cleaning writes the points of the polygon in this form.
  expect(page).toContain('polygon(50%0,100% 25%,5% 5%)')
  expect(page).toContain('width:10%;margin:5% 10% 5%')
  expect(page).toContain('title="%姓名%"')
})
