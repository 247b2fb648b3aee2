import type { Lang } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { addJob, addJobs } from '#db/jobs.ts'
import type { Seal } from '#db/seal.ts'
import { type NewMessage, insertMessage, insertMessages } from './store.ts'
import type { Template } from './words.ts'

export type Message = {
  /** With the scope 'accounts' prepared. */
  seal: Seal
  now: Date
  /** Normal form: 11 digits in the mainland, else E.164; `mask` is what of it may be shown. */
  mobile: string
  mask: string
  lang: Lang
  template: Template
  values: Readonly<Record<string, string>>
  /** What is told once has one key: `drawn 2026/1234`. A second message with it is not sent. */
  key: string
  raceid?: number | null
  /** Of no use to its reader after this. */
  until?: Date
}

/** The job that hands a message over; its payload is the message's id. */
export const SEND = 'message send'

const rowOf = ({ seal, now, mobile, mask, lang, template, values, key, raceid = null, until }: Message): NewMessage => ({
  key,
  template,
  lang,
  raceid,
  mobile: seal.seal('accounts', 'message mobile', mobile),
  mobile_mask: mask,
  content: seal.seal('accounts', 'message content', JSON.stringify(values)),
  until: until ?? null,
  created_at: now,
})

/** Queues one text message: it goes out when the transaction has committed, and not if it doesn't. */
export const sendMessage = async (tx: Tx, message: Message): Promise<void> => {
  const id = await insertMessage(tx, rowOf(message))
  if (id !== undefined) await addJob(tx, SEND, { id }, { key: `${SEND} ${id}` })
}

/** Up to a thousand at once, in two statements. */
export const sendMessages = async (tx: Tx, messages: readonly Message[]): Promise<void> => {
  if (messages.length === 0) return
  const ids = await insertMessages(tx, messages.map(rowOf))
  await addJobs(tx, ids.map((id) => ({ name: SEND, payload: { id }, key: `${SEND} ${id}` })))
}
