import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkCharacter, type IdType } from '#features/people/rules.ts'
import { saveEventStock } from '#features/events/service.ts'
import { EventForm } from '#features/events/form.contract.ts'
import { RACE, idnumOf, openEvent } from '#test/entrants.ts'
import { type Leavers, openLeavers } from '#test/leavers.ts'
import { staffSession } from '#test/people.ts'
import { consoleRegistrationsOpen, consoleRegistrationsShow } from '../changes/changes.contract.ts'
import type { OpenRegistration } from '../changes/changes.rules.ts'
import { registrationQuery } from '../contract.ts'
import { consoleRegistrationsResend } from '../resend/resend.contract.ts'
import { consoleRegistrationsStory } from '../story/story.contract.ts'
import {
  consoleRegistrationsCorrect,
  consoleRegistrationsForm,
  consoleRegistrationsUncorrect,
} from './correct.contract.ts'
import { checkCorrection } from './correct.rules.ts'

const bornOn = (day: string, order = '123'): string => {
  const digits = `330106${day.replaceAll('-', '')}${order}`
  return digits + checkCharacter(digits)
}

describe('the rules', () => {
  const kept = {
    idtype: 'idcard' as IdType,
    country: '',
    idnum: bornOn('1990-05-01'),
    name: '沈跑跑',
    gender: 'male',
    birth: '1990-05-01',
    mobile: '13900000001',
    answers: {},
    guardian: null,
    qualifying: null,
    email: null,
    emername: null,
    emertel: null,
  } as unknown as OpenRegistration
  const now = new Date('2026-03-01T00:00:00Z')
  const terms = { form: EventForm.parse({ min_age: 18, max_age: 60 }), raceDay: '2026-11-01', overrule: false }

  test('an omitted field stays, and the facts of the number follow it', () => {
    const checked = checkCorrection({ idnum: bornOn('1992-02-29', '124') }, kept, terms, now)
    expect(checked).toMatchObject({
      ok: true,
      touched: ['idnum', 'gender', 'birth'],
      entry: { name: '沈跑跑', gender: 'female', birth: '1992-02-29', age: 34 },
    })
    expect(checkCorrection({ name: '沈跑跑' }, kept, terms, now)).toMatchObject({ ok: true, touched: [] })
  })
  test('a wrong check digit, an impossible day, and a birth beside the number are refused', () => {
    expect(checkCorrection({ idnum: `${bornOn('1990-05-02').slice(0, 17)}0` }, kept, terms, now)).toMatchObject({
      ok: false,
      overrulable: false,
    })
    expect(checkCorrection({ idnum: bornOn('1991-02-29') }, kept, terms, now)).toMatchObject({ ok: false })
    expect(checkCorrection({ birth: '1991-01-01' }, kept, terms, now)).toMatchObject({
      ok: false,
      wrong: { birth: expect.anything() },
    })
  })
  test('limits of the event count unless they are overruled; 10,000 characters are refused, 䶮 is accepted', () => {
    const young = { idnum: bornOn('2009-05-01') }
    expect(checkCorrection(young, kept, terms, now)).toMatchObject({ ok: false })
    const guarded = { ...young, guardian_name: '沈建国', guardian_mobile: '13900000009' }
    expect(checkCorrection(guarded, kept, terms, now)).toMatchObject({ ok: false, overrulable: true })
    expect(checkCorrection(guarded, kept, { ...terms, overrule: true }, now)).toMatchObject({
      ok: true,
      overruled: true,
    })
    expect(checkCorrection({ name: '长'.repeat(10_000) }, kept, terms, now)).toMatchObject({ ok: false })
    expect(checkCorrection({ name: '龚䶮' }, kept, terms, now)).toMatchObject({ ok: true, touched: ['name'] })
  })
})

