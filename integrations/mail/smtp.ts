import { PassThrough } from 'node:stream'
import nodemailer from 'nodemailer'
import { measureService } from '#db/measures.ts'
import { type Mail, MailDown, MailLost, MailRefused } from './client.ts'
import { messageOf } from './message.ts'

/** An SMTP server that sends for this platform. `secure` means TLS from the first byte, as on port 465. */
export type SmtpSettings = {
  host: string
  port: number
  secure: boolean
  user?: string | undefined
  password?: string | undefined
  from: string
  /** True if the connection may lack TLS. Only tests set this. */
  plain?: boolean
  timeoutMs?: number
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string }

/** Returns the enhanced status of an answer (RFC 3463), or its code. The result never holds the address. */
export const statusIn = (response: string | undefined, code: number | undefined): string =>
  /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1] ?? String(code ?? 'unknown')

/** Tells whether the code and the class of an answer mean that an address does not exist or never takes mail. */
const isGone = (status: string, code: number): boolean =>
  /^5\.1\.[1236]$|^5\.2\.1$/.test(status) || (!/^5\.\d/.test(status) && [550, 551, 553].includes(code))

/** Turns an error of nodemailer into the error that it means for us. `whole`: the server had the mail's last byte. */
const errorOf = (error: SmtpError, whole: boolean): Error => {
  const { responseCode, response, command, code } = error
  if (code === 'EAUTH') return new MailDown(`log-in refused: ${responseCode ?? ''}`.trim())
  if (responseCode !== undefined) {
    const status = statusIn(response, responseCode)
    if (responseCode >= 500 && command === 'RCPT TO') return new MailRefused(status, isGone(status, responseCode))
    if (responseCode >= 500 && command === 'DATA') return new MailRefused(status, isGone(status, responseCode))
    return new MailDown(status)
  }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return new MailRefused('address_wrong', true)
  // Only the answer is missing, so the SMTP server may have sent the mail.
  if (whole) return new MailLost('answer_lost')
  return new MailDown(code ?? 'no connection')
}

export const smtpSender = (settings: SmtpSettings) => {
  const { host, port, secure, user, password, from, plain = false, timeoutMs = 20_000 } = settings
  const transport = nodemailer.createTransport({
    pool: true,
    maxConnections: 3,
    host,
    port,
    secure,
    requireTLS: !secure && !plain,
    ignoreTLS: plain,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
  })
  const handed = new Set<string>()
  transport.use('stream', (mail, done) => {
    const { message, data } = mail
    message.transform(() => {
      const through = new PassThrough()
      through.on('end', () => void handed.add(String(data.messageId)))
      return through
    })
    done()
  })
  return {
    send: async (mail: Mail): Promise<{ answer: string }> => {
      const began = performance.now()
      const message = messageOf(mail, from)
      try {
        const { response } = await transport.sendMail(message)
        measureService('mail', 200, performance.now() - began)
        return { answer: statusIn(response, 250) }
      } catch (error) {
        measureService('mail', undefined, performance.now() - began)
        throw errorOf(error as SmtpError, handed.has(message.messageId))
      } finally {
        handed.delete(message.messageId)
      }
    },
    test: async (): Promise<void> => {
      try {
        await transport.verify()
      } catch (error) {
        const { code, responseCode } = error as SmtpError
        throw new MailDown([code, responseCode].filter(Boolean).join(' ') || 'no connection')
      }
    },
    close: () => transport.close(),
  }
}
