import type { Db, Tx } from '#db/db.ts'
import { type Limit, countTry } from '#db/limits/limits.ts'
import { newKey } from '#db/random.ts'
import { dayIn } from '#contract/days.ts'
import { wrong } from '#contract/wrong.ts'
import { removeBytes } from '#features/files/personal.service.ts'
import { keepPrivateFile, takePrivateFile } from '#features/files/service.ts'
import { readPublishedRace } from '#features/races/service.ts'
import { readTrackFile } from '#features/tracking/share/file.rules.ts'
import { type Context, handle } from '#seam/server/handle.ts'
import type { GoneFile } from '#seam/server/personal.ts'
import { routes as consoleRoutes } from './console.routes.ts'
import { challengesJoin, challengesList, challengesRank, clockMy, clockSign } from './contract.ts'
import { rankPeople } from './days.rules.ts'
import {
  type Clocking,
  isChallengeShown,
  takeProof,
  photoShown,
  proofPlaceNow,
  presentChallenge,
  presentMine,
  presentProof,
  trackShown,
} from './service.ts'
import {
  type ChallengeRow,
  type ChallengeSignupRow,
  countPeople,
  findChallenge,
  findGroup,
  findSignup,
  insertGroup,
  listChallenges,
  listPeople,
  listSignups,
  lockGroup,
  lockSignup,
  saveSignup,
  setGroup,
  withdrawSignup,
} from './store.ts'
import { CHALLENGE_CONSENT_VERSION, challengeConsent } from './words.ts'

/**
 * The limit on proofs. A proof costs the server a second of work, and the server keeps the photo of the proof on the
 * disk.
 */
const proofsOfAccount: Limit = { kind: 'challenge proofs', max: 30, seconds: 3600 }
/** The largest number of people in a group of a challenge. */
const mostInGroup = 200

const shownZone = async (db: Db, raceid: number, now: Date): Promise<string | undefined> => {
  const race = await readPublishedRace(db, raceid, now)
  return race ? race.zone : undefined
}
const shownChallenge = async (db: Db, raceid: number, id: number, now: Date): Promise<ChallengeRow | undefined> => {
  const challenge = await findChallenge(db, raceid, id)
  return challenge && isChallengeShown(challenge, now) ? challenge : undefined
}
const peopleOf = async (on: Db | Tx, raceid: number, id: number): Promise<number> =>
  (await countPeople(on, raceid)).find(({ challengeid }) => challengeid === id)?.people ?? 0

type Joining = Pick<Context<typeof challengesJoin>, 'input' | 'refuse' | 'now'>
const changeGroup = async (tx: Tx, signup: ChallengeSignupRow, { input, refuse, now }: Joining): Promise<void> => {
  const { raceid, id, change, name, code } = input
  if (change === 'leave') return setGroup(tx, signup, null)
  if (code !== undefined) {
    const group = (await findGroup(tx, raceid, id, code)) ?? refuse('challenge_group_not_found')
    if (signup.groupid !== group.id && (await lockGroup(tx, group)) >= mostInGroup) refuse('challenge_group_full')
    return setGroup(tx, signup, group.id)
  }
  const made = await insertGroup(tx, { raceid, challengeid: id, name: name!, code: newKey(raceid) }, now)
  return setGroup(tx, signup, made.id)
}

type Signing = Pick<
  Context<typeof clockSign>,
  'input' | 'files' | 'db' | 'seal' | 'integrations' | 'now' | 'who' | 'refuse'
>
const shownOf = async ({ input, files, now, refuse }: Signing) => {
  const file = files[0] ?? refuse('challenge_file_needed')
  if (input.proof === 'photo') return photoShown(file.bytes)
  const read = await readTrackFile(file.bytes)
  return 'fault' in read ? refuse(read.fault) : trackShown(read.points, now)
}
/** Keeps the photo of a proof that may count. Null for a track, and for a photo that cannot count. */
const keepPhoto = async ({ files, db, seal, integrations, now, who, input, refuse }: Signing, clocking: Clocking) => {
  if (clocking.shown.proof !== 'photo' || typeof (await proofPlaceNow(db, clocking)) === 'string') return null
  const file = files[0]!
  const kept = await keepPrivateFile(
    { db, seal, integrations },
    { raceid: input.raceid, uid: who.uid!, bytes: file.bytes, name: file.filename },
    now,
  )
  return typeof kept === 'string' ? refuse(kept) : kept.path
}

