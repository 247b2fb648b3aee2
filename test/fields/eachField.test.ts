import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { raceScope } from '#db/sealing/seal.ts'
import { type FieldName, fields } from '#features/fields/fields.rules.ts'
import { optionalFields, savedFields } from '#features/fields/lists.rules.ts'
import { labels, options } from '#features/fields/words.ts'
import { eventShow } from '#features/events/contract.ts'
import { documentsMy } from '#features/people/contract.ts'
import { mydataOpen } from '#features/privacy/contract.ts'
import { askErasure, doErasure } from '#features/privacy/erasing.service.ts'
import { gatherAll, readableCopy } from '#features/privacy/exporting.service.ts'
import { eraseWhatIsDue } from '#features/privacy/retaining.service.ts'
import { retentionDefaults } from '#features/privacy/rules.ts'
import {
  consoleRegistrationsOpen,
  registrationEdit,
  registrationFetch,
} from '#features/registrations/changes/changes.contract.ts'
import { registrationShow } from '#features/registrations/contract.ts'
import { consoleRegistrationsExport } from '#features/registrations/export/export.contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { answersOf, samples, wholeForm } from './samples.ts'

/**
 * A test of each place that holds or shows the fields of an entrant. The list of fields says which fields a place must
 * have. A new field is visible in each place, or this test fails.
 */
const DAY = 24 * 3_600_000
const names = Object.keys(fields) as FieldName[]
const first = answersOf(0)
const second = answersOf(1)

let world: World
let runner: Awaited<ReturnType<typeof runnerSession>>
let desk: Awaited<ReturnType<typeof staffSession>>
let key: string
const rowOf = (of: string) =>
  world.db.selectFrom('registrations').selectAll().where('_key', '=', of).executeTakeFirstOrThrow()
/** Returns the text of a value in English. The text of a choice is its label. */
const saidOf = (name: FieldName, value: string): string =>
  (options as Readonly<Record<string, Readonly<Record<string, { en: string }>>>>)[name]?.[value]?.en ?? value

beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world, { form: wholeForm })
  runner = await runnerSession(world)
  desk = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
  key = (await world.ask(registrationSave, entrant(1, { ...first, keep: true }), runner))._key
})
afterAll(() => world?.close())

test('the form asks each field, and shows the options of a choice in words', async () => {
  const { form } = await world.ask(eventShow, { raceid: RACE, id: 1 }, { lang: 'en' })
  expect(form.fields.map(({ name }) => name).toSorted()).toEqual(Object.keys(wholeForm.ask).toSorted())
  for (const field of form.fields.filter(({ name }) => 'options' in fields[name as FieldName]))
    expect(field.options.map(({ value, label }) => [value, label])).toEqual(
      Object.entries((options as Record<string, Record<string, { en: string }>>)[field.name]!).map(
        ([value, { en }]) => [value, en],
      ),
    )
})

test('the sign-up names each required field that is missing, and refuses an unknown option', async () => {
  const { form } = await world.ask(eventShow, { raceid: RACE, id: 1 })
  const nothing = Object.fromEntries(optionalFields.map((name) => [name, '']))
  const refused = await world.call(registrationSave, entrant(2, nothing), runner)
  const wrong = (refused.data as unknown as { fields: Record<string, string> }).fields
  for (const { name } of form.fields) expect(wrong, name).toHaveProperty(name)
  for (const { name } of form.fields.filter(({ kind }) => kind === 'choice'))
    expect(await world.call(registrationSave, entrant(2, { ...first, [name]: '×' }), runner), name).toMatchObject({
      refusal: 'field_wrong',
      data: { fields: { [name]: expect.any(String) } },
    })
})

test('each sealed field is sealed under its own label, and no part of it is readable', async () => {
  const row = await rowOf(key)
  await world.parts.seal.prepare(raceScope(RACE))
  for (const name of optionalFields) {
    const { sealed } = fields[name]
    const kept: Buffer | string | null = row[name]
    if (sealed === null) expect(kept, name).toBe(first[name])
    else {
      expect(Buffer.isBuffer(kept), name).toBe(true)
      expect(world.parts.seal.open(raceScope(RACE), sealed, kept as Buffer), name).toBe(first[name])
    }
  }
})

