import { expect, test } from 'vitest'
import { fieldsWith } from '#features/fields/fields.rules.ts'
import { readyLayouts } from './layouts.rules.ts'

test('the layout for medical staff has each field of emergency and health from the list', () => {
  const { columns } = readyLayouts.find(({ name }) => name === 'medical')!
  expect(columns.join(' ')).toBe('bib name gender age bloodtype event zone mobile emername emertel emerrelationship')
  expect(columns).toEqual(
    expect.arrayContaining([
      ...fieldsWith({ group: 'health', asked: 'form' }),
      ...fieldsWith({ group: 'emergency', asked: 'form' }),
    ]),
  )
})
