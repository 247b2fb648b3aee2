import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import { isMailAddress, maskMailAddress } from '#contract/mailAddress.ts'
import { type Mail, type Mailer, MailDown, MailRefused, messageIdOf } from '../../mail/client.ts'
import { messageOf } from '../../mail/message.ts'
import { openSharedFile } from '../sharedFile.ts'
import { deliveryReport } from './report.ts'

export type SandboxMailbox = {
  mailer: Mailer
  /** The switch for tests. `down` means that the mailbox gives no connection. */
  weather: { down: boolean }
  /** The mails of this process as they went over the wire, the newest last. */
  sent: { to: string; raw: string }[]
  close: () => void
}

const FROM = 'no-reply@startline.example'

/**
 * Returns the reason for which a strict server refuses a mail. The check reads the composed mail, as the receiver's
 * server does.
 */
const whyRefused = (mail: Mail, raw: string): string | undefined => {
  if (!isMailAddress(mail.to)) return '5.1.3'
  if (mail.subject.trim() === '' || mail.subject.length > 200) return '5.6.0 subject'
  if (mail.text.trim() === '' || mail.html.trim() === '') return '5.6.0 two parts'
  if (/\{[a-z_]+\}/.test(mail.text + mail.subject)) return '5.6.0 a place that nothing fills'
  if (/<script|javascript:|\son\w+=/i.test(mail.html)) return '5.7.1 script'
  if (raw.length > 200_000) return '5.3.4'
  if (raw.split('\r\n').some((line) => line.length > 998)) return '5.6.0 line'
  if (/^bcc:|^cc:/im.test(raw.slice(0, raw.indexOf('\r\n\r\n')))) return '5.6.0 readers'
  return undefined
}

/**
 * Makes a mailbox for mails while no SMTP server is configured. The mailbox composes a mail as the real sender does,
 * and refuses the mails that a strict server refuses. The part of an address before the @ decides what happens to a
 * mail: `hard…` does not exist, `soft…` is full, `late…` takes the mail and returns a report later, `complaint…` takes
 * the mail and complains.
 */
export const sandboxMailbox = (folder: string, print: (line: string) => void): SandboxMailbox => {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const delivered = new Set<string>()
  const weather = { down: false }
  const sent: SandboxMailbox['sent'] = []
  // Several processes of one server share the reports, because any of them may read the mailbox.
  let reports: ReturnType<typeof openSharedFile> | undefined
  const mailbox = () => {
    if (reports) return reports
    mkdirSync(folder, { recursive: true })
    return (reports = openSharedFile(
      join(folder, 'mail.sqlite'),
      'create table if not exists returned (id integer primary key, raw text not null)',
    ))
  }
  const send = async (mail: Mail): Promise<{ answer: string }> => {
    if (weather.down) throw new MailDown('no connection')
    const { message } = await composer.sendMail(messageOf(mail, FROM))
    const raw = String(message)
    const refused = whyRefused(mail, raw)
    if (refused) throw new MailRefused(refused, refused === '5.1.3')
    const mark = /^(hard|soft|late|complaint)/.exec(mail.to)?.[1]
    if (mark === 'hard') throw new MailRefused('5.1.1', true)
    if (mark === 'soft') throw new MailDown('4.2.2')
    const id = messageIdOf(mail.id, FROM)
    if (delivered.has(id)) return { answer: '2.0.0' }
    if (delivered.size > 100_000) delivered.clear()
    delivered.add(id)
    sent.push({ to: mail.to, raw })
    if (sent.length > 200) sent.shift()
    print(`[mail] to ${maskMailAddress(mail.to)}: ${mail.subject}`)
    if (mark)
      mailbox()
        .prepare('insert into returned (raw) values (?)')
        .run(deliveryReport({ kind: mark === 'late' ? 'hard' : 'complaint', to: mail.to, messageId: id, from: FROM }))
    return { answer: '2.0.0' }
  }
  return {
    weather,
    sent,
    close: () => reports?.close(),
    mailer: {
      name: 'pretend',
      sandbox: true,
      from: FROM,
      send,
      test: async () => {
        if (weather.down) throw new MailDown('no connection')
      },
      returned: async (take) => {
        for (const { id, raw } of mailbox().prepare('select id, raw from returned order by id limit 200').all())
          await take({
            raw: Buffer.from(String(raw)),
            done: async () => void mailbox().prepare('delete from returned where id = ?').run(Number(id)),
          })
      },
    },
  }
}
