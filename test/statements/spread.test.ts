import { expect, test } from 'vitest'
import { statementsInSource } from './source.ts'
import { wrongWhenSpread } from './spread.ts'

const LOCK = 'locks rows without naming one race at each level'
const ASIDE = 'joins values with the rows of several races from the side'
const LEANS = 'has a query inside that leans on a row of another machine'
const OTHER = 'leans on a row of another race'
const UNSTEADY = 'computes a value from a column by a function that depends on the session'

test('a statement that locks rows of races names one race at each level', () => {
  expect(wrongWhenSpread("select * from photos where state = 'received' limit 1 for update skip locked")).toBe(LOCK)
  expect(wrongWhenSpread('select * from "photos" where "raceid" = $1 limit 1 for update skip locked')).toBeUndefined()
  expect(
    wrongWhenSpread(
      'select 1 from feed_entries where (raceid, id) in (select * from unnest($1::int[], $2::int[])) for update',
    ),
  ).toBe(LOCK)
  expect(
    wrongWhenSpread('select 1 from feed_entries where raceid = $1 and id = any($2) for no key update'),
  ).toBeUndefined()
  const change = (race: string) =>
    `select c.id, exists (select 1 from timing_changes l where l.raceid = ${race} and l.id > c.id) as covered
      from timing_changes c where c.raceid = $1 and c.id = $2 for update of c`
  expect(wrongWhenSpread(change('c.raceid'))).toBe(LOCK)
  expect(wrongWhenSpread(change('$1'))).toBeUndefined()
  expect(
    wrongWhenSpread(
      'delete from result_films f using (select id from result_films where done_at is null for update) old where f.raceid = $1 and f.id = old.id',
    ),
  ).toBe(LOCK)
  expect(wrongWhenSpread('select * from races where id = $1 for update')).toBeUndefined()
  expect(wrongWhenSpread('select * from races where code = $1 for update')).toBe(LOCK)
  expect(wrongWhenSpread('select uid from accounts where uid = any($1) order by uid for update')).toBeUndefined()
  expect(wrongWhenSpread("select 'for update' as word from photos where state = 'received'")).toBeUndefined()
})

test('values and limited rows are joined from the side with only one race', () => {
  const cards = (race: string) =>
    `select a.n, r.id from unnest($2::int[], $3::bytea[]) as a (n, number) left join lateral
      (select * from registrations x where x.raceid = ${race} and x.idnum_ix = a.number limit 50) r on true`
  expect(wrongWhenSpread(cards('a.raceid'))).toBe(ASIDE)
  expect(wrongWhenSpread(cards('$1'))).toBeUndefined()
  const part = (race: string) =>
    `select r.id from (select * from registrations where raceid = $1 order by id limit $2) as r left join lateral
      (select array_agg(s.kind) from signatures s where s.raceid = ${race} and s.registrationid = r.id) s on true`
  expect(wrongWhenSpread(part('r.raceid'))).toBe(ASIDE)
  expect(wrongWhenSpread(part('$1'))).toBeUndefined()
})

test('rows of races and rows of the coordinator are not compared row by row', () => {
  expect(
    wrongWhenSpread('select a.uid, (select count(*) from registrations r where r.uid = a.uid) from accounts a'),
  ).toBe(LEANS)
  expect(
    wrongWhenSpread(
      "select jsonb_build_object('n', (select count(*) from registrations r where r.uid = a.uid)) from accounts a",
    ),
  ).toBe(LEANS)
  expect(
    wrongWhenSpread(
      "select o.id, (select count(*) from staff_roles r where r.raceid = o.raceid and r.role = 'own:' || o.id) from own_roles o",
    ),
  ).toBe(LEANS)
  expect(
    wrongWhenSpread('select n from (select count(*) from registrations r where r.uid = $1) as one (n)'),
  ).toBeUndefined()
  expect(
    wrongWhenSpread(
      'select l.id, s.name from log l left join (select staffid, name from staff) s on s.staffid = l.staffid',
    ),
  ).toBeUndefined()
})

test('an inner query uses only rows of its own race', () => {
  const ran = (race: string) =>
    `select r.id, not exists (select 1 from results x where ${race} and x.registrationid = r.id) as first
      from registrations r where r.raceid = $1`
  expect(wrongWhenSpread(ran('x.raceid = any($2)'))).toBe(OTHER)
  expect(wrongWhenSpread(ran('x.raceid = r.raceid'))).toBeUndefined()
  expect(wrongWhenSpread(ran('x.raceid = $1'))).toBeUndefined()
})

test('tables of races are joined by race', () => {
  const rows = 'select r.state from bulk_rows b join registrations r on r.id = b.registrationid'
  expect(wrongWhenSpread(`${rows} where b.bulkid = $1`)).toBe('joins tables of races without the race')
  expect(wrongWhenSpread(`${rows} and r.raceid = b.raceid where b.bulkid = $1`)).toBeUndefined()
})

test('rows that are read for each value of a list are the rows of one race', () => {
  const doubts = (race: string) =>
    `select array(select d.word from unnest(r.doubts) as d (word) where not exists
      (select from result_corrections c where c.raceid = ${race} and c.bib = r.bib)) from results r where r.raceid = $1`
  expect(wrongWhenSpread(doubts('r.raceid'))).toBe('reads rows of races for each value of a list')
  expect(wrongWhenSpread(doubts('$1'))).toBeUndefined()
})

test('no query is behind having, and no value of a row depends on the session', () => {
  expect(
    wrongWhenSpread(
      'select orderid from sold_items i group by orderid having sum(amount) <> (select sum(amount) from refunds r where r.raceid = $1)',
    ),
  ).toBe('has a query behind having')
  expect(wrongWhenSpread('select orderid from sold_items group by orderid having sum(amount) <> 0')).toBeUndefined()
  expect(
    wrongWhenSpread(
      'update results r set splits = one.splits::int[] from unnest($2::text[]) as one (splits) where r.raceid = $1',
    ),
  ).toBe(UNSTEADY)
  expect(
    wrongWhenSpread(
      'delete from feed_marks one using feed_settings s where s.raceid = one.raceid and one.created_at < $1 - make_interval(days => s.keep_days)',
    ),
  ).toBe(UNSTEADY)
  expect(
    wrongWhenSpread(
      "update result_corrections c set change = jsonb_set(c.change, '{with}', to_jsonb(o.after)) from o where c.raceid = $1",
    ),
  ).toBe(UNSTEADY)
  expect(
    wrongWhenSpread("update photos set taken_at = taken_at + $2 * interval '1 millisecond' where raceid = $1"),
  ).toBe(UNSTEADY)
  expect(wrongWhenSpread('update results r set splits = $2::int[] where r.raceid = $1')).toBeUndefined()
})

test('every statement that is whole in the source keeps the rules', () => {
  const all = statementsInSource()
  expect(all.length).toBeGreaterThan(900)
  const wrong = all.flatMap(({ at, text }) => {
    const rule = wrongWhenSpread(text)
    return rule === undefined ? [] : [`${at} ${rule}`]
  })
  expect(wrong).toEqual([])
})
