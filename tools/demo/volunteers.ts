import { noteId, noteIds } from '#db/ids.ts'
import { newKey } from '#db/random.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { insertGame, saveGameRunners } from '#features/lookups/store.ts'
import { readRace } from '#features/races/service.ts'
import { enlistVolunteer } from '#features/volunteers/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { withCheck } from './people.ts'

const number = (birth: string, serial: number): string => withCheck(`339999${birth}${String(serial).padStart(3, '0')}`)
const HOUR = 3_600_000

/**
 * The invented volunteers of race 2026. `from` counts the hours from the start of the race, and `hours` is the length
 * of a shift.
 */
const volunteers = [
  {
    name: '何志暖',
    idnum: number('19950315', 801),
    mobile: '10000002001',
    post: '15公里补给站',
    team: '补给三组',
    place: '滨江大道与望澜路口',
    from: -2,
    hours: 6,
    leader: '唐一鸣',
    leader_mobile: '10000002099',
    notes: '请穿防滑鞋，早餐在集合点领取。',
  },
  {
    name: '何志暖',
    idnum: number('19950315', 801),
    mobile: '10000002001',
    post: '参赛包发放',
    team: '领物一组',
    place: '澜江会展中心3号厅',
    from: -46,
    hours: 8,
    leader: '许文清',
    leader_mobile: '10000002098',
    notes: '',
  },
  {
    name: '宋雨桐',
    idnum: number('20010822', 804),
    mobile: '10000002002',
    post: '终点完赛物资',
    team: '终点二组',
    place: '江滨体育场南门',
    from: 0,
    hours: 5,
    leader: '唐一鸣',
    leader_mobile: '10000002099',
    notes: '',
  },
  {
    name: '程博远',
    idnum: number('19881109', 807),
    mobile: '10000002003',
    post: '起点检录',
    team: '起点一组',
    place: '江滨体育场北广场',
    from: -2,
    hours: 3,
    leader: '冯嘉树',
    leader_mobile: '10000002097',
    notes: '',
  },
  {
    name: '陆思涵',
    idnum: number('19991201', 810),
    mobile: '10000002004',
    post: '急救跑者',
    team: '医疗组',
    place: '25至30公里',
    from: -1,
    hours: 7,
    leader: '袁书瑜',
    leader_mobile: '10000002096',
    notes: '自带跑鞋与心率带。',
  },
] as const

const runners = [
  ['F001', '周晓澜', 'female', number('19920517', 2), '38:12', '亲子二人组'],
  ['F002', '周小满', 'male', number('20170602', 813), '38:12', '亲子二人组'],
  ['F003', '高宇航', 'male', number('19860704', 815), '41:55', '亲子三人组'],
  ['F004', '高可心', 'female', number('20160918', 818), '41:55', '亲子三人组'],
  ['F005', '田若溪', 'female', number('19900110', 820), '45:30', '亲子二人组'],
] as const

/**
 * Writes volunteers of race 2026, and an activity beside the race. The runners of the activity look themselves up by
 * number.
 */
export const seedVolunteersAndGames = async ({ db, seal }: Parts, now: Date): Promise<void> => {
  const raceid = 2026
  const race = (await readRace(db, raceid, now))!
  await seal.prepare(raceScope(raceid))
  await db.transaction().execute(async (tx) => {
    for (const { from, hours, ...volunteer } of volunteers) {
      const starts_at = new Date(race.time.getTime() + from * HOUR)
      await enlistVolunteer(
        tx,
        seal,
        raceid,
        { ...volunteer, starts_at, ends_at: new Date(starts_at.getTime() + hours * HOUR), state: 'confirmed' },
        now,
      )
    }
    const game = await insertGame(tx, {
      raceid,
      name: '澜江亲子3公里挑战',
      certificateid: null,
      posterid: null,
      published_at: now,
      created_at: now,
      updated_at: now,
    })
    await noteId(tx, 'game', game.id, raceid)
    const rows = runners.map(([bib, name, gender, idnum, time, group]) => ({
      _key: newKey(raceid),
      bib,
      name,
      gender,
      event: '亲子3公里',
      time,
      nettime: null,
      meta: { 组合: group },
      idnum_ix: seal.blind(raceScope(raceid), 'idnum', idnum),
    }))
    const { added } = await saveGameRunners(tx, raceid, game.id, rows, now)
    await noteIds(tx, 'gamerunner', added, raceid)
  })
}
