import * as z from 'zod'
import { measuredFetch } from '#db/measures.ts'

/**
 * The results of a timing firm, read over HTTP: `GET <base>/events/<event>/results?bib=…` or `?q=…`,
 * `Authorization: Bearer <key>`.
 */

const maybe = z
  .string()
  .nullish()
  .transform((given) => given ?? null)
const place = z
  .number()
  .int()
  .positive()
  .nullish()
  .transform((given) => given ?? null)
const FirmResult = z.object({
  bib: z.string(),
  name: maybe,
  event: maybe,
  gender: maybe,
  outcome: z.string().default('finished'),
  /** The gun time and the net time, in the form `03:24:05`. */
  time: maybe,
  nettime: maybe,
  place,
  gender_place: place,
  splits: z.array(z.object({ label: z.string(), time: maybe })).default([]),
})
export type FirmResult = z.output<typeof FirmResult>
const Answer = z.object({ firm: z.string(), results: z.array(FirmResult).max(200) })

/** The caller gets this error if the firm does not answer, or if its answer cannot be read. */
export class FirmSilent extends Error {}

export type TimingFirm = {
  sandbox: boolean
  byBib: (event: string, bib: string) => Promise<{ firm: string; result: FirmResult | null }>
  search: (event: string, q: string) => Promise<{ firm: string; results: FirmResult[] }>
}
export type TimingFirmSettings = { base: string; key: string }

const patienceMs = 4_000
/**
 * Makes the client of a timing firm. The client calls `reach` at each request, because a sandbox firm starts only at
 * the first request.
 */
export const timingFirm = (reach: () => Promise<TimingFirmSettings>, sandbox: boolean): TimingFirm => {
  const ask = async (event: string, query: Record<string, string>) => {
    const { base, key } = await reach()
    try {
      const response = await measuredFetch(
        'timing firm',
        `${base}/events/${encodeURIComponent(event)}/results?${new URLSearchParams(query)}`,
        {
          headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
          redirect: 'error',
          signal: AbortSignal.timeout(patienceMs),
        },
      )
      if (!response.ok) throw new FirmSilent(`the timing firm answered ${response.status}`)
      const read = Answer.safeParse(await response.json())
      if (!read.success) throw new FirmSilent('the timing firm answered something else')
      return read.data
    } catch (error) {
      if (error instanceof FirmSilent) throw error
      throw new FirmSilent(`the timing firm does not answer (${(error as Error).name})`)
    }
  }
  return {
    sandbox,
    byBib: async (event, bib) => {
      const { firm, results } = await ask(event, { bib })
      return { firm, result: results.find((one) => one.bib.toUpperCase() === bib.toUpperCase()) ?? null }
    },
    search: async (event, q) => {
      const { firm, results } = await ask(event, { q })
      return { firm, results: results.slice(0, 50) }
    },
  }
}
