import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Day, Flag, Int, Line, RaceId, Time } from '#contract/scalars.ts'
import { givenToLookUp, lookupRefusals } from '#features/checks/contract.ts'
import { holderKinds } from './activity/activity.contract.ts'
import { Boxes, ImageBox } from './template/boxes.contract.ts'

export const certificateKinds = ['reg', 'timing'] as const
export type CertificateKind = (typeof certificateKinds)[number]
export const certificateForms = ['boxes', 'html'] as const

const FieldMap = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(200)))

/**
 * A definition as it is on the wire (docs/behaviour/certificates.md, Definitions). `bg` is a picture's path.
 * `boxes` is null in HTML form.
 */
const definition = {
  id: z.number(),
  raceid: z.number(),
  eventid: z.nullable(z.number()),
  kind: z.enum(certificateKinds),
  name: z.string(),
  form: z.enum(certificateForms),
  html: z.string(),
  boxes: z.nullable(Boxes),
  bg: z.nullable(z.string()),
  width: z.number(),
  height: z.number(),
  meta: FieldMap,
  map: FieldMap,
  fields: z.array(z.string()),
  version: z.number(),
  /** The race's own fonts that the definition names. Their slices have addresses below `path` (`u4e00.ttf`). */
  fonts: z._default(
    z.array(z.object({ family: z.string(), weight: z.number(), italic: z.boolean(), path: z.string() })),
    [],
  ),
}
export const Certificate = z.object({
  ...definition,
  /** The text of each field for the given key. Null if the call asked for the definition only. */
  values: z.nullable(z.record(z.string(), z.string())),
  /** The signed number, and the public page that verifies it. */
  number: z.nullable(z.string()),
  link: z.nullable(z.string()),
  /** The layer over all others: the race's watermark, if the definition has the mark 水印. */
  marks: z._default(z.array(ImageBox), []),
  /**
   * The certificates that the same person can choose, this certificate included. The list is empty if there is only
   * one certificate.
   */
  choices: z._default(z.array(z.object({ id: z.number(), name: z.string() })), []),
})
export type Certificate = z.output<typeof Certificate>

export const certificateShow = post('/certificate/show', {
  access: 'anyone',
  input: z.object({
    raceid: z.optional(RaceId),
    id: z.optional(Int),
    /** The key of a registration or of a result. */
    key: z.optional(z.string().check(z.maxLength(60))),
    scoreid: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    type: z.optional(z.enum(certificateKinds)),
  }),
  output: Certificate,
  refusals: ['certificate_not_found', 'certificate_of_whom', 'no_result_yet', 'certificate_held', 'not_finished'],
  description:
    'Shows the certificate of a registration or a result: its definition with cleaned HTML, the field values, the ' +
    'signed number and its link. With an id alone the answer holds only that definition.',
})

export const certificateSearchbyidnum = post('/certificate/searchbyidnum', {
  access: 'anyone',
  input: z.object({
    raceid: RaceId,
    idnum: Line(60),
    ...givenToLookUp,
  }),
  output: z.array(
    z.object({
      kind: z.enum(certificateKinds),
      key: z.string(),
      scoreid: z.nullable(z.number()),
      eventid: z.number(),
      event: z.string(),
      bib: z.nullable(z.string()),
      name: z.nullable(z.string()),
      time: z.nullable(z.string()),
      nettime: z.nullable(z.string()),
      certificateid: z.number(),
    }),
  ),
  refusals: lookupRefusals,
  description:
    'Finds the certificates of a document number that the caller knows exactly. The answer holds the certificates ' +
    'of its finished results, or else of its registrations where the race has such certificates. The limits of ' +
    '/registration/query apply.',
})

export const certificateVerdicts = ['genuine', 'corrected', 'withdrawn'] as const
/**
 * The present state of somebody's trail or challenge. The values of challenges are null for a trail, and the values of
 * trails are null for a challenge. `done_on` is the end of a trail's fastest round, or the day on which a challenge was
 * completed.
 */
