import { describe, expect, test } from 'vitest'
import { mayBeMember, whyTeamsStand } from '#features/registrations/status/membership.rules.ts'
import { checkTeam, normalTeamName } from './rules.ts'

describe('rules', () => {
  test('the typed facts of a team', () => {
    expect(Object.keys(checkTeam({ name: ' ', profile: '', cover: '', password: '' }))).toEqual([
      'name',
      'profile',
      'cover',
      'password',
    ])
    expect(checkTeam({ name: '', cover: '' })).toMatchObject({
      name: { message: { en: 'Team name not entered' } },
      cover: { message: { en: 'Team cover not uploaded' } },
    })
    expect(checkTeam({ name: '跑', password: '12345' })).toMatchObject({
      name: { values: { n: 2 } },
      password: { values: { n: 6 } },
    })
    expect(checkTeam({ name: '跑'.repeat(21) })).toMatchObject({ name: { values: { n: 20 } } })
    expect(
      checkTeam({ name: '西湖跑团', profile: '第一行\n第二行', cover: '/files/1/x.jpg', password: '123456' }),
    ).toEqual({})
    expect(checkTeam({ name: '西湖\u0007跑团' })).toMatchObject({ name: {} })
  })
  test('one name in every spelling is equal', () => {
    expect(new Set(['West Lake', 'west lake', 'ＷＥＳＴ　ＬＡＫＥ', 'WestLake'].map(normalTeamName)).size).toBe(1)
  })
  test('teams do not change if the race has none, and from their last moment on', () => {
    const [now, later] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-03-02T00:00:00Z')]
    expect(whyTeamsStand({ teams: false }, null, now)).toBe('no_teams')
    expect(whyTeamsStand({ teams: true }, null, now)).toBeUndefined()
    expect(whyTeamsStand({ teams: true }, now, now)).toBe('teams_over')
    expect(whyTeamsStand({ teams: true, team_until: later.toISOString() }, now, now)).toBeUndefined()
    expect(whyTeamsStand({ teams: true, team_until: now.toISOString() }, later, now)).toBe('teams_over')
  })
  test('an ended registration belongs to no team', () => {
    const standing = { deleted_at: null, closed_at: null, refundid: 0, state: 'normal' }
    expect(mayBeMember(standing)).toBe(true)
    for (const change of [
      { deleted_at: new Date(0) },
      { closed_at: new Date(0) },
      { refundid: 1 },
      { state: 'delay' },
      { state: 'waitfail' },
    ])
      expect(mayBeMember({ ...standing, ...change })).toBe(false)
  })
})