test('the status page shows each field to its runner, and to other people only the public fields', async () => {
  expect(await world.ask(registrationShow, { id: key }, runner)).toMatchObject(first)
  const stranger = await world.ask(registrationShow, { id: key })
  for (const name of optionalFields) expect(stranger[name], name).toBe(fields[name].seen === 'all' ? first[name] : null)
})

test('each field that may be changed is offered, changed, and shown as changed', async () => {
  const changed = (await world.ask(registrationSave, entrant(3, first), runner))._key
  const editable = names.filter((name) => fields[name].editable === true && !['answers', 'qualifying'].includes(name))
  const { changeable } = await world.ask(registrationFetch, { id: changed }, runner)
  expect(changeable.toSorted()).toEqual(editable.toSorted())
  const sent = Object.fromEntries(
    optionalFields.filter((name) => fields[name].editable).map((name) => [name, second[name]]),
  )
  const edited = await world.ask(registrationEdit, { id: changed, ...sent }, runner)
  expect(edited.changed.toSorted()).toEqual(editable.filter((name) => name !== 'mobile').toSorted())
  expect(await world.ask(registrationShow, { id: changed }, runner)).toMatchObject(sent)
})

test('staff who open a registration read each field that other people do not see', async () => {
  const { id } = await rowOf(key)
  const opened = await world.ask(consoleRegistrationsOpen, { raceid: RACE, id, why: '核对' }, desk)
  for (const name of optionalFields.filter((one) => fields[one].seen === 'own'))
    expect(opened, name).toMatchObject({ [name]: first[name] })
})

describe('the export', () => {
  const linesOf = async (input: { open?: boolean; why?: string }, as = desk) => {
    const { csv } = await world.ask(
      consoleRegistrationsExport,
      { raceid: RACE, q: '', ...input },
      { token: as.token, lang: 'en' },
    )
    const [head, ...lines] = csv
      .replace('\uFEFF', '')
      .trimEnd()
      .split('\r\n')
      .map((line) =>
        [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain!),
      )
    const id = String((await rowOf(key)).id)
    const line = lines.find(([one]) => one === id)!
    return new Map(head!.map((title, at) => [title, line[at] ?? '']))
  }
  test('has a column for each field; sealed columns are open only with a reason', async () => {
    const masked = await linesOf({})
    const open = await linesOf({ open: true, why: '保险' })
    for (const name of names) expect([...open.keys()], name).toContain(labels[name].en)
    for (const name of optionalFields) {
      const said = saidOf(name, first[name])
      expect(open.get(labels[name].en), name).toBe(said)
      expect(masked.get(labels[name].en), name).toBe(fields[name].seen === 'all' ? said : '')
    }
    expect(masked.get(labels.idnum.en)).toContain('****')
    expect(open.get(labels.idnum.en)).toBe(idnumOf(1))
    expect(JSON.stringify([...masked])).not.toContain(idnumOf(1))
  })
  test('is refused open without the right or without a reason, and is in the log', async () => {
    const cashier = await staffSession(world, [{ raceid: RACE, role: 'cashier' }])
    const input = { raceid: RACE, q: '', open: true }
    expect(await world.call(consoleRegistrationsExport, { ...input, why: '好奇' }, cashier)).toMatchObject({
      refusal: 'no_permission',
    })
    expect(await world.call(consoleRegistrationsExport, input, desk)).toMatchObject({
      refusal: 'field_wrong',
      data: { fields: { why: expect.any(String) } },
    })
    expect(await world.call(consoleRegistrationsExport, { raceid: RACE, q: '' }, runner)).not.toMatchObject({
      code: '200',
    })
    const log = await world.db
      .selectFrom('log')
      .select(['what', 'target', 'after'])
      .where('raceid', '=', RACE)
      .execute()
    expect(log).toContainEqual({ what: 'registrations exported', target: `race ${RACE}`, after: expect.anything() })
    expect(log).toContainEqual({
      what: 'registration opened',
      target: `registration ${(await rowOf(key)).id}`,
      after: { why: '保险' },
    })
  })
})

