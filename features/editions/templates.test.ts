import { expect, test } from 'vitest'
import { langs } from '#contract/words.ts'
import { EventDraft } from '#features/events/contract.ts'
import { draftWrong } from '#features/events/drafts.rules.ts'
import { fieldsWith } from '#features/fields/fields.rules.ts'
import { MenuEntry, RaceSettings } from '#features/races/contract.ts'
import { raceTemplates } from './contract.ts'
import { raceFrom } from './templates.rules.ts'

const now = new Date('2026-03-01T04:00:00Z')
const made = (key: (typeof raceTemplates)[number], time: string, zone = 'Asia/Shanghai') =>
  raceFrom(key, { time: new Date(time), zone, signup_from: undefined }, now)

test('each template makes a race that its own forms take, in three languages', () => {
  for (const key of raceTemplates) {
    const { events, menu, settings } = made(key, '2026-11-01T07:30:00+08:00')
    for (const event of events) {
      expect(EventDraft.parse(event), key).toEqual(event)
      expect(draftWrong(event), `${key} ${event.name}`).toBeUndefined()
      expect(Object.keys(event.names).sort(), `${key} ${event.name}`).toEqual(['en', 'zh-tw'])
      expect(event.cutoff_minutes).toBeGreaterThan(0)
    }
    for (const entry of menu) expect(MenuEntry.parse(entry)).toEqual(entry)
    expect(RaceSettings.parse(settings)).toMatchObject(settings)
    for (const lang of langs) expect(settings.consents.disclaimer.body[lang].length).toBeGreaterThan(60)
  }
})

test('a template asks the fields of a new event, and a trail race asks each field of emergency and health', () => {
  const usual = { email: 'optional', emername: 'required', emertel: 'required', clothes: 'required' }
  const road = made('marathon', '2026-11-01T07:30:00+08:00').events[0]!.form
  const trail = made('trail', '2026-11-01T07:30:00+08:00').events[0]!.form
  expect(road.ask).toEqual({ ...usual, emerrelationship: 'optional' })
  expect(trail.ask).toEqual({ ...usual, emerrelationship: 'required', bloodtype: 'optional' })
  for (const name of fieldsWith({ group: 'emergency', asked: 'form' })) expect(trail.ask[name], name).toBe('required')
  for (const name of fieldsWith({ group: 'health', asked: 'form' })) expect(trail.ask[name], name).toBe('optional')
})

test('dates are counted from the race day on the clock of the race', () => {
  const { events, settings } = made('marathon', '2026-11-01T07:30:00+08:00')
  expect(events[0]).toMatchObject({
    signup_from: '2026-08-03T02:00:00Z',
    signup_until: '2026-09-17T09:00:00Z',
    draw_at: '2026-09-24T02:00:00Z',
    pay_end: '2026-10-01T09:00:00Z',
    start_at: '2026-10-31T23:30:00Z',
  })
  expect(events[2]).toMatchObject({ start_at: '2026-10-31T23:45:00Z', draw_at: null })
  expect(settings.refunds['0']!.tiers.map(({ from, until }) => [from, until])).toEqual([
    [null, '2026-09-02'],
    ['2026-09-03', '2026-09-22'],
    ['2026-09-23', '2026-10-12'],
  ])
})

test('a race that is near keeps its dates in order and opens at once', () => {
  for (const key of raceTemplates)
    for (const days of [1, 2, 3, 7, 20, 45, 60, 99]) {
      const time = new Date(Date.parse('2026-03-01T00:00:00Z') + days * 86_400_000).toISOString()
      for (const event of made(key, time, 'Europe/Berlin').events) {
        expect(draftWrong(event), `${key} in ${days} days`).toBeUndefined()
        expect(Date.parse(event.signup_from!), `${key} in ${days} days`).toBeLessThanOrEqual(now.getTime() + 1)
        expect(Date.parse(event.signup_until!), `${key} in ${days} days`).toBeGreaterThan(now.getTime())
      }
    }
})
