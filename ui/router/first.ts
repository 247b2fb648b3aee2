import type { QueryClient } from '@tanstack/react-query'
import { type Lang, langOf } from '#contract/words.ts'
import type { Look } from '../look/theme.ts'
import { askKey } from '../network/call.ts'

/**
 * What was asked, and the answer; `page` where it is the first page of a list that is read page by page: what the screen
 * begins to count with, null where it begins with nothing.
 */
export type FirstAnswer = readonly [path: string, input: object, answer: unknown, page?: number | null]

/** What the server wrote into the page so that nothing need be asked before the first paint. */
export type First = {
  lang: Lang
  raceid: number | null
  primary: string
  /** What else of the race's look the page wears already. */
  look?: Look
  partner: string | null
  answers: readonly FirstAnswer[]
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
/** Puts the first answers where `useAsk` looks for them. */
export const plantFirst = (queries: QueryClient, first: First): void => {
  for (const [path, input, answer, page] of first.answers)
    queries.setQueryData(
      askKey(path, first.raceid ?? undefined, langOf(first.lang), input),
      page === undefined ? answer : { pages: [answer], pageParams: [page ?? undefined] },
    )
}
