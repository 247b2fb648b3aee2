import { maskMailAddress, normalMailAddress } from '#contract/mailAddress.ts'
import type { Lang, Text } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { addJobs } from '#db/jobs/jobs.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { findStop, listProved } from './address.store.ts'
import type { MailContent } from './rules.ts'
import { type MailOutcome, type NewMailRow, insertMails, listMailOutcomes } from './store.ts'

/** The job that sends a mail. Its payload is the mail's id. */
export const MAIL = 'mail send'

export const addressIndex = (seal: Seal, address: string): Buffer =>
  seal.blind('accounts', 'mail address', normalMailAddress(address))

type Common = {
  raceid?: number | null | undefined
  /** The page that the mail is about, in the runners' app: `/queryDetail?_key=…`. */
  about?: string | undefined
  /** The subject for staff, who may not read the mail. It contains no personal data. */
  title: Text
  /** The key of the mail, such as `staff invitation 12`. A second mail with the same key is not sent. */
  key: string
  /** True for news of an organiser, which a reader may end. A reader cannot end service messages. */
  news?: boolean
  /** The moment after which the mail is useless to its reader. */
  until?: Date | null | undefined
}
export type NewMail = Common & {
  /**
   * The reader's address, unmasked. The caller makes sure that the reader wants the mail, or that the mail is an
   * invitation.
   */
  to: string
  uid?: number | null
  lang: Lang
  content: MailContent
}
type Sending = { seal: Seal; now: Date }

type Sealed = {
  address_ix: Buffer
  address: Buffer
  mask: string
  lang: Lang
  uid: number | null
  content: MailContent
}
const rowOf = ({ seal, now }: Sending, mail: Common, to: Sealed): NewMailRow => ({
  key: mail.key,
  message_id: seal.blind('accounts', 'mail id', mail.key).toString('hex'),
  uid: to.uid,
  raceid: mail.raceid ?? null,
  about: mail.about ?? null,
  title: mail.title,
  news: mail.news ?? false,
  address_ix: to.address_ix,
  address: to.address,
  mask: to.mask,
  lang: to.lang,
  content: seal.seal('accounts', 'mail content', JSON.stringify(to.content)),
  until: mail.until ?? null,
  created_at: now,
})

const queue = async (tx: Tx, rows: readonly NewMailRow[]): Promise<void> => {
  // If several rows have the same key, only the last of them becomes a mail.
  const byKey = new Map(rows.map((row) => [row.key, row]))
  if (byKey.size === 0) return
  const ids = await insertMails(tx, [...byKey.values()])
  await addJobs(
    tx,
    ids.map((id) => ({ name: MAIL, payload: { id }, key: `${MAIL} ${id}` })),
  )
}

/**
 * Queues mails to addresses. The server sends each of them once, after the transaction has committed. The caller has
 * prepared the scope 'accounts'.
 */
export const sendMails = (tx: Tx, sending: Sending, mails: readonly NewMail[]): Promise<void> =>
  queue(
    tx,
    mails.map((mail) =>
      rowOf(sending, mail, {
        address_ix: addressIndex(sending.seal, mail.to),
        address: sending.seal.seal('accounts', 'mail address', mail.to.trim()),
        mask: maskMailAddress(mail.to.trim()),
        lang: mail.lang,
        uid: mail.uid ?? null,
        content: mail.content,
      }),
    ),
  )
export const sendMail = (tx: Tx, sending: Sending, mail: NewMail): Promise<void> => sendMails(tx, sending, [mail])

/** A mail to an account. `write` gives its content in the language of the account's address. */
export type AccountMail = Common & { uid: number; write: (lang: Lang) => MailContent }

/**
 * Queues mails to accounts with a proved address to which mail is not stopped. A reader who has ended the news gets no
 * news.
 */
export const mailAccounts = async (tx: Tx, sending: Sending, mails: readonly AccountMail[]): Promise<void> => {
  if (mails.length === 0) return
  const addresses = new Map(
    (await listProved(tx, [...new Set(mails.map(({ uid }) => uid))])).map((one) => [one.uid, one]),
  )
  await queue(
    tx,
    mails.flatMap((mail) => {
      const to = addresses.get(mail.uid)
      if (!to || (mail.news && to.unsubscribed)) return []
      return [rowOf(sending, mail, { ...to, content: mail.write(to.lang) })]
    }),
  )
}

/** Tells whether mail to an address is stopped, after a bounce or a complaint. */
export const isMailStopped = async (db: Db, seal: Seal, address: string): Promise<boolean> =>
  ((await findStop(db, addressIndex(seal, address)))?.bounce ?? null) !== null

/** Returns those of the accounts that mail can reach. `news` leaves out readers who have ended the news. */
export const accountsWithMail = async (on: Db | Tx, uids: readonly number[], news: boolean): Promise<Set<number>> =>
  new Set((await listProved(on, uids)).flatMap(({ uid, unsubscribed }) => (news && unsubscribed ? [] : [uid])))

export const mailOutcomes = async (db: Db, keys: readonly string[]): Promise<Map<string, MailOutcome>> =>
  new Map((await listMailOutcomes(db, keys)).map((one) => [one.key, one]))
