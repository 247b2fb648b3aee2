import { expect, test } from 'vitest'
import { byId, byMoment, cursorOf, idIn, momentCursorIn, numbersIn, pageOf, rowsFor } from './pages.ts'

const rows = [1, 2, 3, 4, 5].map((id) => ({ id, created_at: new Date(1_000 * id) }))

test('a page ends at its limit, and the next page begins at its cursor; the last page has no cursor', () => {
  expect(pageOf(rows.slice(0, rowsFor(2)), 2, byId)).toEqual({ rows: rows.slice(0, 2), after: '2' })
  expect(pageOf(rows.slice(0, rowsFor(5)), 5, byId)).toEqual({ rows, after: null })
  expect(pageOf([], 2, byId)).toEqual({ rows: [], after: null })
})

test('cursors are read as they were written', () => {
  expect(idIn(String(byId(rows[3]!)))).toBe(4)
  expect(momentCursorIn(byMoment(rows[3]!))).toEqual({ at: rows[3]!.created_at, id: 4 })
  expect(numbersIn(cursorOf(1, 0, 999_999_999_999_999), 3)).toEqual([1, 0, 999_999_999_999_999])
})

test('an invented cursor begins at the first page', () => {
  for (const none of [undefined, '', '.', '-1', '1e3', '1.5', 'x', '1234567890123456', '１', "1' or '1"])
    expect(idIn(none), String(none)).toBeUndefined()
  for (const none of ['1', '1.', '1.2.3', '.2', '1.-2']) expect(momentCursorIn(none), none).toBeUndefined()
})
