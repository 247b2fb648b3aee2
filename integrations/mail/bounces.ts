import PostalMime from 'postal-mime'
import { Webhook } from 'standardwebhooks'
import * as z from 'zod/mini'
import type { Bounce } from './client.ts'

/** Returns the fields of a part of a report (RFC 3464): `Final-Recipient: rfc822; somebody@example.com`. */
const fieldsOf = (part: string): ReadonlyMap<string, string> =>
  new Map(
    part
      .replaceAll(/\r?\n[ \t]+/g, ' ')
      .split(/\r?\n/)
      .flatMap((line) => {
        const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? []
        return name ? [[name.toLowerCase(), value!.trim()] as const] : []
      }),
  )
const addressIn = (field: string | undefined): string | undefined =>
  /<?([^\s<>;]+@[^\s<>;]+)>?\s*$/.exec(field ?? '')?.[1]?.toLowerCase()
const idIn = (text: string): string | undefined => /^(?:original-)?message-id:\s*<([^<>\s]+)>/im.exec(text)?.[1]

type Attachment = { mimeType: string; content: ArrayBuffer | Uint8Array | string }
const textOf = ({ content }: Attachment): string =>
  typeof content === 'string' ? content : new TextDecoder('utf-8').decode(content)

/**
 * Reads a mail of the mailbox for bounces: a report of delivery (RFC 3464) or of abuse (RFC 5965). Undefined for every
 * other mail, such as an automatic answer. A sentence in the mail's text decides nothing.
 */
export const bounceIn = async (raw: Uint8Array): Promise<Bounce | undefined> => {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'utf8', forceRfc822Attachments: true })
  const parts = mail.attachments as Attachment[]
  const original = parts.find(({ mimeType }) => /^(message\/rfc822|text\/rfc822-headers)$/i.test(mimeType))
  const messageId = original && idIn(textOf(original))
  const abuse = parts.find(({ mimeType }) => /^message\/feedback-report$/i.test(mimeType))
  if (abuse) {
    const fields = fieldsOf(textOf(abuse))
    const kind = fields.get('feedback-type') ?? 'abuse'
    if (!/^(abuse|fraud|not-spam|opt-out|other|virus)$/.test(kind) || kind === 'not-spam') return undefined
    return { kind: 'complaint', messageId, to: addressIn(fields.get('original-rcpt-to')), code: kind }
  }
  const report = parts.find(({ mimeType }) => /^message\/(global-)?delivery-status$/i.test(mimeType))
  if (!report) return undefined
  // The first block is about the whole mail, the next block about its reader. Our mails have one reader each.
  const [whole = '', ...readers] = textOf(report).split(/\r?\n\s*\r?\n/)
  const fields = fieldsOf(readers.find((block) => /final-recipient/i.test(block)) ?? whole)
  const action = fields.get('action')?.toLowerCase()
  const code = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '')?.[0] ?? 'unknown'
  if (action !== 'failed' && action !== 'delayed') return undefined
  const isHard = action === 'failed' && /^5\.(1\.[1236]|2\.1|4\.[14])$|^5\.0\.0$/.test(code)
  return { kind: isHard ? 'hard' : 'soft', messageId, to: addressIn(fields.get('final-recipient')), code }
}

/** An event of a mail, as the provider Resend sends it over Svix. The signature has the form of Standard Webhooks. */
const Event = z.object({
  type: z.string(),
  data: z.object({
    to: z.optional(z.array(z.string())),
    bounce: z.optional(z.object({ type: z.optional(z.string()), subType: z.optional(z.string()) })),
    headers: z.optional(z.nullable(z.array(z.object({ name: z.string(), value: z.string() })))),
  }),
})

/**
 * Checks the signature of a provider's call and reads its event. `forged` means that the signature does not belong to
 * the body or is too old. Undefined means that the call reports no bounce and no complaint.
 */
export const mailEventIn = (
  body: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  secret: string,
): Bounce | 'forged' | undefined => {
  const header = (name: string) => {
    const value = headers[`webhook-${name}`] ?? headers[`svix-${name}`]
    return typeof value === 'string' ? value : ''
  }
  try {
    new Webhook(secret).verify(body, {
      'webhook-id': header('id'),
      'webhook-timestamp': header('timestamp'),
      'webhook-signature': header('signature'),
    })
  } catch {
    return 'forged'
  }
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    return undefined
  }
  const { data: event } = Event.safeParse(json)
  if (!event) return undefined
  const { to, bounce, headers: own } = event.data
  const named = own?.find(({ name }) => name.toLowerCase() === 'message-id')?.value.replaceAll(/[<>\s]/g, '')
  const about = { messageId: named, to: to?.[0] === undefined ? undefined : addressIn(to[0]) }
  if (event.type === 'email.complained') return { ...about, kind: 'complaint', code: 'complained' }
  if (event.type === 'email.bounced' || event.type === 'email.failed' || event.type === 'email.delivery_delayed') {
    const type = bounce?.type ?? ''
    const code = [type, bounce?.subType].filter(Boolean).join(' ').slice(0, 60) || event.type.slice(6)
    return { ...about, kind: /^permanent$/i.test(type) ? 'hard' : 'soft', code: code.replaceAll(/\S+@\S+/g, '') }
  }
  return undefined
}
