import { useEffect, useEffectEvent, useRef } from 'react'
import type { FeedEntry } from '../contract.ts'

/** Returns the name of an entry in the address of a shared link. */
export const entryAnchor = (id: number): string => `e${id}`
const wantedOf = (hash: string): number => Number(/^#e(\d{1,12})$/.exec(hash)?.[1] ?? 0)

type Loaded = { items: readonly FeedEntry[]; after: string | null }
/**
 * Brings the entry of a shared link into view, once. If the page does not have the entry yet, it loads older entries.
 * The largest id comes first, so the search ends when the page has an entry with a smaller id.
 */
export const useSharedEntry = (page: Loaded | undefined, more: () => void): void => {
  const searching = useRef(true)
  const look = useEffectEvent(({ items, after }: Loaded) => {
    const wanted = wantedOf(location.hash)
    const entry = wanted === 0 ? null : document.getElementById(entryAnchor(wanted))
    entry?.scrollIntoView({ block: 'center', behavior: 'instant' })
    if (entry === null && after !== null && wanted > 0 && wanted < (items.at(-1)?.id ?? 0)) more()
    else searching.current = false
  })
  useEffect(() => {
    if (page && searching.current) look(page)
  }, [page])
}
