import { describe, expect, test } from 'vitest'
import { type ChecklistState, type ChecklistStep, checklistSteps } from '#contract/checklist.ts'
import { keyFrom } from '#contract/scalars.ts'
import { type NextFacts, byNeed, byUrgency, nextStepOf } from './next.rules.ts'
import { linkOfScene, pageOfScene, pictureName, raceOfScene, sceneFrom, stateOfScene } from './scene.rules.ts'

const at = (iso: string) => new Date(iso)

describe('scenes', () => {
  test('fit into the 32 characters of a mini-program for every race, and name their race', () => {
    for (const raceid of [1, 2026, 2 ** 31 - 1]) {
      const scene = sceneFrom(raceid, crypto.getRandomValues(new Uint8Array(32)))
      expect(scene.length).toBeLessThanOrEqual(32)
      expect(scene).toMatch(/^[0-9A-Za-z!#$&'()*+,/:;=?@._~-]+$/)
      expect(raceOfScene(scene)).toBe(raceid)
    }
    expect(raceOfScene(keyFrom(7, new Uint8Array(22)))).toBeUndefined()
    expect(raceOfScene('zzzzzz.11111111111111111111')).toBe(undefined)
  })

  test("lead only to our own pages, and never to one person's data", () => {
    const key = keyFrom(7, new Uint8Array(22))
    expect(pageOfScene('/notice?noticeid=12&raceid=9&lang=en')).toEqual({ page: '/notice', params: { noticeid: '12' } })
    expect(pageOfScene('/home')).toEqual({ page: '/home', params: {} })
    for (const page of [
      'https://else.example/',
      '//else.example/',
      '/\\else.example',
      'home',
      '/console/7',
      '/files/1',
      '/api/x',
      '',
    ])
      expect(pageOfScene(page), page).toBe('elsewhere')
    for (const page of [
      `/queryDetail?_key=${key}`,
      `/score?note=${key}`,
      '/query?idnum=110',
      '/me?_token=x',
      `/codes/${key}.png`,
      '/ticket?id=4',
    ])
      expect(pageOfScene(page), page).toBe('personal')
    expect(linkOfScene({ page: '/home', params: { from: '海报' } }, 7, '7.a')).toBe(
      '/home?from=%E6%B5%B7%E6%8A%A5&raceid=7&scene=7.a',
    )
  })

  test('end at their moment, and stop by hand', () => {
    const now = at('2026-03-01T00:00:00Z')
    expect(stateOfScene({ expires_at: null, stopped_at: null }, now)).toBe('live')
    expect(stateOfScene({ expires_at: now, stopped_at: null }, now)).toBe('over')
    expect(stateOfScene({ expires_at: now, stopped_at: now }, now)).toBe('stopped')
    expect(pictureName(4, '起点/A区:1 "左"')).toBe('005-起点_A区_1 _左_.png')
  })
})

describe('the next step', () => {
  type Line = { step: ChecklistStep; state: ChecklistState; until?: Date | null }
  const facts = (change: Partial<NextFacts<Line>> = {}): NextFacts<Line> => ({
    state: 'normal',
    canSignUpAgain: false,
    entered: true,
    lines: [],
    hasResult: false,
    start: at('2026-11-01T00:30:00Z'),
    zone: 'Asia/Shanghai',
    ...change,
  })
  const now = at('2026-10-20T00:00:00Z')
  const step = (change: Partial<NextFacts<Line>>, when = now) => nextStepOf(facts(change), when).step

  test('is the first open step of the check list, whatever the step is', () => {
    for (const name of checklistSteps) {
      const line = { step: name, state: 'todo', until: at('2026-10-21T00:00:00Z') } as const
      const lines = [{ step: 'start', state: 'later' }, line, { step: 'pay', state: 'todo' }] as const
      expect(nextStepOf(facts({ lines }), now)).toEqual({ step: name, needs: true, until: line.until, line })
    }
    expect(nextStepOf(facts({ lines: [{ step: 'mend', state: 'todo' }], entered: false }), now)).toMatchObject({
      step: 'mend',
      needs: true,
      until: null,
    })
  })

  test('is a state of rest if the check list asks for nothing', () => {
    const lines = [
      { step: 'sign', state: 'done' },
      { step: 'collect', state: 'later' },
    ] as const
    expect(nextStepOf(facts({ lines }), now)).toEqual({ step: 'ready', needs: false, until: null })
    expect(step({ state: 'draw', entered: false })).toBe('wait')
    expect(step({ canSignUpAgain: true, entered: false })).toBe('again')
    expect(step({ state: 'waitfail', entered: false })).toBe('over')
  })

  test('goes by the day of the race in its own zone', () => {
    // 16:00 in London on the day before is midnight of race day in Shanghai.
    expect(step({}, at('2026-10-31T15:59:59Z'))).toBe('ready')
    expect(step({}, at('2026-10-31T16:00:00Z'))).toBe('run')
    expect(step({}, at('2026-11-01T15:59:59Z'))).toBe('run')
    expect(step({}, at('2026-11-01T16:00:00Z'))).toBe('over')
    expect(step({ hasResult: true }, at('2026-11-01T05:00:00Z'))).toBe('result')
    expect(step({ lines: [{ step: 'pay', state: 'todo' }] }, at('2026-12-01T00:00:00Z'))).toBe('over')
  })

  test('lists races that end first at the top, and races that need something before coming and past races', () => {
    const one = (name: 'pay' | 'sign' | 'ready', needs: boolean, until: Date | null) => ({ step: name, needs, until })
    const ordered = [one('ready', false, null), one('sign', true, null), one('pay', true, now)].sort(byUrgency)
    expect(ordered.map((next) => next.step)).toEqual(['pay', 'sign', 'ready'])
    const race = (id: number, needs: boolean, time: string) => ({ id, needs, time: at(time) })
    const races = [
      race(1, false, '2026-01-01T00:00:00Z'),
      race(2, false, '2026-12-01T00:00:00Z'),
      race(3, false, '2026-11-01T00:00:00Z'),
      race(4, true, '2027-01-01T00:00:00Z'),
      race(5, false, '2026-05-01T00:00:00Z'),
    ]
    expect(races.sort(byNeed(now)).map(({ id }) => id)).toEqual([4, 3, 2, 5, 1])
  })
})
