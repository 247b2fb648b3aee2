import * as z from 'zod/mini'
import { langs } from '#contract/words.ts'

const Said = (max: number) => z.partialRecord(z.enum(langs), z.string().check(z.maxLength(max)))

/** The organiser of a race and the ways to reach the organiser. `name` and `hours` are texts by language. */
export const Organiser = z.object({
  name: z._default(Said(120), {}),
  phone: z._default(z.string().check(z.trim(), z.maxLength(40), z.regex(/^[\d+() -]*$/)), ''),
  email: z._default(z.union([z.literal(''), z.email().check(z.maxLength(120))]), ''),
  hours: z._default(Said(200), {}),
  /** The name of the organiser's service account in WeChat, by which people find the account. */
  wechat: z._default(z.string().check(z.trim(), z.maxLength(60)), ''),
})
export type Organiser = z.output<typeof Organiser>

/** The https address of a document that anybody can read. It is empty if the race has no such document. */
const TextAddress = z.union([z.literal(''), z.url({ protocol: /^https$/ }).check(z.maxLength(300))])

/** The fields of a race's pictures. Each picture may have words for people who cannot see it. */
export const contactPictureFields = ['header', 'cover', 'footer'] as const
export const contactSettings = {
  organiser: z.optional(Organiser),
  /** Legal texts, or other texts of the organiser, at the foot of each page of the race. */
  legal: z._default(Said(4000), {}),
  /** The number of the race's site in the register of China's ministry (ICP), as pages show it. */
  icp: z._default(z.string().check(z.trim(), z.maxLength(60)), ''),
  /** The user agreement and the privacy policy. The foot of each page of the race leads to them. */
  agreement_url: z._default(TextAddress, ''),
  privacy_url: z._default(TextAddress, ''),
  picture_texts: z._default(z.partialRecord(z.enum(contactPictureFields), Said(200)), {}),
}
