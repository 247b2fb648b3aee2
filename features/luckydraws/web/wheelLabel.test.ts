import { expect, test } from 'vitest'
import { labelLines } from './wheelLabel.rules.ts'

test('a label breaks between words, and Chinese between characters', () => {
  expect(labelLines('Better luck next time', [12, 11, 9])).toEqual(['Better luck', 'next time'])
  expect(labelLines('谢谢参与', [12, 11, 9])).toEqual(['谢谢参与'])
  expect(labelLines('碳板竞速跑鞋一双', [9, 8, 7])).toEqual(['碳板竞速跑', '鞋一双'])
})

test('a label that does not fit ends with an ellipsis and stays within its lines', () => {
  expect(labelLines('Energy gel of the sponsor', [9, 8])).toEqual(['Energy', 'gel of…'])
  expect(labelLines('Extraordinarily long', [9, 8])).toEqual(['Extraord…', 'long'])
  expect(labelLines('', [9])).toEqual([''])
})