describe('through the call', () => {
  let desk: Leavers
  let staff: Awaited<ReturnType<typeof staffSession>>
  beforeAll(async () => {
    desk = await openLeavers()
    await openEvent(desk, { id: 9, places: 100, form: { min_age: 20 } })
    staff = await staffSession(desk, [{ raceid: RACE, role: 'registrar' }])
  }, 60_000)
  afterAll(() => desk.close())
  const seenOf = async (id: number) =>
    (await desk.ask(consoleRegistrationsForm, { raceid: RACE, id }, staff)).seen as unknown as string
  const correct = async (id: number, given: object, as: { token: string } = staff) =>
    desk.call(
      consoleRegistrationsCorrect,
      { raceid: RACE, id, seen: await seenOf(id), reason: '证件录入有误', ...given } as never,
      as,
    )

  test('refuses staff without the right, staff of another race, and unknown registrations', async () => {
    const { id } = await desk.paid()
    const given = { raceid: RACE, id, seen: await seenOf(id), reason: 'x', name: '沈小跑' }
    for (const roles of [[{ raceid: RACE, role: 'viewer' as const }], [{ raceid: 7, role: 'registrar' as const }]]) {
      const other = await staffSession(desk, roles)
      for (const call of [consoleRegistrationsCorrect, consoleRegistrationsForm, consoleRegistrationsUncorrect])
        expect((await desk.call(call, { ...given, correctionid: 1 } as never, other)).refusal).toBe('no_permission')
    }
    expect((await desk.call(consoleRegistrationsCorrect, { ...given, id: 999_999 }, staff)).refusal).toBe(
      'registration_not_found',
    )
    expect((await desk.call(consoleRegistrationsCorrect, { ...given, overrule: true }, staff)).refusal).toBe(
      'overrule_no_right',
    )
    expect((await desk.call(consoleRegistrationsUncorrect, { ...given, correctionid: 999 }, staff)).refusal).toBe(
      'correction_undone',
    )
  })

  test('without a reason each wrong field is named beside it, also a document of another person, and nothing is written', async () => {
    const [one, other] = [await desk.paid(), await desk.paid()]
    for (const reason of ['', ' \u200b']) {
      const typed = { reason, idnum: `${idnumOf(one.n).slice(0, 17)}Z`, mobile: '123' }
      expect(await correct(one.id, typed)).toMatchObject({
        refusal: 'field_wrong',
        data: { fields: { idnum: expect.any(String), mobile: expect.any(String), reason: '必填哦' } },
      })
      expect((await correct(one.id, { reason, idnum: idnumOf(other.n) })).refusal).toBe('document_taken')
      expect((await correct(one.id, { reason, name: '沈小跑' })).data).toEqual({ fields: { reason: '必填哦' } })
      expect((await correct(one.id, { reason })).data).toEqual({ fields: { reason: '必填哦' } })
    }
    expect(await desk.row(one._key)).toMatchObject({ name: '沈跑跑' })
  })

  test('a corrected number is found, reported, logged masked, and undone as an action of its own', async () => {
    const one = await desk.paid()
    const idnum = idnumOf(desk.somebody())
    const done = await correct(one.id, { idnum, name: '龚䶮' })
    expect(done).toMatchObject({ code: '200', data: { changed: expect.arrayContaining(['idnum', 'name']) } })
    const opened = await desk.ask(consoleRegistrationsOpen, { raceid: RACE, id: one.id, why: '核对' }, staff)
    expect(opened.idnum).toBe(idnum)
    const story = await desk.ask(consoleRegistrationsStory, { raceid: RACE, id: one.id }, staff)
    const entry = story.items.find(({ correctionid }) => correctionid !== null)!
    expect(entry).toMatchObject({ kind: 'change', by: 'staff', reason: '证件录入有误', after: { name: '龚䶮' } })
    expect(JSON.stringify(story.items)).not.toContain(idnum)
    expect(story.items.some(({ kind, says }) => kind === 'message' && says.includes('更正'))).toBe(true)
    const by = { raceid: RACE, id: one.id, correctionid: entry.correctionid!, reason: '改错了人' }
    expect((await desk.ask(consoleRegistrationsUncorrect, by, staff)).changed).toEqual(done.data!.changed)
    expect((await desk.call(consoleRegistrationsUncorrect, by, staff)).refusal).toBe('correction_undone')
    const back = await desk.ask(consoleRegistrationsOpen, { raceid: RACE, id: one.id, why: '核对' }, staff)
    expect(back.idnum).toBe(idnumOf(one.n))
    expect((await desk.ask(consoleRegistrationsShow, { raceid: RACE, id: one.id }, staff)).registration.name).toBe(
      '沈跑跑',
    )
    const cards = await desk.ask(registrationQuery, { raceid: RACE, idnum: idnumOf(one.n), check: undefined } as never)
    expect(cards).toMatchObject([{ _key: one._key }])
  })

  test('the log says that answers changed, and holds none of them', async () => {
    const questions = [{ name: 'club', kind: 'text' as const, says: { 'zh-cn': '跑团' } }]
    await openEvent(desk, { id: 8, places: 100, form: { questions } })
    const one = await desk.paid({ eventid: 8, answers: { club: '黎明跑团' } })
    expect((await correct(one.id, { answers: { club: '北岸跑团' } })).data).toMatchObject({ changed: ['answers'] })
    const log = await desk.db
      .selectFrom('log')
      .select(['what', 'before', 'after'])
      .where('target', '=', `registration ${one.id}`)
      .where('what', '=', 'registration corrected')
      .execute()
    expect(log).toMatchObject([{ before: { answers: '' }, after: { answers: 'changed' } }])
    expect(JSON.stringify(log)).not.toMatch(/黎明|北岸/)
  })

  test('a document of another registration is refused, and the answer names that registration', async () => {
    const [one, other] = [await desk.paid(), await desk.paid()]
    const refused = await correct(one.id, { idnum: idnumOf(other.n) })
    expect(refused.refusal).toBe('document_taken')
    expect(refused.msg).toContain(String(other.id))
  })

  test('limits of age count; a director overrules them with the reason', async () => {
    const one = await desk.paid({ eventid: 9 })
    const given = { idnum: bornOn('2007-05-01', '357') }
    const refused = await correct(one.id, given)
    expect(refused).toMatchObject({ refusal: 'field_wrong', data: { fields: { idnum: expect.any(String) } } })
    const director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
    expect(await correct(one.id, given, director)).toMatchObject({ data: { overrulable: true } })
    expect(await correct(one.id, { ...given, overrule: true }, director)).toMatchObject({ code: '200' })
  })

  test('a paid registration keeps an add-on that is sold out since, and the stock does not change', async () => {
    const medal = { id: 'medal', names: { 'zh-cn': '奖牌刻字' }, price: 2_000, per_person: 1 }
    await openEvent(desk, { id: 11, places: 10, addons: [medal] })
    const counter = () =>
      desk.db
        .selectFrom('counters')
        .select(['most', 'taken'])
        .where('raceid', '=', RACE)
        .where('eventid', '=', 11)
        .where('kind', '=', 'addon')
        .executeTakeFirstOrThrow()
    const stock = [{ kind: 'addon' as const, name: 'medal', shared: false, most: 1 }]
    await desk.db.transaction().execute((tx) => saveEventStock(tx, RACE, 11, stock, desk.clock.now()))
    const one = await desk.paid({ eventid: 11, addons: { medal: 1 } })
    expect(await counter()).toEqual({ most: 1, taken: 1 })
    expect(await correct(one.id, { name: '沈小跑', clothes: 'L' })).toMatchObject({ code: '200' })
    expect(await counter()).toEqual({ most: 1, taken: 1 })
    expect(await desk.row(one._key)).toMatchObject({ name: '沈小跑', clothes: 'L', addons: [{ id: 'medal', n: 1 }] })
    // The event does not offer the add-on any more, and the runner still has it.
    await openEvent(desk, { id: 11, places: 10, addons: [] })
    expect(await correct(one.id, { clothes: 'M' })).toMatchObject({ code: '200' })
    expect(await desk.row(one._key)).toMatchObject({ clothes: 'M', addons: [{ id: 'medal', n: 1 }] })
    expect(await desk.unbalanced()).toEqual([])
  })

  test('of two people who correct at once the second is told, and nothing of the second is written', async () => {
    const one = await desk.paid()
    const seen = await seenOf(one.id)
    desk.minutes(1)
    const send = (name: string) =>
      desk.call(consoleRegistrationsCorrect, { raceid: RACE, id: one.id, seen, reason: 'x', name }, staff)
    const both = await Promise.all([send('沈一'), send('沈二')])
    expect(both.map(({ refusal }) => refusal ?? 'done').sort()).toEqual(['changed_meanwhile', 'done'])
  })

  test('consoleRegistrationsResend sends the confirmation again, three times an hour', async () => {
    const one = await desk.paid()
    const viewer = await staffSession(desk, [{ raceid: RACE, role: 'viewer' }])
    const send = (id: number, as: { token: string } = staff) =>
      desk.call(consoleRegistrationsResend, { raceid: RACE, id }, as)
    expect((await send(one.id, viewer)).refusal).toBe('no_permission')
    expect((await send(999_999)).refusal).toBe('registration_not_found')
    for (const _ of [1, 2, 3]) expect(await send(one.id)).toMatchObject({ code: '200' })
    expect((await send(one.id)).refusal).toBe('too_often')
    const story = await desk.ask(consoleRegistrationsStory, { raceid: RACE, id: one.id }, staff)
    expect(story.items.filter(({ says }) => says.includes('报名确认')).length).toBeGreaterThan(0)
  })
})
