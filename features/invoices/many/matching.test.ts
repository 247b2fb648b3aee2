import { describe, expect, test } from 'vitest'
import { numberedByName, numberedIn, numberedInLines, planInvoices } from './matching.rules.ts'

const A = '1ka-abcdefghijkmnopq'
const B = '1ka-ABCDEFGHJKLMNPQR'
const file = (name: string) => ({ name, bytes: new Uint8Array([1]) })

describe('a text', () => {
  test.each([
    [`${A},25332000000012345678,2026-03-02`, { tradeno: A, number: '25332000000012345678', issued: '2026-03-02' }],
    [`25332000000012345678\t${A}`, { tradeno: A, number: '25332000000012345678', issued: null }],
    [`${A} 1234567`, { tradeno: A, number: null, issued: null }],
    [`${A} 123456789012345678901`, { tradeno: A, number: null, issued: null }],
    ['12345678', { tradeno: null, number: '12345678', issued: null }],
    [`X${A}`, { tradeno: null, number: null, issued: null }],
    ['', { tradeno: null, number: null, issued: null }],
  ])('%s', (text, found) => expect(numberedIn(text)).toEqual(found))
  test('the folder of a file names nothing', () => {
    expect(numberedByName(`2026/${B}/${A}_12345678.PDF`)).toMatchObject({ tradeno: A, number: '12345678' })
    expect(numberedByName(`C:\\发票\\${A}-12345678.pdf`)).toMatchObject({ tradeno: A, number: '12345678' })
  })
  test.each([
    [`${A}_20261130.pdf`, null],
    [`${A}_20261130143000.pdf`, null],
    [`${A}_20261130_25332000000012345678.pdf`, '25332000000012345678'],
    [`${A}_20261330.pdf`, '20261330'],
  ])('a day without dashes in the name of a file is no number: %s', (name, number) =>
    expect(numberedByName(name)).toEqual({ tradeno: A, number, issued: null }),
  )
  test('a line may give a number that looks like a day', () => {
    expect(numberedIn(`${A},20261130`)).toMatchObject({ number: '20261130' })
  })
  test('the head of a list is no line', () => {
    expect(numberedInLines(`订单号,发票号码\r\n${A},12345678\r\n\r\n`)).toHaveLength(1)
  })
})

test('files and lines meet by their order', () => {
  const planned = planInvoices(
    [file(`${A}.pdf`), file(`${A} copy.pdf`), file('scan.pdf')],
    numberedInLines(`${A},11111111\n1ka-nonsense,44444444\n${B},22222222\n${B},33333333`),
  )
  expect(planned.map(({ tradeno, number, fault, file: pdf }) => [tradeno, number, fault, pdf?.name])).toEqual([
    [null, '44444444', 'no_order', undefined],
    [B, '33333333', 'twice', undefined],
    [A, '11111111', undefined, `${A}.pdf`],
    [A, '11111111', 'twice', `${A} copy.pdf`],
    [null, null, 'no_order', 'scan.pdf'],
    [B, '22222222', undefined, undefined],
  ])
})

test.each([
  ['another number', `${A}_12345678.pdf`, `${A},87654321`, 'differs'],
  ['another day', `${A}_12345678_2026-03-01.pdf`, `${A},12345678,2026-03-02`, 'differs'],
  ['the same', `${A}_12345678_2026-03-02.pdf`, `${A},12345678,2026-03-02`, undefined],
  ['another day without dashes', `${A}_20261130.pdf`, `${A},12345678`, undefined],
  ['a number without the other', `${A}_2026-03-02.pdf`, `${A},12345678`, undefined],
])('a file and a line that name %s', (_, name, line, fault) => {
  expect(planInvoices([file(name)], numberedInLines(line))).toMatchObject([{ tradeno: A, fault }])
})
