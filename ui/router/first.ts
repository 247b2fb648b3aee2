import type { QueryClient } from '@tanstack/react-query'
import { type Lang, langOf } from '#contract/words.ts'
import type { Look } from '../look/theme.ts'
import { askKey } from '../network/call.ts'

/**
 * A question and its answer. `page` is set where the answer is the first page of a list. It is the cursor with which
 * the screen begins, or null where the screen begins without a cursor.
 */
export type FirstAnswer = readonly [path: string, input: object, answer: unknown, page?: number | null]

/** The answers that the server wrote into the page, so that the first paint needs no call. */
export type First = {
  lang: Lang
  raceid: number | null
  primary: string
  /** The rest of the race's look, which the page already shows. */
  look?: Look
  partner: string | null
  /** Answers that are the same for everybody. */
  answers: readonly FirstAnswer[]
  /** Answers for the browser's session, or for a browser without one. */
  own: readonly FirstAnswer[]
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
}
