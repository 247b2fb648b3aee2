import { chinaDay, dayAfter } from '#contract/days.ts'
import type { Tx } from '#db/db.ts'
import { insertGroup, insertProof, saveChallenge, saveSignup, setGroup } from '#features/challenges/store.ts'
import { CHALLENGE_CONSENT_VERSION } from '#features/challenges/words.ts'
import { newKey } from '#db/random.ts'
import type { Parts } from '#seam/server/handle.ts'

const RACE = 2026
/** The names that people chose, and the days on which they did not run. A day is the number of days before today. */
const people = [
  ['江边的风', []],
  ['小步快跑', [4]],
  ['Lena', [2, 3]],
  ['老周', [0, 1, 5, 6]],
] as const

const runs = async (tx: Tx, challengeid: number, signupid: number, n: number, today: string, now: Date) => {
  const [, missed] = people[n]!
  for (let ago = 12; ago >= 0; ago--) {
    if ((missed as readonly number[]).includes(ago)) continue
    await insertProof(
      tx,
      RACE,
      {
        challengeid,
        signupid,
        day: dayAfter(today, -ago),
        made_up: false,
        proof: 'track',
        metres: 3200 + ((ago * 7 + n * 3) % 9) * 700,
        seconds: 1200 + ((ago * 5 + n) % 7) * 260,
        began_at: null,
        photo: null,
        mark: null,
        sketch: null,
        state: 'counts',
        reason: null,
        note: '',
      },
      new Date(now.getTime() - ago * 86_400_000),
    )
  }
}

/** Writes a challenge of race 2026 that is under way, with a group of friends. */
export const seedChallenge = async ({ db }: Pick<Parts, 'db'>, now: Date): Promise<void> => {
  const today = chinaDay(now)
  const accounts = await db
    .selectFrom('registrations')
    .select('uid')
    .distinct()
    .where('raceid', '=', RACE)
    .where('uid', 'is not', null)
    .orderBy('uid')
    .limit(people.length)
    .execute()
  await db.transaction().execute(async (tx) => {
    const challenge = await saveChallenge(
      tx,
      {
        raceid: RACE,
        name: '赛前 21 天',
        names: { 'zh-tw': '賽前 21 天', en: '21 days before the race' },
        description: '每天至少 3 公里，坚持 21 天。漏了一天可以补卡，最多两次。',
        descriptions: {
          'zh-tw': '每天至少 3 公里，堅持 21 天。漏了一天可以補打卡，最多兩次。',
          en: 'Run at least 3 km a day for 21 days. You can make up for a missed day, twice at most.',
        },
        goal: 'days',
        target: 21,
        starts_on: dayAfter(today, -12),
        ends_on: dayAfter(today, 18),
        least_metres: 3000,
        proofs: ['track', 'photo'],
        review: true,
        makeups: 2,
        makeup_days: 3,
        published_at: now,
      },
      now,
    )
    const challengeid = challenge.id
    const group = await insertGroup(tx, { raceid: RACE, challengeid, name: '江畔跑团', code: newKey(RACE) }, now)
    for (const [n, { uid }] of accounts.entries()) {
      const signup = await saveSignup(
        tx,
        {
          raceid: RACE,
          challengeid,
          uid: Number(uid),
          name: people[n]![0],
          consent_version: CHALLENGE_CONSENT_VERSION,
        },
        now,
      )
      if (n < 3) await setGroup(tx, signup, group.id)
      await runs(tx, challengeid, signup.id, n, today, now)
    }
  })
}