export const routes = [
  handle(challengesList, async ({ input, db, now, lang, say, refuse }) => {
    const { raceid, id } = input
    const zone = (await shownZone(db, raceid, now)) ?? refuse('race_not_found')
    const all = (await listChallenges(db, raceid)).filter(
      (one) => isChallengeShown(one, now) && (id === undefined || one.id === id),
    )
    if (id !== undefined && all.length === 0) refuse('challenge_not_found')
    const people = new Map((await countPeople(db, raceid)).map((one) => [one.challengeid, one.people]))
    return {
      zone,
      items: all.map((one) => presentChallenge(one, people.get(one.id) ?? 0, lang)),
      consent: {
        version: CHALLENGE_CONSENT_VERSION,
        title: say(challengeConsent.title),
        body: say(challengeConsent.body),
      },
    }
  }),
  handle(clockMy, async ({ input, db, now, who, lang }) => {
    const items = []
    for (const signup of await listSignups(db, who.uid!, input.raceid)) {
      const { raceid, challengeid } = signup
      if (input.id !== undefined && input.id !== challengeid) continue
      const [challenge, zone] = [await findChallenge(db, raceid, challengeid), await shownZone(db, raceid, now)]
      if (!challenge || zone === undefined) continue
      const people = await peopleOf(db, raceid, challengeid)
      items.push(await presentMine(db, { challenge, signup, zone, people, now, lang }))
    }
    return { items }
  }),
  handle(clockSign, async (signing) => {
    const { input, db, now, who, lang, refuse, save } = signing
    const { raceid, id, day, note } = input
    const zone = (await shownZone(db, raceid, now)) ?? refuse('race_not_found')
    const challenge = (await shownChallenge(db, raceid, id, now)) ?? refuse('challenge_not_found')
    const signup = await findSignup(db, raceid, id, who.uid!)
    if (!signup || signup.withdrawn_at !== null) return refuse('challenge_not_joined')
    const wait = await countTry(db, proofsOfAccount, String(who.uid), now)
    if (wait > 0) refuse('too_often', { retry_after: wait })
    const clocking = { challenge, signup, zone, now, shown: await shownOf(signing), chosen: day, note }
    const photo = await keepPhoto(signing, clocking)
    return save(async (tx) => {
      const row = (await takeProof(tx, clocking, photo)) ?? refuse('challenge_not_joined')
      const people = await peopleOf(tx, raceid, id)
      const mine = await presentMine(tx, { challenge, signup, zone, people, now, lang })
      return { proof: presentProof(row, lang), mine }
    })
  }),
  handle(challengesJoin, async (joining) => {
    const { input, db, integrations, now, who, lang, refuse, refuseField, save } = joining
    const { raceid, id, change } = input
    const zone = (await shownZone(db, raceid, now)) ?? refuse('race_not_found')
    const uid = who.uid!
    if (change === 'withdraw') {
      const signup = (await findSignup(db, raceid, id, uid)) ?? refuse('challenge_not_joined')
      const gone: GoneFile[] = []
      const answer = await save(async (tx) => {
        await lockSignup(tx, raceid, signup.id)
        for (const photo of await withdrawSignup(tx, signup, now)) {
          const hash = /([0-9a-f]{32})\.\w+$/.exec(photo)?.[1]
          if (hash) gone.push(...(await takePrivateFile(tx, raceid, hash, uid)))
        }
        return { mine: null }
      })
      for (const file of gone) await removeBytes({ integrations }, file)
      return answer
    }
    const challenge = (await shownChallenge(db, raceid, id, now)) ?? refuse('challenge_not_found')
    if (challenge.ends_on < dayIn(zone, now)) refuse('challenge_over')
    if (change === 'join' && input.consent !== CHALLENGE_CONSENT_VERSION) refuse('challenge_consent_outdated')
    if (change === 'join' && input.name === undefined) refuseField('name', wrong.required)
    if (change === 'group' && input.name === undefined && input.code === undefined) refuseField('name', wrong.required)
    return save(async (tx) => {
      if (change === 'join') {
        const row = { raceid, challengeid: id, uid, name: input.name!, consent_version: CHALLENGE_CONSENT_VERSION }
        const joined = await saveSignup(tx, row, now)
        // A person who joins by a friend's link also joins the friend's group.
        if (input.code !== undefined) await changeGroup(tx, joined, joining)
      } else {
        const found = await findSignup(tx, raceid, id, uid)
        const own = found && (await lockSignup(tx, raceid, found.id))
        if (!own || own.withdrawn_at !== null) return refuse('challenge_not_joined')
        await changeGroup(tx, own, joining)
      }
      const signup = (await findSignup(tx, raceid, id, uid))!
      const people = await peopleOf(tx, raceid, id)
      return { mine: await presentMine(tx, { challenge, signup, zone, people, now, lang }) }
    })
  }),
  handle(challengesRank, async ({ input, db, now, refuse }) => {
    const { raceid, id, code, limit } = input
    if ((await shownZone(db, raceid, now)) === undefined) refuse('race_not_found')
    const challenge = (await shownChallenge(db, raceid, id, now)) ?? refuse('challenge_not_found')
    const group =
      code === undefined ? null : ((await findGroup(db, raceid, id, code)) ?? refuse('challenge_group_not_found'))
    const ranked = rankPeople(challenge.goal, await listPeople(db, challenge, group?.id ?? null))
    return { total: ranked.length, items: ranked.slice(0, limit) }
  }),
  ...consoleRoutes,
]
