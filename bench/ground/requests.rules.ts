/** A request as Lighthouse records it. Times are milliseconds since the first request. */
export type Recorded = {
  url: string
  sessionTargetType?: string | undefined
  cache?: string | undefined
  networkRequestTime?: number | undefined
  networkEndTime?: number | undefined
  transferSize?: number | undefined
}

/** The time without an open request after which a page has settled. */
export const QUIET_MS = 2000

const isOfPage = ({ sessionTargetType: by }: Recorded): boolean => by === undefined || by === 'page' || by === 'iframe'
/** Tells whether a request reached the network. The browser answers the other requests from its own store. */
const isOfNetwork = ({ url, cache = 'none', transferSize }: Recorded): boolean =>
  !/^(data|blob):/.test(url) && cache === 'none' && transferSize !== 0

/**
 * Finds the requests of the network until a page has settled. A page has settled when it had no open request for
 * `QUIET_MS` after the largest paint at `paintMs`. Requests of workers compete with the requests of the page, so this
 * function lists them separately. A page that asks every three seconds has settled before its second question.
 */
export const requestsUntilSettled = (
  recorded: readonly Recorded[],
  paintMs: number,
): { page: string[]; worker: string[]; settledMs: number } => {
  const begun = ({ networkRequestTime = 0 }: Recorded) => networkRequestTime
  const network = recorded.filter(isOfNetwork).toSorted((a, b) => begun(a) - begun(b))
  let open = paintMs
  const page: string[] = []
  for (const one of network.filter(isOfPage)) {
    if (begun(one) > open + QUIET_MS) break
    page.push(one.url)
    open = Math.max(open, one.networkEndTime ?? begun(one))
  }
  const settledMs = open + QUIET_MS
  const worker = network.filter((one) => !isOfPage(one) && begun(one) <= settledMs).map(({ url }) => url)
  return { page, worker, settledMs }
}
