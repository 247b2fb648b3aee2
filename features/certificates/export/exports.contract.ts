import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, Page, RaceId, Time } from '#contract/scalars.ts'
import { certificateKinds } from '../contract.ts'

export const exportFormats = ['jpg', 'pdf'] as const
export type ExportFormat = (typeof exportFormats)[number]
export const exportStates = ['drawing', 'ready', 'failed'] as const
export const exportFailures = ['picture_missing', 'no_browser', 'drawing_failed'] as const
const ExportId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))

/** All certificates of one event: their progress, and their outcome. */
export const ExportLine = z.object({
  id: z.number(),
  eventid: z.number(),
  event: z.string(),
  certificateid: z.number(),
  name: z.string(),
  kind: z.enum(certificateKinds),
  format: z.enum(exportFormats),
  state: z.enum(exportStates),
  why: z.nullable(z.enum(exportFailures)),
  /** The number of holders, and of those visited so far. */
  total: z.number(),
  seen: z.number(),
  /** The number of drawn pictures, and the sum of their bytes. */
  pictures: z.number(),
  bytes: z.number(),
  /** Holders without a picture, because their name is hidden or was erased. */
  left_out: z.number(),
  /**
   * Results, registrations or the definition changed after drawing began. Another round draws only the changed
   * pictures.
   */
  changed: z.boolean(),
  created_at: Time,
  ready_at: z.nullable(Time),
  expires_at: z.nullable(Time),
  /** The address of the archive, once it is ready. */
  path: z.nullable(z.string()),
})
export type ExportLine = z.output<typeof ExportLine>

export const consoleCertificatesExports = post('/console/certificates/exports', {
  access: { right: 'certificates.edit' },
  input: z.object({ raceid: RaceId, ...Page }),
  output: z.object({
    items: z.array(ExportLine),
    after: z.nullable(z.string()),
    /** True where HTML definitions can be drawn here: a browser is configured. */
    browser: z.boolean(),
  }),
  description: "A race's certificates drawn for whole events, the newest first, with how far each one is.",
})

export const consoleCertificatesExport = post('/console/certificates/export', {
  access: { right: 'certificates.edit' },
  input: z.object({ raceid: RaceId, id: Int, eventid: Int, format: z._default(z.enum(exportFormats), 'jpg') }),
  output: z.object({ id: z.number() }),
  refusals: ['certificate_not_found', 'event_unknown', 'export_of_nobody', 'export_needs_browser', 'export_under_way'],
  description:
    'Begins to draw a definition for everybody of an event (finishers, or registrations that stand) in the background. Hidden names are left out.',
})

export const consoleCertificatesRedraw = post('/console/certificates/redraw', {
  access: { right: 'certificates.edit' },
  input: z.object({ raceid: RaceId, id: ExportId }),
  output: z.object({ id: z.number() }),
  refusals: ['export_not_found', 'export_under_way', 'certificate_not_found', 'export_needs_browser'],
  description:
    'Looks at everybody of an export again with the definition as it is now, and draws what differs. Also goes on with one that failed.',
})

export const consoleCertificatesDiscard = post('/console/certificates/discard', {
  access: { right: 'certificates.edit' },
  input: z.object({ raceid: RaceId, id: ExportId }),
  output: z.object({ id: z.number() }),
  refusals: ['export_not_found'],
  description: 'Stops an export where it is still under way, and throws its pictures away.',
})