test('a saved person fills in each copied field', async () => {
  const [person] = await world.ask(documentsMy, {}, runner)
  await openEvent(world, { id: 2, form: wholeForm })
  await openRace(world, { id: RACE + 1, name: '湖滨马拉松' })
  await openEvent(world, { raceid: RACE + 1, form: wholeForm })
  const { consents } = entrant(1)
  const left = optionalFields.filter((name) => !(savedFields as readonly string[]).includes(name))
  const saved = await world.ask(
    registrationSave,
    {
      raceid: RACE + 1,
      eventid: 1,
      person: person!._key,
      consents,
      ...Object.fromEntries(left.map((name) => [name, first[name]])),
    },
    runner,
  )
  expect(await world.ask(registrationShow, { id: saved._key }, runner)).toMatchObject(first)
})

test("one's own data show each field in words, of a registration and of a saved person, and the copy has it", async () => {
  const of = async (kind: 'registration' | 'person', id: string) =>
    (await world.ask(mydataOpen, { kind, id }, { ...runner, lang: 'en' })).values
  const held = await of('registration', key)
  for (const name of optionalFields)
    expect(held, name).toContainEqual({
      class: expect.any(String),
      label: labels[name].en,
      value: saidOf(name, first[name]),
    })
  const [person] = await world.ask(documentsMy, {}, runner)
  const kept = await of('person', person!._key)
  // An identity card names no country, so the saved person has no answer to this field.
  const given = savedFields.filter((name) => name !== 'country')
  for (const name of given)
    expect(
      kept.map(({ label }) => label),
      name,
    ).toContain(labels[name].en)

  const data = await gatherAll({ ...world.parts, lang: 'en', now: world.clock.now() }, runner.uid)
  const { people } = data as unknown as { people: Record<string, string | null>[] }
  expect(data.registrations.find(({ _key }) => _key === key)).toMatchObject(first)
  for (const name of given) expect(people[0]?.[name], name).toBeTruthy()
  const page = readableCopy(data, 'copy', 'en')
  for (const name of optionalFields) expect(page, name).toContain(labels[name].en)
})

describe('after the race', () => {
  const isGone = (kept: unknown): boolean =>
    kept === null || kept === '' || (Buffer.isBuffer(kept) ? kept.length === 0 : JSON.stringify(kept) === '{}')
  const leftIn = async (of: string, names: readonly FieldName[]) => {
    const row = await rowOf(of)
    return names.filter((name) => !isGone(row[name]))
  }
  test('an erasure of a registration removes each field except the fields of the record', async () => {
    const gone = (await world.ask(registrationSave, entrant(5, first), runner))._key
    const { id } = await rowOf(gone)
    world.clock.set(new Date('2026-12-15T00:00:00Z'))
    const now = world.clock.now()
    const erasure = await world.db.transaction().execute((tx) =>
      askErasure(tx, {
        uid: runner.uid,
        scope: 'registration',
        raceid: RACE,
        registrationid: id,
        person: null,
        anonymous: true,
        asked_at: now,
        due_at: now,
      }),
    )
    await doErasure(world.parts, erasure.id, now)
    const record = names.filter((name) => fields[name].retention === 'record')
    expect(await leftIn(gone, names)).toEqual(record)
  })
  test('retention removes each field with its class, when the days of the class are over', async () => {
    const raceTime = new Date('2026-10-31T23:30:00Z').getTime()
    const classes = Object.entries(retentionDefaults).toSorted(([, one], [, other]) => one - other)
    const before = await leftIn(key, names)
    const erased = new Set<string>()
    for (const [of, days] of classes) {
      await eraseWhatIsDue({ ...world.parts, now: new Date(raceTime + days * DAY) })
      for (const [other, ends] of classes) if (ends <= days) erased.add(other)
      expect(await leftIn(key, before), of).toEqual(before.filter((name) => !erased.has(fields[name].retention)))
    }
    expect(
      await leftIn(
        key,
        names.filter((name) => erased.has(fields[name].retention)),
      ),
    ).toEqual([])
  })
})

test('two answers to each field differ, so that a change is visible', () => {
  for (const [name, [one, other]] of Object.entries(samples)) expect(one, name).not.toBe(other)
})
