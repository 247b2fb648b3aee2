import { useState } from 'react'
import { type Refused, refusedFrom } from '../network/call.ts'

/** Work of a form that may be refused: why it was, the last time, until it is tried again. */
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
