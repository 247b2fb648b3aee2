import type { Lang } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { countFailure } from '#db/errors/failures.ts'
import { addJob, addJobs } from '#db/jobs/jobs.ts'
import { type Limit, countTry, triesSoFar } from '#db/limits/limits.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { platformSettings } from '#features/platform/service.ts'
import { type AccountMail, mailAccounts } from '#features/mail/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { reachedByWechat } from '#features/wechatnotices/service.ts'
import { inBox, words as boxWords } from './box.words.ts'
import { titles } from './titles.words.ts'
import { type MessageOutcome, type NewMessage, insertMessage, insertMessages, listOutcomes } from './store.ts'
import type { Values } from './rules.ts'
import { momentOfTemplate } from './wechat.rules.ts'
import { type Template, newsTemplates, urgent } from './words.ts'

export type Message = {
  /** The tool that seals. The caller has prepared its scope 'accounts'. */
  seal: Seal
  now: Date
  /**
   * The mobile in normal form: 11 digits in the mainland, otherwise E.164. `mask` is the part that may be shown.
   * Without a mobile there is no text message.
   */
  mobile?: string | undefined
  mask?: string | undefined
  /**
   * The account whose box also gets the message. A code goes to no box, so it has no account here. A message needs a
   * mobile or an account.
   */
  uid?: number | null | undefined
  /** The message's page in the runners' app: `/queryDetail?_key=…`. */
  path?: string | undefined
  /** False if the reader gets no mail in addition to the message. */
  mail?: boolean | undefined
  /** The language of the text message. The box uses the reader's language. */
  lang: Lang
  template: Template
  /** The values. A value that differs by language is a text (`eachLang`). */
  values: Values
  /** The key of the message, such as `drawn 2026/1234`. A second message with the same key is not sent. */
  key: string
  raceid?: number | null
  /** The moment after which the message is useless to its reader. */
  until?: Date
  /**
   * The moment before which the reader of the message must act. If waiting for the morning would leave too little
   * time, the message is sent at night.
   */
  deadline?: Date | null | undefined
}

/** The job that sends a message. Its payload is the message's id. */
export const SEND = 'message send'

/**
 * Returns the reader of a message that WeChat may bring as a notice. Returns undefined for a message that WeChat cannot
 * bring.
 */
const noticeReader = ({ uid, raceid, template }: Message) => {
  const moment = momentOfTemplate[template]
  return moment && uid && raceid ? { raceid, uid, moment } : undefined
}
/**
 * Returns a function that tells whether WeChat may bring a message. The reader of the message must have allowed a
 * notice.
 */
const byWechat = async (tx: Tx, messages: readonly Message[]): Promise<(message: Message) => boolean> => {
  const reached = await reachedByWechat(
    tx,
    messages.flatMap((message) => noticeReader(message) ?? []),
  )
  return (message) => {
    const reader = noticeReader(message)
    return reader !== undefined && reached.has(`${reader.raceid} ${reader.uid} ${reader.moment}`)
  }
}

const rowOf = (
  isNotice: boolean,
  { seal, now, mobile, mask, uid, path, lang, template, values, key, raceid = null, until, deadline }: Message,
): NewMessage => ({
  key,
  template,
  lang,
  raceid,
  mobile: mobile ? seal.seal('accounts', 'message mobile', mobile) : null,
  mobile_mask: mobile ? (mask ?? '') : null,
  uid: uid ?? null,
  path: path ?? null,
  state: mobile || isNotice ? 'queued' : 'kept',
  content: seal.seal('accounts', 'message content', JSON.stringify(values)),
  until: until ?? null,
  deadline: deadline ?? null,
  created_at: now,
})

/**
 * Returns the mail that the reader gets in addition to a message. There is no mail without an account, and none for an
 * urgent message such as a code.
 */
const mailOf = ({ mail = true, uid, template, values, path, key, ...message }: Message): AccountMail[] =>
  !mail || !uid || urgent.has(template)
    ? []
    : [
        {
          uid,
          raceid: message.raceid,
          about: path,
          title: titles[template],
          key: `message ${key}`,
          news: newsTemplates.has(template),
          until: message.until ?? message.deadline,
          write: (lang) => {
            const { title, text } = inBox(template, values, lang)
            return {
              subject: title,
              paragraphs: text.split(/\n{2,}/),
              action: { label: boxWords.look[lang], path: path ?? '/messages' },
            }
          },
        },
      ]

/**
 * Queues one text message, and puts it into the account's box. The server sends it only after the transaction has
 * committed.
 */
export const sendMessage = async (tx: Tx, message: Message): Promise<void> => {
  const isNotice = (await byWechat(tx, [message]))(message)
  const id = await insertMessage(tx, rowOf(isNotice, message))
  if (id !== undefined && (message.mobile || isNotice)) await addJob(tx, SEND, { id }, { key: `${SEND} ${id}` })
  // The mail has the key of the message, so a repeated message brings no second mail.
  if (id !== undefined) await mailAccounts(tx, message, mailOf(message))
}

/**
 * Queues up to a thousand messages with their mails. One statement writes all messages, and one statement writes all
 * their jobs.
 */
export const sendMessages = async (tx: Tx, messages: readonly Message[]): Promise<void> => {
  if (messages.length === 0) return
  const isNotice = await byWechat(tx, messages)
  const ids = await insertMessages(
    tx,
    messages.map((message) => rowOf(isNotice(message), message)),
  )
  await addJobs(
    tx,
    ids.map((id) => ({ name: SEND, payload: { id }, key: `${SEND} ${id}` })),
  )
  await mailAccounts(tx, messages[0]!, messages.flatMap(mailOf))
}

export const messageOutcomes = async (db: Db, keys: readonly string[]): Promise<Map<string, MessageOutcome>> =>
  new Map((await listOutcomes(db, keys)).map((one) => [one.key, one]))

const codesOfDay = (perDay: number): Limit => ({ kind: 'codes of a day', max: perDay, seconds: 86_400 })
type Budget = { db: Db; integrations: Pick<Parts['integrations'], 'smsOptions'> }
/**
 * The share of a day's codes at which staff are warned. Without the warning, people could suddenly not log in by a
 * code.
 */
const ALARM_AT = 0.8
export const codesToday = async (
  { db, integrations }: Budget,
  now: Date,
): Promise<{ sent: number; perDay: number; alarm: boolean }> => {
  const perDay = integrations.smsOptions.codesPerDay
  const sent = Math.min(perDay, await triesSoFar(db, codesOfDay(perDay), 'all', now))
  return { sent, perDay, alarm: sent >= perDay * ALARM_AT }
}
/**
 * Counts another code, and tells whether it may be written today. A refused code is counted as a failure, so that staff
 * see the number.
 */
export const mayWriteCode = async ({ db, integrations }: Budget, now: Date): Promise<boolean> => {
  const perDay = integrations.smsOptions.codesPerDay
  if ((await countTry(db, codesOfDay(perDay), 'all', now)) === 0) return true
  await countFailure(db, 'codes_budget', now, `${perDay}`)
  return false
}
/**
 * Tells whether the server sends codes to the country of a number. The settings of the platform decide. If staff have
 * not set the countries, SMS_COUNTRIES decides.
 */
export const takesCodes = async (budget: Budget, country: string): Promise<boolean> => {
  const countries = await countriesOfCodes(budget)
  return countries.length === 0 || countries.includes(country)
}
/** Lists the countries that get codes, by ISO 3166. An empty list means every country. */
export const countriesOfCodes = async ({ db, integrations }: Budget): Promise<readonly string[]> =>
  (await platformSettings(db)).countries ?? integrations.smsOptions.countries
