import { type Text, nameIn } from '#contract/words.ts'
import { raceScope } from '#db/sealing/seal.ts'
import type { Seal } from '#db/sealing/seal.ts'
import type { Message } from '#features/messages/service.ts'
import { eachLang } from '#features/messages/rules.ts'
import type { recipientsByIds } from '#features/registrations/lookup/recipients.service.ts'
import { languageOf } from '#features/registrations/runnerMessages.service.ts'
import { listedStateOf } from '#features/registrations/lookup/listed.rules.ts'
import type { RaceGiven } from '#features/registrations/status/present.service.ts'
import { agreesTo } from '#features/registrations/signup/consents.rules.ts'
import type { AnnouncementAudience } from './contract.ts'
import { inEveryLanguage } from './rules.ts'
import { filled, holdsPersonalVariable } from './variables.rules.ts'

type Registered = Awaited<ReturnType<typeof recipientsByIds>>[number]
type Written = { title: Text; body: Text }

/** Fills title and text for one registration, in each language. */
export const writtenFor = (race: Pick<RaceGiven, 'name' | 'names'>, row: Registered, { title, body }: Written) => {
  const [titles, bodies] = [inEveryLanguage(title), inEveryLanguage(body)]
  const valuesIn = (lang: keyof Text) => ({
    name: row.name ?? '',
    event: nameIn(lang, row.e_name, row.e_names),
    bib: row.bib ? `${row.prefix_bib ?? ''}${row.bib}` : '',
    zone: row.runnerzone ?? '',
    race: nameIn(lang, race.name, race.names),
  })
  return {
    race: eachLang((lang) => nameIn(lang, race.name, race.names)),
    title: eachLang((lang) => filled(titles[lang], valuesIn(lang))),
    text: eachLang((lang) => filled(bodies[lang], valuesIn(lang))),
  }
}

type Confirmed = { audience: AnnouncementAudience; created_at: Date }
/**
 * Tells whether a registration has ended, so that nothing is sent about it. Staff may also select runners who have
 * already left. These runners get the announcement.
 */
const isGone = (row: Registered, { audience, created_at }: Confirmed): boolean => {
  if (row.deleted_at !== null || row.closed_at !== null) return true
  if (listedStateOf(row) !== 'left') return false
  const left = row.exited_at ?? row.freed_at
  return audience !== 'chosen' || (left !== null && left > created_at)
}

/** Tells whether a reader must not get the announcement any more. */
export const mayNotGet = (row: Registered, confirmed: Confirmed): boolean =>
  isGone(row, confirmed) ||
  (confirmed.audience === 'unpaid' && row.pay_at !== null) ||
  (confirmed.audience === 'news' && !agreesTo(row.consents, 'marketing'))

/**
 * Writes the messages to one reader: for the box, by mail (`by_mail`), and by text message (`by_text`) if the
 * registration has a mobile. A text about one registration is sent for each registration. Any other text is sent once
 * to each account and once to each mobile.
 */
export const messagesTo = (
  { seal, race, now }: { seal: Seal; race: RaceGiven; now: Date },
  row: Registered,
  announcement: Written & { id: number; by_text: boolean; by_mail: boolean },
): { box: Message; text: Message | undefined } => {
  const raceid = race.id
  const own = holdsPersonalVariable(announcement.title, announcement.body)
  const of = (key: string) => ({
    seal,
    now,
    template: 'announcement' as const,
    values: writtenFor(race, row, announcement),
    key: `announcement ${raceid}/${announcement.id} ${key}`,
    raceid,
    mail: announcement.by_mail,
    ...(own ? { path: `/queryDetail?_key=${row._key}` } : {}),
  })
  const box: Message = {
    ...of(own ? `registration ${row.id}` : `account ${row.uid}`),
    uid: row.uid,
    lang: 'zh-cn',
  }
  if (!announcement.by_text || !row.mobile || !row.mobile_ix) return { box, text: undefined }
  const mobile = seal.open(raceScope(raceid), 'mobile', row.mobile)
  const key = own ? `text ${row.id}` : `mobile ${row.mobile_ix.toString('hex')}`
  return {
    box,
    text: { ...of(key), mobile, mask: row.mobile_mask ?? '', lang: languageOf(row, mobile) },
  }
}
