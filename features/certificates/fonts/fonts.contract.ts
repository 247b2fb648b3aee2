import * as z from 'zod/mini'
import { post, upload } from '#contract/endpoint.ts'
import { Line, RaceId, Time } from '#contract/scalars.ts'

const Hash = z.string().check(z.regex(/^[0-9a-f]{32}$/))
export const FontLine = z.object({
  hash: z.string(),
  family: z.string(),
  weight: z.number(),
  italic: z.boolean(),
  glyphs: z.number(),
  bytes: z.number(),
  filename: z.string(),
  licence: z.string(),
  path: z.string(),
  created_at: Time,
})
export type FontLine = z.output<typeof FontLine>

export const Licence = Line(300)
export const consoleCertificatesFonts = post('/console/certificates/fonts', {
  access: { right: 'certificates.edit' },
  input: z.object({ raceid: RaceId }),
  output: z.object({ items: z.array(FontLine) }),
  description: "Lists a race's own fonts for certificates.",
})

export const consoleCertificatesFontsSave = upload('/console/certificates/fonts/save', {
  access: { right: 'certificates.edit' },
  input: z.object({ raceid: RaceId, licence: Licence }),
  output: FontLine,
  refusals: ['font_missing', 'not_a_font', 'font_not_allowed', 'font_too_large', 'font_known', 'fonts_enough'],
  description:
    'Keeps a font (TrueType or OpenType, at most 25 MB, 12 for a race) under its own family name. The input names ' +
    'the licence that allows its use. The server refuses a font whose maker forbids embedding a part of it.',
})

export const consoleCertificatesFontsRemove = post('/console/certificates/fonts/remove', {
  access: { right: 'certificates.edit' },
  input: z.object({ raceid: RaceId, hash: Hash }),
  output: z.object({ hash: z.string() }),
  refusals: ['font_not_found', 'font_in_use'],
  description: 'Removes a font that no definition names.',
})
