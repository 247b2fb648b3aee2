import type { Lang } from '#contract/words.ts'
import { countingFailures } from '#db/errors/failures.ts'
import { type Limit, countTry } from '#db/limits/limits.ts'
import { reencode } from '#features/files/encoding.service.ts'
import { ownRegistrations, publishedRace } from '#features/registrations/status/ownership.service.ts'
import { consentsFor } from '#features/registrations/signup/wording.rules.ts'
import { type Parts, handle } from '#seam/server/handle.ts'
import { photoFace, photoFaces } from './faces.contract.ts'
import { shown } from '../present.rules.ts'
import { SURE, letsFace } from '../rules.ts'
import { albumsOut } from '../shelves.service.ts'
import { listReady } from '../store.ts'

const tries: Limit = { kind: 'faces looked for by an account', max: 10, seconds: 3600 }
const MOST = 100

type Given = Readonly<Record<string, { at?: string; withdrawn_at?: string | null } | undefined>>
/**
 * Finds the account's live registration in a race, and whether it has a valid consent about faces. A registration with
 * consent comes first. Returns undefined if the account has no live registration there.
 */
const mine = async ({ db, seal }: Pick<Parts, 'db' | 'seal'>, uid: number, raceid: number, now: Date) => {
  const own = (await ownRegistrations(db, seal, uid, { raceid, limit: 20 }, now)).filter(
    ({ deleted_at, closed_at }) => deleted_at === null && closed_at === null,
  )
  const known = own.map(({ _key, consents }) => ({ key: _key, given: letsFace((consents as Given).photos) }))
  return known.find(({ given }) => given) ?? known[0]
}
const consentIn = (lang: Lang, own: Parameters<typeof consentsFor>[1]) =>
  consentsFor(lang, own).find(({ name }) => name === 'photos')!

export const routes = [
  handle(photoFaces, async ({ input, db, seal, integrations, now, lang, who, refuse }) => {
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    if (!integrations.recognition?.photosWith) return refuse('faces_off')
    const registration = await mine({ db, seal }, who.uid!, input.raceid, now)
    const { title, body } = consentIn(lang, race.settings.consents)
    return { consent: registration ? { ...registration, title, body } : null }
  }),

  handle(photoFace, async ({ input, files, db, seal, integrations, now, who, refuse }) => {
    const { raceid } = input
    if (!(await publishedRace(db, raceid, now))) return refuse('race_not_found')
    const look = integrations.recognition?.photosWith
    if (!look) return refuse('faces_off')
    if (!(await mine({ db, seal }, who.uid!, raceid, now))?.given) return refuse('face_consent')
    const file = files[0] ?? refuse('file_missing')
    const wait = await countTry(db, tries, String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const face = await reencode(file.bytes)
    if (typeof face === 'string') return refuse(face)
    const answer = (await countingFailures(db, 'faces', now, () => look(face.bytes, raceid))) ?? refuse('faces_down')
    const seen = answer.answer.filter(({ confidence }) => confidence >= SURE)
    const out = new Set((await albumsOut(db, raceid, now)).map(({ id }) => id))
    const ready = new Map(
      (
        await listReady(
          db,
          raceid,
          seen.map(({ id }) => id),
        )
      )
        .filter(({ albumid }) => out.has(albumid))
        .map((row) => [row.id, row]),
    )
    const items = seen.flatMap(({ id }) => ready.get(id) ?? []).slice(0, MOST)
    return { total: items.length, items: items.map(shown) }
  }),
]
