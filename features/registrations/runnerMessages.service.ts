import { type Lang, langs, nameIn } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { eachLang } from '#features/messages/rules.ts'
import { type Message, sendMessage } from '#features/messages/service.ts'
import type { RaceGiven } from './status/present.service.ts'
import type { ViewRow } from './store.ts'

/**
 * Returns the language of messages to the registrant: the language of the sign-up. If the language is unknown, the
 * function takes the likely language from the document and the mobile. It checks Taiwan, Hong Kong and Macao first,
 * then passports and mobiles abroad.
 */
export const languageOf = ({ lang, idtype }: { lang: string | null; idtype: string }, mobile: string): Lang => {
  const kept = langs.find((one) => one === lang)
  if (kept) return kept
  if (/^\+(886|852|853)/.test(mobile) || idtype === 'other') return 'zh-tw'
  return idtype === 'passport' || mobile.startsWith('+') ? 'en' : 'zh-cn'
}

/**
 * Returns the account that gets a message about a registration in the app, and the page that the message opens: the
 * status page.
 */
export const messageBoxOf = ({ uid, _key }: Pick<ViewRow, 'uid' | '_key'>) => ({
  uid,
  path: `/queryDetail?_key=${_key}`,
})
export const raceAndEventNames = (
  race: Pick<RaceGiven, 'name' | 'names'>,
  row: Pick<ViewRow, 'e_name' | 'e_names'>,
) => ({
  race: eachLang((lang) => nameIn(lang, race.name, race.names)),
  event: eachLang((lang) => nameIn(lang, row.e_name, row.e_names)),
})

type About = Pick<ViewRow, 'id' | 'uid' | '_key' | 'mobile' | 'mobile_mask' | 'lang' | 'idtype' | 'e_name' | 'e_names'>
type Sending = { seal: Seal; race: Pick<RaceGiven, 'id' | 'name' | 'names'>; now: Date }
type RunnerMessage = Pick<Message, 'template' | 'key' | 'deadline' | 'until'> & { values?: Message['values'] }

/**
 * Writes a message about a registration to its runner, in the runner's language. Returns undefined if the registration
 * has no mobile number. The caller has prepared the keys of the race and of the accounts.
 */
export const runnerMessage = (
  { seal, race, now }: Sending,
  row: About,
  { values, ...said }: RunnerMessage,
): Message | undefined => {
  if (!row.mobile) return undefined
  const mobile = seal.open(raceScope(race.id), 'mobile', row.mobile)
  return {
    ...said,
    seal,
    now,
    mobile,
    mask: row.mobile_mask ?? '',
    ...messageBoxOf(row),
    lang: languageOf(row, mobile),
    values: { ...raceAndEventNames(race, row), ...values },
    raceid: race.id,
  }
}

/** Sends a message about a registration to its runner, in the transaction that caused the message. */
export const notifyRunner = async (tx: Tx, sending: Sending, row: About, said: RunnerMessage): Promise<void> => {
  const message = runnerMessage(sending, row, said)
  if (message) await sendMessage(tx, message)
}