const Activity = z.object({
  seconds: z.nullable(z.number()),
  rounds: z.nullable(z.number()),
  points: z.nullable(z.number()),
  days: z.nullable(z.number()),
  metres: z.nullable(z.number()),
  done_on: z.nullable(z.union([Time, Day])),
})
/** The present state of a certificate's number. `name` is null if the runner hides it. */
export const CertificateVerdict = z.object({
  verdict: z.enum(certificateVerdicts),
  number: z.string(),
  kind: z.enum(holderKinds),
  race: z.object({
    id: z.number(),
    name: z.string(),
    city: z.string(),
    time: Time,
    zone: z.string(),
    primary: z.string(),
  }),
  event: z.string(),
  name: z.nullable(z.string()),
  bib: z.nullable(z.string()),
  outcome: z.nullable(z.string()),
  gun: z.nullable(z.string()),
  net: z.nullable(z.string()),
  place: z.nullable(z.number()),
  changed_at: z.nullable(Time),
  activity: z.nullable(Activity),
})
export type CertificateVerdict = z.output<typeof CertificateVerdict>

export const certificateQuery = post('/certificate/query', {
  access: 'anyone',
  input: z.object({ n: z.string().check(z.maxLength(60)) }),
  output: CertificateVerdict,
  refusals: ['certificate_number_unknown'],
  description:
    'Verifies the signed number of a certificate. The answer holds the present official result. It tells whether ' +
    'the certificate is genuine, was corrected since, or was withdrawn.',
})

const Definition = z.object({ ...definition, published: z.boolean(), updated_at: Time })
export type Definition = z.output<typeof Definition>

export const consoleCertificatesList = post('/console/certificates/list', {
  access: { right: 'certificates.edit' },
  input: z.object({ raceid: RaceId }),
  output: z.object({ items: z.array(Definition) }),
  description: "A race's certificate definitions, the newest first.",
})

const Html = z.string().check(z.maxLength(600_000))
export const consoleCertificatesCheck = post('/console/certificates/check', {
  access: { right: 'certificates.edit' },
  input: z.object({ raceid: RaceId, html: Html }),
  output: z.object({
    html: z.string(),
    removed: z.array(z.string()),
    boxes: z.nullable(Boxes),
    width: z.nullable(z.number()),
    height: z.nullable(z.number()),
    /** The first part of the HTML that boxes cannot express. */
    inexpressible: z.nullable(z.string()),
    fields: z.array(z.string()),
    /** Names between percent signs that have no value. Runners would see the names themselves. */
    unknown: z.array(z.string()),
  }),
  description:
    'Shows the HTML in the form in which saving would keep it: cleaned, and converted to boxes where boxes can ' +
    'express it. The call saves nothing.',
})

export const consoleCertificatesSave = post('/console/certificates/save', {
  access: { right: 'certificates.edit' },
  input: z.object({
    raceid: RaceId,
    id: z.optional(Int),
    eventid: z.optional(z.nullable(Int)),
    kind: z.enum(certificateKinds),
    name: Line(60),
    /** The HTML from organisers, or the boxes. The caller sends one of the two. */
    html: z.optional(Html),
    boxes: z.optional(Boxes),
    /** True if HTML stays HTML even if boxes could express it. */
    keep_html: z._default(Flag, false),
    bg: z.optional(z.nullable(z.string().check(z.regex(/^\/files\/\d+\/[0-9a-f]{32}\.(jpg|png)$/)))),
    width: z.optional(Int.check(z.minimum(100), z.maximum(1280))),
    height: z.optional(Int.check(z.minimum(100), z.maximum(8000))),
    map: z._default(FieldMap, {}),
    published: z._default(Flag, false),
    /** The `updated_at` of the opened version. The server does not overwrite another person's later change. */
    updated_at: z.optional(z.string()),
  }),
  output: Definition,
  refusals: [
    'certificate_not_found',
    'certificate_empty',
    'certificate_changed_meanwhile',
    'certificate_without_code',
    'certificate_without_slot',
    'certificate_with_slots',
    'event_unknown',
    'picture_unknown',
    'box_picture_unknown',
  ],
  description:
    'Saves a certificate definition. The server cleans HTML, and converts it to boxes where boxes can express it. ' +
    'Boxes name only pictures of the race. Boxes can be published only with a QR code and the number. A definition ' +
    'with the mark 合成 or 水印 can be published only with one place for a photo.',
})

export const consoleCertificatesRemove = post('/console/certificates/remove', {
  access: { right: 'certificates.edit' },
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({ id: z.number() }),
  refusals: ['certificate_not_found'],
  description: 'Removes a certificate definition.',
})
