import { expect, test } from 'vitest'
import { isFit } from './fit.ts'

test.each([
  ['加油，最后5公里！', true],
  ['Go Anna, 10 km to go!', true],
  ['You are 2nd. 3:59:59 is possible', true],
  ['看我 www.example.com', false],
  ['example.com/win', false],
  ['加V信 abc', false],
  ['打给我 138 0000 1111', false],
  ['ａ@ｂ', false],
  ['傻 逼', false],
  ['f.u.c.k you', false],
  ['来 博-彩 吧', false],
])('a text %s: %s', (text, fit) => expect(isFit(text, ['博彩'])).toBe(fit))
