import { expect, test } from 'vitest'
import { readCard, readerAddress } from './card.rules.ts'

const number = '110101199003072383'

test('the answers of several readers give name and number', () => {
  for (const given of [
    { name: '沈跑跑', number },
    { code: 0, data: { Name: ' 沈跑跑 ', IDNumber: number } },
    { resultFlag: 0, resultContent: { partyName: '沈跑跑', certNumber: number } },
    { retcode: '0x90', card: { info: { XM: '沈跑跑', SFZH: number } } },
    { 姓名: '沈跑跑', 公民身份号码: number },
  ])
    expect(readCard(JSON.stringify(given)), JSON.stringify(given)).toEqual({ name: '沈跑跑', number })
  expect(readCard(JSON.stringify({ name: '沈跑跑', idnum: '11010119900307238x' }))?.number).toBe('11010119900307238X')
})

test('no card, a broken answer and an odd number give nothing', () => {
  for (const given of ['', '{', 'null', '[]', '42', '{"code":1}', JSON.stringify({ name: '沈跑跑', number: '1234' })])
    expect(readCard(given), given).toBeUndefined()
  expect(readCard(JSON.stringify({ number }))).toBeUndefined()
})

test('a reader is a program of the own machine', () => {
  for (const given of ['ws://127.0.0.1:33666/', ' http://localhost:18889/readcard ', 'ws://localhost:1'])
    expect(readerAddress(given), given).toBeDefined()
  for (const given of [
    '',
    'reader',
    'https://127.0.0.1',
    'ws://reader.example:1',
    'http://127.0.0.1.evil.example',
    'javascript:1',
  ])
    expect(readerAddress(given), given).toBeUndefined()
})
