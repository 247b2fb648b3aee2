import pg from 'pg'
import { expect, test } from 'vitest'
import { violationOf } from './violation.ts'

const failed = (code: string, message: string, more: Partial<pg.DatabaseError> = {}) =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code, ...more })

test('an error of one server names table, constraint and column', () => {
  const fields = { table: 'deposits', constraint: 'deposits_lent' }
  expect(violationOf(failed('23505', 'duplicate key', fields))).toEqual({ kind: 'unique', ...fields })
  expect(violationOf(failed('23502', 'null value', { table: 'deposits', column: 'code' }))).toEqual({
    kind: 'not_null',
    table: 'deposits',
    constraint: 'code',
  })
})

test('an error of a part of a table names its table and constraint without the number of the part', () => {
  expect(violationOf(failed('23505', 'duplicate key value violates unique constraint "one_bib_once_102207"'))).toEqual({
    kind: 'unique',
    constraint: 'one_bib_once',
    table: '',
  })
  expect(
    violationOf(
      failed('23514', 'new row for relation "events_102083" violates check constraint "places_are_not_oversold"'),
    ),
  ).toEqual({ kind: 'check', constraint: 'places_are_not_oversold', table: 'events' })
  expect(
    violationOf(
      failed(
        '23503',
        'update or delete on table "events_102083" violates foreign key constraint "registrations_raceid_eventid_fkey_102217" on table "registrations_102217"',
      ),
    ),
  ).toEqual({ kind: 'foreign_key', constraint: 'registrations_raceid_eventid_fkey', table: 'events' })
  expect(
    violationOf(
      failed('23502', 'null value in column "kind" of relation "counters_102121" violates not-null constraint'),
    ),
  ).toEqual({ kind: 'not_null', constraint: 'kind', table: 'counters' })
})

test('other errors are no violation', () => {
  expect(violationOf(failed('40P01', 'deadlock detected'))).toBeUndefined()
  expect(violationOf(new Error('else'))).toBeUndefined()
})
