import { type Lang, fill, text } from '#contract/words.ts'
import { escapedHtml } from '#contract/written.ts'

/** The content of a mail in its reader's language. */
export type MailContent = {
  subject: string
  paragraphs: readonly string[]
  /** A code that the reader types, shown large. */
  code?: string | undefined
  /** A button. Its address is a page of the runners' app, or a whole address of ours. */
  action?: { label: string; path: string } | undefined
}

/** The frame of every mail: who sends it, and how its reader ends such mails. */
export type MailFrame = {
  lang: Lang
  /** The name of the platform. */
  name: string
  origin: string
  /** True if the reader has proved the address. A proof or an invitation goes to an address that nobody has proved. */
  proved: boolean
  /** The picture of the platform; undefined if the platform has no picture. */
  logo?: string | undefined
  /** The page at which the reader ends the news. A service message has no such page. */
  stop?: string | undefined
}

export const frameWords = {
  why: text(
    '您收到这封邮件，是因为您在{name}登记并验证了这个邮箱。',
    '您收到這封郵件，是因為您在{name}登記並驗證了這個信箱。',
    'You get this mail because you gave and confirmed this address at {name}.',
  ),
  stop: text('不再接收赛事通知', '不再接收賽事通知', 'Stop race news by email'),
  no_answer: text(
    '此邮件由系统发出，请勿直接回复。',
    '此郵件由系統發出，請勿直接回覆。',
    'Nobody reads answers to this mail.',
  ),
} as const

/**
 * Returns the whole address of a link of ours. A mail has no links to other hosts, so any other address becomes our
 * front page.
 */
export const mailLinkOf = (path: string, origin: string): string =>
  path.startsWith(`${origin}/`) ? path : /^\/[^/\\]/.test(path) ? origin + path : origin

/** Returns the sentences below a mail. If the reader has proved the address, the reason for the mail is among them. */
const endOf = ({ lang, name, proved }: MailFrame): string =>
  [...(proved ? [fill(frameWords.why[lang], { name })] : []), frameWords.no_answer[lang]].join(lang === 'en' ? ' ' : '')

const BODY = 'margin:0;padding:24px 12px;background:#f2f3f5;'
const FONT =
  "font-family:-apple-system,BlinkMacSystemFont,'PingFang SC','PingFang TC','Microsoft YaHei',Roboto,Arial,sans-serif;"

const htmlOf = (content: MailContent, frame: MailFrame): string => {
  const { lang, name, origin, logo, stop } = frame
  const paragraphs = content.paragraphs
    .map(
      (one) =>
        `<p style="margin:0 0 16px;font-size:16px;line-height:1.6;color:#1c1d21;">` +
        `${escapedHtml(one).replaceAll(/\r?\n/g, '<br>')}</p>`,
    )
    .join('\n')
  const code = content.code
    ? `<p style="margin:0 0 16px;padding:16px;border-radius:8px;background:#f2f3f5;text-align:center;font-size:32px;` +
      `font-weight:700;letter-spacing:8px;color:#1c1d21;">${escapedHtml(content.code)}</p>`
    : ''
  const action = content.action
    ? `<p style="margin:24px 0 8px;"><a href="${escapedHtml(mailLinkOf(content.action.path, origin))}" ` +
      `style="display:inline-block;padding:14px 24px;border-radius:8px;background:#c8102e;color:#ffffff;` +
      `font-size:16px;font-weight:600;text-decoration:none;">${escapedHtml(content.action.label)}</a></p>`
    : ''
  const head = logo
    ? `<img src="${escapedHtml(logo)}" alt="${escapedHtml(name)}" height="40" style="display:block;height:40px;border:0;">`
    : `<span style="font-size:20px;font-weight:700;color:#c8102e;">${escapedHtml(name)}</span>`
  const small = `style="margin:0 0 8px;font-size:13px;line-height:1.5;color:#5b5e66;"`
  const end = stop
    ? `<p ${small}><a href="${escapedHtml(stop)}" style="color:#5b5e66;">${escapedHtml(frameWords.stop[lang])}</a></p>`
    : ''
  return `<!doctype html>
<html lang="${lang === 'zh-cn' ? 'zh-CN' : lang === 'zh-tw' ? 'zh-TW' : 'en'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapedHtml(content.subject)}</title></head>
<body style="${BODY}${FONT}">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0"><tr><td align="center">
<table role="presentation" width="600" cellspacing="0" cellpadding="0" border="0" style="width:100%;max-width:600px;">
<tr><td style="padding:0 8px 16px;">${head}</td></tr>
<tr><td style="padding:32px 24px;border-radius:12px;background:#ffffff;">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.4;color:#1c1d21;">${escapedHtml(content.subject)}</h1>
${paragraphs}
${code}
${action}
</td></tr>
<tr><td style="padding:16px 8px 0;">
<p ${small}>${escapedHtml(endOf(frame))}</p>
${end}
</td></tr>
</table></td></tr></table>
</body></html>
`
}

/**
 * Writes a mail as text and as HTML, with the same content. A value that a person typed is always text, even in the
 * HTML.
 */
export const renderMail = (content: MailContent, frame: MailFrame): { text: string; html: string } => {
  const { lang, origin, stop } = frame
  const { paragraphs, code, action } = content
  const lines = [
    ...paragraphs,
    ...(code ? [code] : []),
    ...(action ? [`${action.label}\n${mailLinkOf(action.path, origin)}`] : []),
    '--',
    endOf(frame),
    ...(stop ? [`${frameWords.stop[lang]}\n${stop}`] : []),
  ]
  return { text: `${lines.join('\n\n')}\n`, html: htmlOf(content, frame) }
}

/** The minutes after a failed try until the next try. After the last try the mail has failed. */
const STEPS = [1, 5, 30, 120, 360, 1440]
export const nextTry = (tries: number, now: Date): Date | undefined => {
  const minutes = STEPS[tries]
  return minutes === undefined ? undefined : new Date(now.getTime() + minutes * 60_000)
}

/** A proof of an address: a code of six digits, and a link. */
export const proof = { digits: 6, minutes: 60, tries: 5 } as const
