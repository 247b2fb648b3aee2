import { expect, test } from 'vitest'
import type { RaceEvent } from '#features/events/contract.ts'
import { fieldChoices } from './fieldChoices.ts'

const field = (name: string, given: object) =>
  ({
    name,
    label: name,
    options: [],
    personal: false,
    kind: 'text',
    ...given,
  }) as unknown as RaceEvent['form']['fields'][number]
const eventWith = (...fields: RaceEvent['form']['fields']) =>
  ({ form: { fields } }) as unknown as Pick<RaceEvent, 'form'>

test('a consent is a filter as well as a choice; a text and a personal field are none', () => {
  const event = eventWith(
    field('f1', { kind: 'consent' }),
    field('f2', {}),
    field('f3', { kind: 'consent', personal: true }),
    field('f4', { kind: 'choice', options: [{ value: 'o1', label: '自驾' }] }),
  )
  expect(fieldChoices([event], 'zh-cn')).toEqual([
    { name: 'answers.f1', label: 'f1', options: [{ value: 'yes', label: '同意' }] },
    { name: 'answers.f4', label: 'f4', options: [{ value: 'o1', label: '自驾' }] },
  ])
})
