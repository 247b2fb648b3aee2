import { useEffect, useEffectEvent } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { useAsk } from '#ui/network/call.ts'
import { consoleRacesCopyOffer } from '../contract.ts'

export type CopyOffer = OutputOf<typeof consoleRacesCopyOffer>

/**
 * Asks for the values that the copy of a race begins with, and passes them to `onOffer`. If the form already shows the
 * values of this race (`filled`), for example in a draft from the device, the hook does not call `onOffer`.
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
    // Only the values of another race fill in the form. The values of the same race must not overwrite typed text.
    if (from !== filled) onOffer(came)
  })
  useEffect(() => {
    if (data) fill(data)
  }, [data])
  return offer
}
