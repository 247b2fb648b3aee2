import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, Page, RaceId, Time, Id } from '#contract/scalars.ts'
import { certificateKinds } from '../contract.ts'

export const exportFormats = ['jpg', 'pdf'] as const
export type ExportFormat = (typeof exportFormats)[number]
export const exportStates = ['drawing', 'ready', 'failed'] as const
export const exportFailures = ['picture_missing', 'no_browser', 'drawing_failed'] as const

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
  /** The number of holders, and the number of holders that the job has visited. */
  total: z.number(),
  seen: z.number(),
  /** The number of drawn pictures, and the sum of their bytes. */
  pictures: z.number(),
  bytes: z.number(),
  /** Holders without a picture, because their name is hidden or was erased. */
  left_out: z.number(),
  /**
   * True if results, registrations or the definition changed after the export began. Another round draws only the
   * changed pictures.
   */
  changed: z.boolean(),
  created_at: Time,
  ready_at: z.nullable(Time),
  /** The moment at which the export and its pictures are removed; null while it is drawn. */
  expires_at: z.nullable(Time),
  /** The address of the archive; null until it is ready. */
  path: z.nullable(z.string()),
})
export type ExportLine = z.output<typeof ExportLine>

export const consoleCertificatesExports = post('/console/certificates/exports', {
  access: { right: 'certificates.edit' },
  input: z.object({ raceid: RaceId, ...Page }),
  output: z.object({
    items: z.array(ExportLine),
    after: z.nullable(z.string()),
    /** True if the server can draw HTML definitions, because a browser is configured. */
    browser: z.boolean(),
  }),
  description: "Lists a race's exports of certificates for whole events, the newest first, with the progress of each.",
})

export const consoleCertificatesExport = post('/console/certificates/export', {
  access: { right: 'certificates.edit' },
  input: z.object({ raceid: RaceId, id: Int, eventid: Int, format: z._default(z.enum(exportFormats), 'jpg') }),
  output: z.object({ id: z.number() }),
  refusals: ['certificate_not_found', 'event_unknown', 'export_of_nobody', 'export_needs_browser', 'export_under_way'],
  description:
    'Begins to draw a definition for every holder of an event, in the background. The holders are finishers, or ' +
    'valid registrations. The export leaves out hidden names.',
})

export const consoleCertificatesRedraw = post('/console/certificates/redraw', {
  access: { right: 'certificates.edit' },
  input: z.object({ raceid: RaceId, id: Id }),
  output: z.object({ id: z.number() }),
  refusals: ['export_not_found', 'export_under_way', 'certificate_not_found', 'export_needs_browser'],
  description:
    'Visits every holder of an export again with the present definition, and draws the changed pictures. The call ' +
    'also continues an export that failed.',
})

export const consoleCertificatesDiscard = post('/console/certificates/discard', {
  access: { right: 'certificates.edit' },
  input: z.object({ raceid: RaceId, id: Id }),
  output: z.object({ id: z.number() }),
  refusals: ['export_not_found'],
  description: 'Stops a running export, or removes a finished export, with its pictures.',
})
