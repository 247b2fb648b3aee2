import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkCharacter, checkDocument, passportHint } from '#features/people/rules.ts'
import { numberReason } from './numberReason.ts'
import { numberWords as words } from './number.words.ts'

const now = new Date('2026-11-27T00:00:00Z')
const reason = (idnum: string, idtype: 'idcard' | 'hkpass' | 'other' | 'passport' = 'idcard', country = '') =>
  numberReason({ idtype, idnum, country }, now)
const digits = '33010619880214002'
const right = digits + checkCharacter(digits)

test('a number of the wrong length tells how long it is', () => {
  expect(reason(right)).toBeUndefined()
  expect(reason(right.slice(0, 17))).toEqual({ message: words.idcard_length, values: { n: 17 } })
  expect(reason(`${right}1`)).toEqual({ message: words.idcard_length, values: { n: 19 } })
  expect(reason('H1234567', 'hkpass')).toEqual({ message: words.hkpass_length, values: { n: 8 } })
  expect(reason('1234567', 'other')).toEqual({ message: words.other_length, values: { n: 7 } })
})

test('a number of the right length tells its date, province, check character or strange character', () => {
  const last = right.at(-1)!
  expect(reason(right.slice(0, 17) + (last === '0' ? '1' : '0'))).toEqual({ message: words.check })
  expect(reason(`990106${right.slice(6)}`)?.message).toBeDefined()
  expect(reason(`000106${right.slice(6)}`)).toEqual({ message: words.region })
  expect(reason(`${right.slice(0, 6)}19880231${right.slice(14)}`)).toEqual({ message: words.date })
  expect(reason(`${right.slice(0, 6)}20991231${right.slice(14)}`)).toEqual({ message: words.future })
  expect(reason(`${right.slice(0, 10)}A${right.slice(11)}`)).toEqual({ message: words.letters })
  expect(reason('E1!', 'passport', 'CN')).toEqual({ message: words.passport })
  // The number has only digits, so the form shows a hint that tells how to enter it. The reason is then left out.
  expect(passportHint('12345678', 'NO')).toBe('digits')
  expect(reason('12345678', 'passport', 'NO')).toBeUndefined()
})

test('a reason is given exactly if the number has a wrong form or value', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 40 }),
      fc.constantFrom('idcard', 'hkpass', 'other', 'passport'),
      (idnum, idtype) => {
        const verdict = checkDocument({ idtype, idnum, country: 'FR' }, now)
        const isHinted = idtype === 'passport' && passportHint(idnum, 'FR') === 'digits'
        const silent = verdict.ok || isHinted || ['empty', 'too_old', 'country'].includes(verdict.why)
        expect(reason(idnum, idtype, 'FR') === undefined).toBe(silent)
      },
    ),
  )
})
