import { two } from '#contract/written.ts'
import type { Chance } from './chance.ts'

const surnames =
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文'
const maleNames = '伟强磊军勇杰涛超明刚平辉健俊帆宇浩凯鑫鹏飞斌波宁翔晨阳睿泽轩博远航昊天佑承志文清嘉树一鸣'
const femaleNames = '芳娜敏静丽艳娟霞燕玲婷雪慧莹倩颖洁琳欣怡雨桐梦瑶思涵佳宁若溪晓彤语嫣可心书瑜清妍诗涵'

/** An invented person. No county has the code in the identity number (3399…), so the number belongs to nobody. */
export type DemoPerson = {
  name: string
  gender: 'male' | 'female'
  birth: string
  age: number
  idnum: string
  mobile: string
}

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
/** Completes 17 digits to a resident number with its check character (GB 11643-1999). */
export const withCheck = (digits: string): string =>
  digits + '10X98765432'[weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11]!

/**
 * Makes person number `serial` of a seed. The person is the same at every start, and no two persons have the same
 * document. Mobiles begin with 100, which no network uses.
 */
export const personFrom = (chance: Chance, serial: number, year: number): DemoPerson => {
  const gender = chance.next() < 0.68 ? 'male' : 'female'
  const given = gender === 'male' ? maleNames : femaleNames
  const letter = () => given[Math.floor(chance.next() * given.length)]!
  const age = Math.round(Math.min(76, Math.max(19, chance.normal(38, 10))))
  const birth = `${year - age - 1}-${two(chance.whole(1, 12))}-${two(chance.whole(1, 28))}`
  const order = (serial % 500) * 2 + (gender === 'male' ? 1 : 0)
  return {
    name: chance.pick([...surnames]) + letter() + (chance.next() < 0.72 ? letter() : ''),
    gender,
    birth,
    age,
    idnum: withCheck(
      `3399${two(10 + (Math.floor(serial / 500) % 90))}${birth.replaceAll('-', '')}${String(order).padStart(3, '0')}`,
    ),
    mobile: `100${String(10_000_000 + serial)}`,
  }
}
