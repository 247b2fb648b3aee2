import { deviceClocks } from '#ui/network/deviceTime.ts'
import { useCallback, useState } from 'react'
import { keepScreen } from '#features/desks/console/offline/keepScreen.ts'
import { useContacts } from '#features/desks/console/offline/useContacts.ts'
import { type Erased, useVault } from '#features/desks/console/offline/useVault.ts'
import type { Safe } from '#features/desks/console/offline/vault.ts'
import { consoleDesksEnrol } from '#features/desks/setup/setup.contract.ts'
import { call } from '#ui/network/call.ts'
import { consoleTicketsGateContact, consoleTicketsGateScan } from '../../gate.contract.ts'
import { type GateKeeper, type GatePreset, type GateServer, firstGateState, openGate } from './keeper.ts'

const PATIENCE_MS = { load: 10_000, scan: 4_000 } as const
const within = (ms: number) => ({ quiet: true, signal: AbortSignal.timeout(ms) })
const server: GateServer = {
  contact: (input) => call(consoleTicketsGateContact, input, within(PATIENCE_MS.load)),
  scan: (input) =>
    call(consoleTicketsGateScan, input, within(input.scans.length > 1 ? PATIENCE_MS.load : PATIENCE_MS.scan)),
}
const nameOf = (raceid: number): string => `startline-gate-${raceid}`

export type GatePhase =
  | { name: 'asking' }
  | { name: 'elsewhere' }
  | { name: 'none'; erased: Erased | undefined }
  | { name: 'locked' }
  | { name: 'open'; keeper: GateKeeper }

/** Returns the gate on this device: not set up, locked, or open. A PIN seals its store. */
export const useGate = (raceid: number) => {
  const [phase, setPhase] = useState<GatePhase>({ name: 'asking' })
  const { vault, erase } = useVault(nameOf(raceid), setPhase)
  /**
   * The number of contacts and of changes by a person. When this number changes, the screen reads the present state of
   * the keeper.
   */
  const [met, setMet] = useState(0)
  const keeper = phase.name === 'open' ? phase.keeper : undefined
  const meet = useCallback(
    async (of: GateKeeper) => {
      const state = await of.meet().catch(() => undefined)
      if (state === 'revoked') return erase('revoked')
      setMet((before) => before + 1)
    },
    [erase],
  )
  useContacts(keeper, meet)
  const start = async (safe: Safe) => {
    const opened = await openGate(safe, server, deviceClocks)
    setPhase({ name: 'open', keeper: opened })
    void keepScreen(`/console/${raceid}/gate`)
    await meet(opened)
  }
  return {
    phase,
    met,
    again: () => (keeper ? meet(keeper) : Promise.resolve()),
    /** Changes the duty of the gate. The screen shows the change at once, however slow the network is. */
    put: (preset: GatePreset) => {
      void keeper?.put(preset)
      setMet((before) => before + 1)
    },
    /** Registers this device at a gate, and seals its store with the PIN. */
    setUp: async (deskid: number, preset: GatePreset, pin: string) => {
      const { key } = await call(consoleDesksEnrol, { raceid, deskid, name: preset.name })
      await start(await vault.current!.make(pin, firstGateState(raceid, preset, key)))
    },
    /** Opens the store. Returns the number of tries left if the PIN is wrong. */
    unlock: async (pin: string): Promise<number | undefined> => {
      const safe = await vault.current!.open(pin)
      if (!('wrong' in safe)) {
        await start(safe)
        return undefined
      }
      if (safe.left === 0) await erase('tries')
      return safe.left
    },
    /** Counts the scans that the locked store still holds. */
    unsent: () => vault.current?.waiting() ?? Promise.resolve(0),
    /** Erases the store of a device whose PIN is forgotten. */
    forget: () => erase('asked'),
    lock: () => setPhase({ name: 'locked' }),
  }
}
export type Gate = ReturnType<typeof useGate>
