import { expect, test } from 'vitest'
import type { RaceEvent } from '#features/events/contract.ts'
import { checkCharacter } from '#features/people/rules.ts'
import { type Fetched, changesIn, editDraftFrom, mistakesInChanges } from './editForm.ts'

const now = new Date('2026-03-01T04:00:00Z')
const registration = {
  _key: '1ka-1111111111111111111111',
  eventid: 1,
  idtype: 'idcard',
  idnum: `33010619880214002${checkCharacter('33010619880214002')}`,
  country: 'CN',
  name: '高远',
  gender: 'female',
  birth: '1988-02-14',
  mobile: '13900001111',
  email: null,
  emername: '林建国',
  emertel: '13900009999',
  emerrelationship: null,
  enname: null,
  address: null,
  province: '浙江省',
  city: '杭州市',
  area: '',
  clothes: 'M',
  packagebus: null,
  answers: { club: '江城' },
} as unknown as Fetched['registration']
const fetched = {
  registration,
  qualifying: null,
  changeable: ['mobile', 'emername', 'emertel', 'enname', 'area', 'clothes', 'answers'],
  edited_at: null,
} as unknown as Fetched
const field = (name: string, options: string[] = [], label: string | null = null) => ({
  name,
  kind: options.length ? 'choice' : 'text',
  required: name !== 'enname',
  label,
  hint: null,
  options: options.map((value) => ({ value, label: value, left: null })),
  max: 60,
})
const event = {
  race_day: '2026-05-18',
  form: {
    idtypes: ['idcard'],
    fields: [
      field('emername'),
      field('emertel'),
      field('enname'),
      field('clothes', ['S', 'M']),
      field('club', [], '跑团'),
    ],
    min_age: null,
    max_age: null,
    quiz: [],
    qualifying: null,
  },
} as unknown as RaceEvent
const before = editDraftFrom(fetched)
const wrongIn = (change: Partial<typeof before>) =>
  Object.keys(mistakesInChanges(changesIn({ ...before, ...change }, before, fetched.changeable), fetched, event, now))

test('unchanged fields and fields that nobody may change are not sent', () => {
  expect(changesIn(before, before, fetched.changeable)).toEqual({})
  // The spaces of the field's mask do not count as a change.
  expect([before.mobile, changesIn({ ...before, mobile: '13900001111' }, before, fetched.changeable)]).toEqual([
    '139 0000 1111',
    {},
  ])
  expect(changesIn({ ...before, email: 'a@b.cn', name: '别人' }, before, fetched.changeable)).toEqual({})
})
test('numbers are sent without their spaces, the place as a whole, and only changed answers', () => {
  expect(
    changesIn(
      { ...before, emertel: '139 0000 8888', area: '西湖区', answers: { club: '江城', size: 'L' } },
      before,
      fetched.changeable,
    ),
  ).toEqual({ emertel: '13900008888', province: '浙江省', city: '杭州市', area: '西湖区', answers: { size: 'L' } })
  expect(changesIn({ ...before, clothes: 'S', enname: ' Gao Yuan ' }, before, ['clothes'])).toEqual({ clothes: 'S' })
})
test("the server's own check names faults, and only of changed fields", () => {
  expect(wrongIn({})).toEqual([])
  expect(wrongIn({ enname: '高远' })).toEqual(['enname'])
  expect(wrongIn({ emertel: '139 0000 1111' })).toEqual(['emertel'])
  expect(wrongIn({ emername: '', clothes: 'XXL' })).toEqual(['emername', 'clothes'])
  expect(wrongIn({ enname: 'Gao Yuan', mobile: '139 0000 2222' })).toEqual([])
})
