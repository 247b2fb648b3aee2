import type { Mail } from './client.ts'
import { messageIdOf } from './client.ts'

/**
 * Writes a mail in the form that nodemailer takes. Its headers say that the mail is automatic, so that holiday notices
 * do not answer it.
 */
export const messageOf = (mail: Mail, from: string) => ({
  from: { name: mail.fromName.replaceAll(/[\r\n"<>]/g, ' ').trim(), address: from },
  to: { name: '', address: mail.to },
  envelope: { from, to: mail.to },
  subject: mail.subject.replaceAll(/[\r\n]+/g, ' '),
  text: mail.text,
  html: mail.html,
  messageId: `<${messageIdOf(mail.id, from)}>`,
  disableFileAccess: true,
  disableUrlAccess: true,
  xMailer: false as const,
  headers: {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'Content-Language': mail.lang,
    ...(mail.unsubscribe
      ? { 'List-Unsubscribe': `<${mail.unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
      : {}),
  },
})
