import { useCallback, useEffect, useRef, useState } from 'react'
import { holdStore } from '#features/desks/console/offline/holdStore.ts'
import { keepScreen } from '#features/desks/console/offline/keepScreen.ts'
import { type Safe, type Vault, openVault } from '#features/desks/console/offline/vault.ts'
import { call } from '#ui/network/call.ts'
import { consoleTicketsGate, consoleTicketsScan } from '../../gate.contract.ts'
import { type GateKeeper, type GatePreset, type GateServer, firstState, openGate } from './keeper.ts'

const PATIENCE_MS = { load: 10_000, scan: 4_000 } as const
const MEET_MS = 15_000
const serverOf = (raceid: number): GateServer => ({
  load: () => call(consoleTicketsGate, { raceid }, { quiet: true, signal: AbortSignal.timeout(PATIENCE_MS.load) }),
  scan: (clock, scans) =>
    call(
      consoleTicketsScan,
      { raceid, clock, scans },
      { quiet: true, signal: AbortSignal.timeout(scans.length > 1 ? PATIENCE_MS.load : PATIENCE_MS.scan) },
    ),
})

export type GatePhase =
  | { name: 'asking' }
  | { name: 'elsewhere' }
  | { name: 'none'; erased: boolean }
  | { name: 'locked' }
  | { name: 'open'; keeper: GateKeeper }

/** The gate on this device: not set up, locked, or open. A PIN seals its store. */
export const useGate = (raceid: number) => {
  const vault = useRef<Vault | undefined>(undefined)
  const [phase, setPhase] = useState<GatePhase>({ name: 'asking' })
  /** The number of contacts. Its change makes the screen show the present state of the keeper. */
  const [met, setMet] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    void (async () => {
      if (!(await holdStore(`startline-gate-${raceid}`, stop.signal))) return setPhase({ name: 'elsewhere' })
      const opened = await openVault(`startline-gate-${raceid}`)
      if (stop.signal.aborted) return opened.close()
      vault.current = opened
      setPhase((await opened.isLocked()) ? { name: 'locked' } : { name: 'none', erased: false })
    })().catch(() => setPhase({ name: 'none', erased: false }))
    return () => {
      stop.abort()
      vault.current?.close()
    }
  }, [raceid])
  const keeper = phase.name === 'open' ? phase.keeper : undefined
  const meet = useCallback(async (of: GateKeeper) => {
    await of.meet().catch(() => undefined)
    setMet((before) => before + 1)
  }, [])
  useEffect(() => {
    if (!keeper) return undefined
    const again = () => void meet(keeper)
    const timer = setInterval(again, MEET_MS)
    addEventListener('online', again)
    addEventListener('offline', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
      removeEventListener('offline', again)
    }
  }, [keeper, meet])
  const start = async (safe: Safe) => {
    const opened = await openGate(safe, serverOf(raceid), () => Date.now())
    setPhase({ name: 'open', keeper: opened })
    void keepScreen(`/console/${raceid}/gate`)
    await meet(opened)
  }
  return {
    phase,
    met,
    again: () => (keeper ? meet(keeper) : Promise.resolve()),
    setUp: async (preset: GatePreset, pin: string) => {
      await start(await vault.current!.make(pin, firstState(raceid, preset)))
    },
    /** Opens the store. Returns the number of tries left if the PIN is wrong. */
    unlock: async (pin: string): Promise<number | undefined> => {
      const safe = await vault.current!.open(pin)
      if (!('wrong' in safe)) {
        await start(safe)
        return undefined
      }
      if (safe.left === 0) setPhase({ name: 'none', erased: true })
      return safe.left
    },
    lock: () => setPhase({ name: 'locked' }),
  }
}
export type Gate = ReturnType<typeof useGate>
