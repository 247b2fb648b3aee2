import { type Lang, fill } from '#contract/words.ts'
import { type Template, templates } from './words.ts'

const signature = '【Startline】'

/** A text message as its reader gets it. */
export const textOf = (template: Template, values: Readonly<Record<string, string>>, lang: Lang): string => signature + fill(templates[template][lang], values)

/** A number as providers want it: mainland numbers are kept without their country. */
export const e164Of = (mobile: string): string => (mobile.startsWith('+') ? mobile : `+86${mobile}`)
