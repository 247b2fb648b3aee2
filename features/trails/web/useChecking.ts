import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { type Refused, call, refusedFrom } from '#ui/network/call.ts'
import { serverNow } from '#ui/network/serverClock.ts'
import { appTrailCheck } from '../contract.ts'
import { type WaitingCheck, type WaitingChecks, openWaitingChecks } from './waitingChecks.ts'

type Answer = OutputOf<typeof appTrailCheck>
type Single = Pick<WaitingCheck, 'way' | 'point' | 'code' | 'lat' | 'lon' | 'accuracy'>
export type CheckOutcome =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'kept' }
  | { kind: 'refused'; refused: Refused }
  | undefined
type Options = { raceid: number; id: number; uid: number | undefined; onAnswer: (answer: Answer) => void }

const AGAIN_MS = 15_000
const keyNow = () => `trail-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`
const isUndecided = ({ code }: Refused) => code === 'network' || code === '429' || code === '500'
const send = ({ once, uid: _uid, ...check }: WaitingCheck) => call(appTrailCheck, check, { once, quiet: true })

/**
 * Lets a person check in. Without a network the phone stores the check with its time, and sends the check later. After
 * the decision of the server, the phone removes the stored check.
 */
export const useChecking = ({ raceid, id, uid, onAnswer }: Options) => {
  const store = useRef<WaitingChecks>(undefined)
  const sending = useRef(false)
  const [standing, setStanding] = useState<'opening' | 'ready' | 'no_store'>('opening')
  const [waiting, setWaiting] = useState<readonly WaitingCheck[]>([])
  const [outcome, setOutcome] = useState<CheckOutcome>()
  const [busy, setBusy] = useState(false)
  const here = waiting.filter((one) => one.raceid === raceid && one.id === id)
  const count = useCallback(async () => {
    if (store.current && uid !== undefined) setWaiting((await store.current.list(uid)).map(({ check }) => check))
  }, [uid])
  const sendAll = useEffectEvent(async () => {
    if (!store.current || uid === undefined || sending.current) return
    sending.current = true
    try {
      for (const { place, check } of await store.current.list(uid)) {
        try {
          const answer = await send(check)
          if (check.raceid === raceid && check.id === id) {
            setOutcome({ kind: 'answer', answer })
            onAnswer(answer)
          }
        } catch (thrown) {
          const refused = refusedFrom(thrown)
          if (isUndecided(refused) || refused.code === '401' || refused.code === '10001') break
          setOutcome({ kind: 'refused', refused })
        }
        await store.current.settle(place)
      }
    } finally {
      sending.current = false
      await count()
    }
  })
  useEffect(() => {
    let gone = false
    void openWaitingChecks().then(
      (opened) => {
        store.current = opened
        if (gone) return
        setStanding('ready')
        void navigator.storage?.persist?.()
        void count().then(() => sendAll())
      },
      () => setStanding('no_store'),
    )
    const again = () => void sendAll()
    const timer = setInterval(again, AGAIN_MS)
    addEventListener('online', again)
    return () => {
      gone = true
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [count])
  const checkIn = async (single: Single): Promise<void> => {
    if (uid === undefined || busy) return
    setBusy(true)
    const at = new Date(serverNow()).toISOString()
    const check: WaitingCheck = { once: keyNow(), uid, raceid, id, at, ...single }
    try {
      const answer = await send(check)
      setOutcome({ kind: 'answer', answer })
      onAnswer(answer)
    } catch (thrown) {
      const refused = refusedFrom(thrown)
      if (!isUndecided(refused) || !store.current) setOutcome({ kind: 'refused', refused })
      else {
        await store.current.add(check)
        await count()
        setOutcome({ kind: 'kept' })
      }
    } finally {
      setBusy(false)
    }
  }
  const checkFile = async (file: File): Promise<void> => {
    setBusy(true)
    try {
      const answer = await call(
        appTrailCheck,
        { raceid, id, way: 'file' },
        { once: keyNow(), quiet: true, files: { file } },
      )
      setOutcome({ kind: 'answer', answer })
      onAnswer(answer)
    } catch (thrown) {
      setOutcome({ kind: 'refused', refused: refusedFrom(thrown) })
    } finally {
      setBusy(false)
    }
  }
  return { standing, waiting: here, outcome, busy, checkIn, checkFile, sendNow: () => void sendAll() }
}
export type Checking = ReturnType<typeof useChecking>
