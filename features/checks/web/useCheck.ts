import { useEffect, useRef, useState } from 'react'
import { type Refused, call, refusedFrom } from '#ui/network/call.ts'
import { type CheckKind, captchaGenerate, captchaImg } from '../contract.ts'
import { type CheckAnswer, doWork, withWork } from './work.ts'

export type HumanCheck = {
  kind: CheckKind
  captchaid: string
  image?: string
  sound?: string
  answer: string
  state: 'loading' | 'asking' | 'working' | 'done' | 'failed'
  error?: Refused
}
const nothing = (kind: CheckKind): HumanCheck => ({
  kind,
  captchaid: '',
  answer: '',
  state: kind === 'work' ? 'working' : 'loading',
})

const fetched = async (kind: CheckKind, isMine: () => boolean): Promise<HumanCheck> => {
  if (kind === 'work') {
    const done = await doWork(undefined, isMine)
    return { kind, captchaid: done?.captchaid ?? '', answer: done?.captcha ?? '', state: 'done' }
  }
  const { captchaid } = await withWork((check) => call(captchaGenerate, { kind, ...check }))
  const { image, sound } = await call(captchaImg, { captchaid })
  return { kind, captchaid, ...(image ? { image } : {}), ...(sound ? { sound } : {}), answer: '', state: 'asking' }
}

/** Makes the work of an earlier round stop. */
const setStale = (round: { current: number }) => void (round.current += 1)

/**
 * Manages the human check of a form. By default the device first works without the person. If the server demands more,
 * the person reads a picture or hears digits.
 */
export const useCheck = (visible: boolean, first: CheckKind = 'work') => {
  const [check, setCheck] = useState<HumanCheck>(() => nothing(first))
  const round = useRef(0)
  const now = useRef<HumanCheck>(check)
  const running = useRef<Promise<void>>(undefined)

  const show = (next: HumanCheck) => {
    now.current = next
    setCheck(next)
  }
  const begin = (kind: CheckKind) => {
    const mine = ++round.current
    const isMine = () => round.current === mine
    show(nothing(kind))
    running.current = fetched(kind, isMine).then(
      (next) => void (isMine() && show(next)),
      (thrown: unknown) => void (isMine() && show({ ...nothing(kind), state: 'failed', error: refusedFrom(thrown) })),
    )
  }
  useEffect(() => {
    if (!visible) return
    queueMicrotask(() => begin(first))
    return () => setStale(round)
  }, [visible, first])

  return {
    check,
    type: (answer: string) => show({ ...now.current, answer }),
    /** Waits for the device's work, and returns the answer to send. Returns undefined without an answer. */
    given: async (): Promise<CheckAnswer | undefined> => {
      await running.current
      const { captchaid, answer } = now.current
      return captchaid === '' || answer.trim() === '' ? undefined : { captchaid, captcha: answer }
    },
    /**
     * Loads a new check, because the last check was used up or unreadable. A refusal may demand a picture instead of
     * work.
     */
    renew: (refused?: Refused) =>
      begin(refused?.facts.check === 'picture' && now.current.kind === 'work' ? 'picture' : now.current.kind),
    choose: begin,
  }
}
