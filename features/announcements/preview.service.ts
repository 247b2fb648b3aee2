import { type Lang, type Text, langs } from '#contract/words.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { accountsWithMail } from '#features/mail/service.ts'
import { inBox } from '#features/messages/box.words.ts'
import { messageTextOf } from '#features/messages/rules.ts'
import { platformSettings } from '#features/platform/service.ts'
import { maskName } from '#features/registrations/lookup/companions.rules.ts'
import { countOfIds, recipientsByIds } from '#features/registrations/lookup/recipients.service.ts'
import { languageOf } from '#features/registrations/runnerMessages.service.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { type ReaderSource, allReaders } from './service.ts'
import { holdsPersonalVariable, countTextParts } from './variables.rules.ts'
import { writtenFor } from './writing.service.ts'

type Wanted = {
  raceid: number
  title: Text
  body: Text
  by_text: boolean
  after?: number | undefined
  /** True if the caller may see registrations. The preview then shows the message of one registration. */
  seen: boolean
}
/**
 * The number of registrations whose texts decide the price. If there are more registrations, the longest of these texts
 * counts for all registrations.
 */
const LOOKED_AT = 300

/** Counts the readers and the price, and writes the message as a real reader would get it. */
export const previewFor = async (
  { db, seal, now }: Pick<Parts, 'db' | 'seal'> & { now: Date },
  readers: ReaderSource,
  { raceid, title, body, by_text, after = 0, seen }: Wanted,
) => {
  const race = await raceGiven(db, raceid, now)
  if (!race) return undefined
  const ids = await allReaders(db, readers)
  const { mobiles, uids } = ids.length === 0 ? { mobiles: 0, uids: [] } : await countOfIds(db, raceid, ids)
  const [mails, { signature, textPrice }] = await Promise.all([accountsWithMail(db, uids, true), platformSettings(db)])
  const written = { title, body }
  const smsOf = (values: ReturnType<typeof writtenFor>, lang: Lang) =>
    messageTextOf('announcement', values, lang, signature)
  const next = ids.find((id) => id > after) ?? ids[0]
  const some = await recipientsByIds(db, raceid, [...new Set([...(next ? [next] : []), ...ids.slice(0, LOOKED_AT)])])
  const own = holdsPersonalVariable(title, body)
  const inOf = (row: (typeof some)[number]) => languageOf(row, row.mobile_mask ?? '')
  // The preview counts one text message for each registration, or one for each mobile if all registrations get the same
  // text.
  const looked = new Map(
    some
      .filter(({ id, mobile_ix }) => mobile_ix !== null && (ids.length > LOOKED_AT || ids.includes(id)))
      .map((row) => [
        own ? String(row.id) : row.mobile_ix!.toString('hex'),
        countTextParts(smsOf(writtenFor(race, row, written), inOf(row))),
      ]),
  )
  const longest = Math.max(
    ...looked.values(),
    ...some
      .slice(0, 1)
      .flatMap((row) => langs.map((lang) => countTextParts(smsOf(writtenFor(race, row, written), lang)))),
  )
  const all =
    ids.length <= LOOKED_AT
      ? [...looked.values()].reduce((sum, each) => sum + each, 0)
      : (own ? ids.length : mobiles) * longest
  const parts = by_text ? all : 0
  const one = some.find(({ id }) => id === next)
  return {
    registrations: ids.length,
    accounts: uids.length,
    mobiles,
    mails: mails.size,
    parts,
    cost: parts * textPrice,
    sample: one && seen ? await sampleOf(one) : null,
  }

  async function sampleOf(row: NonNullable<typeof one>) {
    await seal.prepare(raceScope(raceid))
    const mobile = row.mobile ? seal.open(raceScope(raceid), 'mobile', row.mobile) : ''
    const lang = languageOf(row, mobile)
    const masked = { ...row, name: maskName(row.name ?? '') }
    const values = writtenFor(race!, masked, written)
    return { id: row.id, name: masked.name, lang, ...inBox('announcement', values, lang), sms: smsOf(values, lang) }
  }
}
