import { useEffect, useEffectEvent } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { useAsk } from '#ui/network/call.ts'
import { consoleRacesCopyOffer } from '../contract.ts'

export type CopyOffer = OutputOf<typeof consoleRacesCopyOffer>

/**
 * Returns the offer to copy a race. The hook calls `onOffer` once for each race; `filled` is the race whose offer the
 * form holds already, such as a draft from the device.
 */
export const useCopyOffer = (
  from: number | undefined,
  filled: number | undefined,
  onOffer: (offer: CopyOffer) => void,
) => {
  const offer = useAsk(
    consoleRacesCopyOffer,
    { from: from ?? 0 },
    { enabled: from !== undefined, quiet: true, staleTime: Infinity },
  )
  const { data } = offer
  const fill = useEffectEvent((came: CopyOffer) => {
    // Only another offer fills in the form. The same offer must not overwrite typed text.
    if (from !== filled) onOffer(came)
  })
  useEffect(() => {
    if (data) fill(data)
  }, [data])
  return offer
}
