import { type QueryClient, hashKey } from '@tanstack/react-query'
import { type Lang, langOf } from '#contract/words.ts'
import type { Look } from '../look/theme.ts'
import { Refused, askKey } from '../network/call.ts'

/**
 * A call and its answer. `page` is set if the answer is the first page of a list. The value of `page` is the cursor
 * with which the screen begins, or null if the screen begins without a cursor.
 */
export type FirstAnswer = readonly [path: string, input: object, answer: unknown, page?: number | null]

/** A call that the server refused because the browser has no session. */
export type FirstRefusal = readonly [
  path: string,
  input: object,
  refused: { code: string; msg: string; refusal?: string },
]

/** The answers that the server wrote into the page, so that the first paint needs no call. */
export type First = {
  lang: Lang
  raceid: number | null
  primary: string
  /** The look that the race sets beside the colour `primary`. The page already shows this look. */
  look?: Look
  partner: string | null
  /** Answers that are the same for everybody. */
  answers: readonly FirstAnswer[]
  /** Answers for the browser's session, or for a browser without a session. */
  own: readonly FirstAnswer[]
  /** Refusals for this browser. The screen shows the log-in at once and makes no call. */
  refused: readonly FirstRefusal[]
}

export const readFirst = (): First | undefined => {
  const text = document.getElementById('first')?.textContent
  if (!text) return undefined
  try {
    return JSON.parse(text) as First
  } catch {
    return undefined
  }
}
/** Puts the first answers into the cache that `useAsk` reads. */
export const plantFirst = (queries: QueryClient, first: First): void => {
  for (const [path, input, answer, page] of [...first.answers, ...first.own])
    queries.setQueryData(
      askKey(path, first.raceid ?? undefined, langOf(first.lang), input),
      page === undefined ? answer : { pages: [answer], pageParams: [page ?? undefined] },
    )
  for (const [path, input, refused] of first.refused) plantRefusal(queries, first, path, input, refused)
}

/**
 * Puts one refusal into the cache. The first screen that reads the refusal shows it. Every later screen asks the server
 * again.
 */
const plantRefusal = (
  queries: QueryClient,
  first: First,
  path: string,
  input: object,
  refused: FirstRefusal[2],
): void => {
  const queryKey = askKey(path, first.raceid ?? undefined, langOf(first.lang), input)
  const kept = queries.getQueryCache()
  queries.setQueryDefaults(queryKey, { retryOnMount: false })
  kept.build(queries, { queryKey }).setState({
    status: 'error',
    error: new Refused({ ...refused, data: null }),
    errorUpdatedAt: Date.now(),
    errorUpdateCount: 1,
  })
  const stop = kept.subscribe(({ type, query }) => {
    if (type !== 'observerAdded' || hashKey(query.queryKey) !== hashKey(queryKey)) return
    queries.setQueryDefaults(queryKey, { retryOnMount: true })
    stop()
  })
}
