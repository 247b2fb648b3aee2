import * as z from 'zod/mini'
import { langs } from '#contract/words.ts'

const Said = (max: number) => z.partialRecord(z.enum(langs), z.string().check(z.maxLength(max)))

/** Who holds a race and how runners reach them, by language where it is words. */
export const Organiser = z.object({
  name: z._default(Said(120), {}),
  phone: z._default(z.string().check(z.trim(), z.maxLength(40), z.regex(/^[\d+() -]*$/)), ''),
  email: z._default(z.union([z.literal(''), z.email().check(z.maxLength(120))]), ''),
  hours: z._default(Said(200), {}),
})
export type Organiser = z.output<typeof Organiser>

/** Pictures that stand alone, each said in words for who does not see it. */
export const pictureFields = ['header', 'cover', 'footer'] as const
export const contactSettings = {
  organiser: z.optional(Organiser),
  /** What the law or the organiser wants said at the foot of the race's home. */
  legal: z._default(Said(4000), {}),
  /** Number of the filing with China's ministry (ICP), as it is to be shown. */
  icp: z._default(z.string().check(z.trim(), z.maxLength(60)), ''),
  picture_texts: z._default(z.partialRecord(z.enum(pictureFields), Said(200)), {}),
}
