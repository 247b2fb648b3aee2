import type { Lang } from '#contract/words.ts'

/** One mail as an SMTP server takes it. Every mail has a text and the same content as HTML. */
export type Mail = {
  to: string
  /** The name that the reader sees as the sender. The address of the sender belongs to the settings. */
  fromName: string
  lang: Lang
  subject: string
  text: string
  html: string
  /**
   * The secret part of the Message-ID. It stays the same however often our server hands the mail over. Nobody else can
   * guess it, so a report that names it is about this mail.
   */
  id: string
  /** The address where one call ends mails of this kind (RFC 8058). A service message does not have this address. */
  unsubscribe?: string | undefined
}

/**
 * A report that a mail did not reach its reader, or that the reader complained about the mail. After `hard` and
 * `complaint` our server sends no further mail to the address.
 */
export type Bounce = {
  kind: 'hard' | 'soft' | 'complaint'
  /** The Message-ID of the mail, if the report names it. */
  messageId: string | undefined
  /** The reader's address, if the report names it. */
  to: string | undefined
  /** The status of RFC 3463 such as 5.1.1, or the provider's word. It never holds an address. */
  code: string
}

/** A mail of the mailbox for bounces. After `done`, `returned` never hands this mail over again. */
export type ReturnedMail = { raw: Uint8Array; done: () => Promise<void> }

/** The sender of mail: a real SMTP server, or a sandbox. */
export type Mailer = {
  name: string
  sandbox: boolean
  from: string
  /** Returns the status in the answer of the SMTP server. Throws MailDown, MailRefused or MailLost. */
  send: (mail: Mail) => Promise<{ answer: string }>
  /** Logs in to the SMTP server and sends nothing. Throws MailDown. */
  test: () => Promise<void>
  /** Hands over the new mails of the mailbox for bounces. Throws MailDown. Undefined if there is no such mailbox. */
  returned?: (take: (mail: ReturnedMail) => Promise<void>) => Promise<void>
  /** The secret of the provider's signed calls. Undefined if no provider calls. */
  webhookSecret?: string | undefined
}

/**
 * The caller gets this error if the SMTP server took no mail, or if the mailbox failed. Our server tries again later.
 */
export class MailDown extends Error {}

/**
 * The caller gets this error if the SMTP server took the whole mail and its answer was lost. Our server does not send
 * the mail again by itself.
 */
export class MailLost extends Error {}

/**
 * The caller gets this error if the SMTP server refuses this mail. `permanent` means that the address does not exist or
 * never takes mail.
 */
export class MailRefused extends Error {
  readonly code: string
  readonly permanent: boolean
  constructor(code: string, permanent: boolean) {
    super(code)
    this.code = code
    this.permanent = permanent
  }
}

/** Returns the Message-ID of a mail, without its brackets. */
export const messageIdOf = (id: string, from: string): string => `${id}@${from.slice(from.lastIndexOf('@') + 1)}`
