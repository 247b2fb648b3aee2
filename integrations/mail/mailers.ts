import { type SandboxMailbox, sandboxMailbox } from '../sandbox/mail/mailbox.ts'
import type { Mailer } from './client.ts'
import { type ImapSettings, imapReturns } from './imap.ts'
import { type SmtpSettings, smtpSender } from './smtp.ts'

/** The most mails of a day: in total, and to one address. A mail that proves an address has further limits. */
export type MailOptions = { perDay: number; perAddress: number }
export const usualMailOptions: Readonly<MailOptions> = { perDay: 50_000, perAddress: 30 }

export type MailSettings = {
  smtp?: SmtpSettings | undefined
  imap?: ImapSettings | undefined
  webhookSecret?: string | undefined
  options?: Partial<MailOptions>
}

/** Opens the sender of mail: the SMTP server of the settings, or a sandbox if the settings name no server. */
export const openMailer = (
  { smtp, imap, webhookSecret }: MailSettings,
  folder: string,
  print: (line: string) => void,
): { mailer: Mailer; sandbox?: SandboxMailbox; close: () => void } => {
  if (!smtp) {
    const sandbox = sandboxMailbox(folder, print)
    return { mailer: { ...sandbox.mailer, webhookSecret }, sandbox, close: sandbox.close }
  }
  const { send, test, close } = smtpSender(smtp)
  return {
    mailer: {
      name: 'smtp',
      sandbox: false,
      from: smtp.from,
      send,
      test,
      webhookSecret,
      ...(imap ? { returned: imapReturns(imap) } : {}),
    },
    close,
  }
}
