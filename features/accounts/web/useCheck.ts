import { useEffect, useRef, useState } from 'react'
import { type Refused, call, refusedFrom } from '#ui/network/call.ts'
import { captchaGenerate, captchaImg } from '../contract.ts'
import { findWork } from '../rules.ts'

type Kind = 'picture' | 'work'
export type Check = {
  kind: Kind
  captchaid: string
  image?: string
  answer: string
  state: 'loading' | 'asking' | 'working' | 'done' | 'failed'
  error?: Refused
}
const nothing = (kind: Kind): Check => ({ kind, captchaid: '', answer: '', state: 'loading' })
const breath = () => new Promise((resolve) => setTimeout(resolve, 0))

/** What is under way for an earlier round is not shown any more. */
const setStale = (round: { current: number }) => void (round.current += 1)

/**
 * The check that comes before a code is sent: a picture to read, or work that the device does by itself. `wanted`: it
 * is in sight.
 */
export const useCheck = (wanted: boolean) => {
  const [check, setCheck] = useState<Check>(() => nothing('picture'))
  const round = useRef(0)

  const begin = async (kind: Kind) => {
    const mine = ++round.current
    const set = (next: Check) => round.current === mine && setCheck(next)
    set(nothing(kind))
    try {
      const { captchaid, bits } = await call(captchaGenerate, { kind })
      if (kind === 'picture') {
        const { image } = await call(captchaImg, { captchaid })
        set({ kind, captchaid, image, answer: '', state: 'asking' })
        return
      }
      set({ kind, captchaid, answer: '', state: 'working' })
      for (let from = 0; round.current === mine; from += 2000) {
        const answer = findWork(captchaid, from, 2000, bits ?? 0)
        if (answer !== undefined) return void set({ kind, captchaid, answer, state: 'done' })
        await breath()
      }
    } catch (thrown) {
      set({ ...nothing(kind), state: 'failed', error: refusedFrom(thrown) })
    }
  }
  useEffect(() => {
    if (!wanted) return
    void begin('picture')
    return () => setStale(round)
  }, [wanted])

  return {
    check,
    type: (answer: string) => setCheck((before) => ({ ...before, answer })),
    /** A new one of the same kind: the last one was used up or could not be read. */
    renew: () => void begin(check.kind),
    choose: (kind: Kind) => void begin(kind),
  }
}
