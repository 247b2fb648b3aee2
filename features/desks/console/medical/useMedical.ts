import { useEffect, useRef, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { type Refused, call, refusedFrom } from '#ui/network/call.ts'
import type { PackFound } from '../../contract.ts'
import { type Medical, consoleDesksMedicalFind, consoleDesksMedicalOpen } from '../../medical/medical.contract.ts'

/** The minutes after which opened details leave the screen, because strangers walk past a medical desk. */
export const SHOWN_MINUTES = 5

type Found = OutputOf<typeof consoleDesksMedicalFind> & { q: string }
/** Manages the work of a medical desk: search, choose a runner, open the runner's details with a reason, close them. */
export const useMedical = (raceid: number) => {
  const [found, setFound] = useState<Found>()
  const [chosen, setChosen] = useState<PackFound>()
  const [opened, setOpened] = useState<Medical>()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const turn = useRef(0)
  useEffect(() => {
    if (!opened) return undefined
    const timer = setTimeout(() => setOpened(undefined), SHOWN_MINUTES * 60_000)
    return () => clearTimeout(timer)
  }, [opened])
  /** Runs a step. If a later step begins before this step ends, the answer or failure of this step is left out. */
  const step = async (work: () => Promise<() => void>, onFailed?: () => void) => {
    const own = ++turn.current
    setBusy(true)
    setRefused(undefined)
    try {
      const then = await work()
      if (own === turn.current) then()
    } catch (thrown) {
      if (own === turn.current) {
        setRefused(refusedFrom(thrown))
        onFailed?.()
      }
    } finally {
      if (own === turn.current) setBusy(false)
    }
  }
  const leave = () => {
    setFound(undefined)
    setChosen(undefined)
    setOpened(undefined)
  }
  const close = () => {
    turn.current += 1
    leave()
    setRefused(undefined)
    setBusy(false)
  }
  return {
    found,
    chosen,
    opened,
    busy,
    refused,
    close,
    choose: (id: number) => {
      setOpened(undefined)
      setChosen(found?.items.find((one) => one.id === id))
    },
    find: (q: string) =>
      step(async () => {
        const answer = await call(consoleDesksMedicalFind, { raceid, q })
        return () => {
          setFound({ ...answer, q })
          setOpened(undefined)
          setChosen(answer.items.length === 1 ? answer.items[0] : undefined)
        }
        // After a failed search the screen must not show the runner of the former search.
      }, leave),
    open: (id: number, reason: string) =>
      step(async () => {
        const answer = await call(consoleDesksMedicalOpen, { raceid, id, reason })
        return () => setOpened(answer)
      }),
  }
}
