import type { MailSettings } from '#integrations/mail/mailers.ts'
import type { Name, Value } from './settings.ts'

type Read = <N extends Name>(name: N) => Value<N> | undefined
type Block = (prefix: string, optional: readonly Name[]) => boolean

export const mailSettings = (read: Read, block: Block): MailSettings => {
  const port = read('SMTP_PORT') ?? 465
  return {
    smtp: block('SMTP_', ['SMTP_PORT', 'SMTP_USER', 'SMTP_PASSWORD'])
      ? {
          host: read('SMTP_HOST') ?? '',
          port,
          secure: port === 465,
          user: read('SMTP_USER'),
          password: read('SMTP_PASSWORD'),
          from: read('SMTP_FROM') ?? '',
        }
      : undefined,
    imap: block('BOUNCES_IMAP_', ['BOUNCES_IMAP_PORT', 'BOUNCES_IMAP_FOLDER'])
      ? {
          host: read('BOUNCES_IMAP_HOST') ?? '',
          port: read('BOUNCES_IMAP_PORT') ?? 993,
          user: read('BOUNCES_IMAP_USER') ?? '',
          password: read('BOUNCES_IMAP_PASSWORD') ?? '',
          folder: read('BOUNCES_IMAP_FOLDER') ?? 'INBOX',
        }
      : undefined,
    webhookSecret: read('MAIL_WEBHOOK_SECRET'),
    options: { perDay: read('MAIL_PER_DAY') ?? 50_000, perAddress: read('MAIL_PER_ADDRESS') ?? 30 },
  }
}
