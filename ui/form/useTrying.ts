import { useState } from 'react'
import { type Refused, refusedFrom } from '../network/call.ts'

/** Runs the work of a form that the server may refuse. Keeps the reason of the last refusal until the next try. */
export const useTrying = (): { refused: Refused | undefined; trying: (work: () => Promise<void>) => Promise<void> } => {
  const [refused, setRefused] = useState<Refused>()
  return {
    refused,
    trying: async (work) => {
      setRefused(undefined)
      try {
        await work()
      } catch (thrown) {
        setRefused(refusedFrom(thrown))
      }
    },
  }
}
