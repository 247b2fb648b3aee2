import * as z from 'zod'
import { isMailAddress } from '#contract/mailAddress.ts'
import { whole, wordSetting } from './kinds.ts'

export const mailVariables = {
  SMTP_HOST: {
    schema: wordSetting,
    description:
      'Mail: the SMTP server that sends for this platform (docs/mail.md). This block unset: a sandbox mailbox, read ' +
      'at /console/mail.',
  },
  SMTP_PORT: {
    schema: whole(1, 65_535),
    description: 'Mail: its port. 465 speaks TLS from the first byte, every other port begins TLS. Unset: 465.',
  },
  SMTP_USER: { schema: wordSetting, description: 'Mail: the user of the SMTP server. Unset: it needs no log-in.' },
  SMTP_PASSWORD: { schema: wordSetting, description: 'Mail: the password of that user.' },
  SMTP_FROM: {
    schema: z.string().refine(isMailAddress, { error: 'is an address like no-reply@run.example.org' }),
    description: 'Mail: the address of the sender, whose domain allows that server (SPF, DKIM, DMARC).',
  },
  BOUNCES_IMAP_HOST: {
    schema: wordSetting,
    description:
      'Mail: the IMAP server of the mailbox to which undelivered mails return (SMTP_FROM). This block unset: no ' +
      'mailbox is read.',
  },
  BOUNCES_IMAP_PORT: { schema: whole(1, 65_535), description: 'Mailbox for bounces: its port. Unset: 993.' },
  BOUNCES_IMAP_USER: { schema: wordSetting, description: 'Mailbox for bounces: its user.' },
  BOUNCES_IMAP_PASSWORD: { schema: wordSetting, description: 'Mailbox for bounces: its password.' },
  BOUNCES_IMAP_FOLDER: { schema: wordSetting, description: 'Mailbox for bounces: its folder. Unset: INBOX.' },
  MAIL_WEBHOOK_SECRET: {
    schema: z.string().regex(/^(whsec_)?[A-Za-z0-9+/]{24,200}={0,2}$/, { error: 'begins with whsec_' }),
    description:
      "Mail: the secret by which the provider signs its calls to <ORIGIN>/mail/events (Standard Webhooks, Resend's " +
      'events). Unset: such calls are refused.',
  },
  MAIL_PER_DAY: {
    schema: whole(1, 100_000_000),
    description: 'How many mails go out in a day; more wait for the next.',
    example: '50000',
  },
  MAIL_PER_ADDRESS: {
    schema: whole(1, 1000),
    description: 'How many mails one address gets in a day.',
    example: '30',
  },
} as const
