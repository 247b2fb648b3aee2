import { useRef, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { hexOfBytes } from '#contract/written.ts'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { luckeyDraw } from '../contract.ts'

export type PlayOutcome = OutputOf<typeof luckeyDraw>
const newOwn = (): string => hexOfBytes(crypto.getRandomValues(new Uint8Array(16)))

/**
 * Plays one try. The random number of the device stays until the server has answered, so a press after a lost
 * connection asks for the same try.
 */
export const usePlay = (raceid: number, id: number, onLogin: () => void) => {
  const play = useCall(luckeyDraw, { quiet: true })
  const own = useRef<string>(undefined)
  const [refused, setRefused] = useState<Refused>()
  const draw = async (): Promise<PlayOutcome | undefined> => {
    setRefused(undefined)
    own.current ??= newOwn()
    try {
      const outcome = await play.mutateAsync({ raceid, id, own: own.current })
      own.current = undefined
      return outcome
    } catch (thrown) {
      const said = refusedFrom(thrown)
      if (said.code === '401' || said.code === '10001') onLogin()
      else setRefused(said)
      return undefined
    }
  }
  return { draw, busy: play.isPending, refused }
}
