import { useEffect, useState } from 'react'
import { type CopyPart, copyParts } from '#contract/copying.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { useAsk } from '#ui/network/call.ts'
import { consoleRacesCopyOffer } from '../contract.ts'

export type CopyOffer = OutputOf<typeof consoleRacesCopyOffer>

/**
 * Manages the parts of a race to copy. At first all parts except its staff are chosen. It calls `onOffer` once for each
 * race.
 */
export const useCopyOffer = (from: number | undefined, onOffer: (offer: CopyOffer) => void) => {
  const offer = useAsk(
    consoleRacesCopyOffer,
    { from: from ?? 0 },
    { enabled: from !== undefined, quiet: true, staleTime: Infinity },
  )
  const [parts, setParts] = useState<readonly CopyPart[]>(copyParts.filter((part) => part !== 'staff'))
  const [events, setEvents] = useState<readonly number[]>([])
  const { data } = offer
  useEffect(() => {
    if (!data) return
    setEvents(data.events.map(({ id }) => id))
    onOffer(data)
    // Only another offer fills in the form. The same offer must not overwrite typed text.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data])
  return { offer, parts, setParts, events, setEvents }
}
