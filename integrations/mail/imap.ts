import { ImapFlow } from 'imapflow'
import { MailDown, type ReturnedMail } from './client.ts'

/** The mailbox to which bounces return. */
export type ImapSettings = {
  host: string
  port: number
  user: string
  password: string
  folder: string
  /** True if the connection has no TLS. Only tests set this. */
  plain?: boolean
}

/** The most mails of one visit, and the most bytes of one mail. A report of a bounce is short. */
const MOST_MAILS = 200
const MOST_BYTES = 200_000

/** Hands over at most MOST_MAILS unread mails, and at most MOST_BYTES of each. `done` of a mail marks it as read. */
export const imapReturns =
  ({ host, port, user, password, folder, plain = false }: ImapSettings) =>
  async (take: (mail: ReturnedMail) => Promise<void>): Promise<void> => {
    const client = new ImapFlow({
      host,
      port,
      secure: !plain && port === 993,
      doSTARTTLS: !plain && port !== 993,
      auth: { user, pass: password },
      logger: false,
      connectionTimeout: 15_000,
      greetingTimeout: 15_000,
      socketTimeout: 60_000,
    })
    // Without a listener an error of the socket would end the process. The call that waits gets the same error.
    client.on('error', () => undefined)
    try {
      await client.connect()
      const lock = await client.getMailboxLock(folder)
      try {
        const found = await client.search({ seen: false }, { uid: true })
        for (const uid of (found || []).slice(0, MOST_MAILS)) {
          const mail = await client.fetchOne(String(uid), { source: { maxLength: MOST_BYTES } }, { uid: true })
          const raw = mail ? mail.source : undefined
          const done = async () => {
            await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
          }
          if (raw) await take({ raw, done })
        }
      } finally {
        lock.release()
      }
      await client.logout()
    } catch (error) {
      client.close()
      throw new MailDown(`mailbox: ${(error as { code?: string }).code ?? 'no connection'}`)
    }
  }
