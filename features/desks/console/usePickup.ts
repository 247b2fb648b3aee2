import { useCallback, useEffect, useRef, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { type Refused, refusedFrom } from '#ui/network/call.ts'
import type { Pack, checkinRunnerSigned } from '../contract.ts'
import type { Desk } from '../setup/setup.contract.ts'
import type { ReadCard } from './card/card.rules.ts'
import type { EntryToWrite } from './offline/judging.rules.ts'
import type { DeskSource, FoundAtDesk } from './source.ts'

type Found = FoundAtDesk & { q: string }
type Latest = OutputOf<typeof checkinRunnerSigned>
/** An entry that was sent without an answer: its id, and its content as text. */
type Unanswered = { entry: string; of: string }

/**
 * Manages the work of one desk: the search, the open pack, the entries. An entry whose answer got lost keeps its id, so
 * a second tap writes nothing twice. `news` is a number that changes when other desks may have written.
 */
export const usePickup = (source: DeskSource, news: number) => {
  const [found, setFound] = useState<Found>()
  const [pack, setPack] = useState<Pack>()
  const [latest, setLatest] = useState<Latest>()
  /** The key of a code that staff take as an authorisation though the device does not know it. */
  const [unchecked, setUnchecked] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [reading, setReading] = useState(false)
  /** True if the last call for the list of entries failed. */
  const [unread, setUnread] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const turn = useRef(0)
  const unanswered = useRef<Unanswered | undefined>(undefined)

  const refresh = useCallback(
    () =>
      source.latest().then(
        (list) => {
          setLatest(list)
          setUnread(false)
        },
        // After a failed read the list stays as it is. The hook reads the list again after the next entry.
        () => setUnread(true),
      ),
    [source],
  )
  useEffect(() => void refresh(), [refresh, news])
  /** Reads the list after an entry. Until the answer comes, staff cannot take back an entry of the old list. */
  const readAgain = () => {
    setReading(true)
    void refresh().finally(() => setReading(false))
  }

  /** Runs a step. If a later step begins before this step ends, the answer or failure of this step is left out. */
  const step = async (work: () => Promise<() => void>, onFailed?: () => void): Promise<boolean> => {
    const own = ++turn.current
    setBusy(true)
    setRefused(undefined)
    try {
      const then = await work()
      if (own === turn.current) then()
      return true
    } catch (thrown) {
      if (own === turn.current) {
        setRefused(refusedFrom(thrown))
        onFailed?.()
      }
      return false
    } finally {
      if (own === turn.current) setBusy(false)
    }
  }
  const open = (id: number) =>
    step(async () => {
      const shown = await source.show(id)
      return () => setPack(shown)
    })
  const leave = () => {
    // Otherwise the former runner's pack would stay on the screen while the next runner waits, and staff could hand out
    // the wrong pack.
    setFound(undefined)
    setPack(undefined)
  }
  /**
   * Finds the runners that a text means, and opens the runner if there is only one. `card` has the facts of an identity
   * card: its number is the text, and the screen shows its name in place of the number.
   */
  const find = (q: string, card?: ReadCard) =>
    step(async () => {
      const all = await source.find(q)
      // A device without network knows only the end of a number. The name then separates runners with the same end.
      const named = card ? all.items.filter(({ name }) => name === card.name) : []
      const answer = named.length > 0 ? { ...all, items: named } : all
      const [only] = answer.items
      const shown = only && answer.items.length === 1 ? await source.show(only.id) : undefined
      return () => {
        setFound({ ...answer, q: card?.name ?? q })
        setPack(shown)
      }
    }, leave)
  const write = (entry: Omit<EntryToWrite, 'entry'>) =>
    step(async () => {
      const of = JSON.stringify(entry)
      if (unanswered.current?.of !== of) unanswered.current = { entry: crypto.randomUUID(), of }
      try {
        const shown = await source.sign({ ...entry, entry: unanswered.current.entry })
        unanswered.current = undefined
        readAgain()
        if (entry.kind === 'pack') setUnchecked(undefined)
        return () => setPack(shown)
      } catch (thrown) {
        const decided = refusedFrom(thrown).code !== 'network'
        if (decided) unanswered.current = undefined
        // The screen showed an old state. It now shows the present state beside the refusal.
        if (decided) readAgain()
        if (decided && pack) void source.show(pack.id).then(setPack, () => undefined)
        throw thrown
      }
    })
  const clear = () => {
    turn.current += 1
    leave()
    setRefused(undefined)
    setBusy(false)
  }
  return {
    found,
    unchecked,
    proxy: found?.proxy
      ? { ...found.proxy, unchecked: false }
      : unchecked === undefined
        ? null
        : { key: unchecked, name: '', unchecked: true },
    pack,
    latest,
    unread: unread && latest === undefined,
    readAgain,
    reading,
    busy,
    refused,
    find,
    findCard: (card: ReadCard) => find(card.number, card),
    open,
    write,
    clear,
    /** Takes an unknown code as an authorisation for the runner whom staff find next, or drops it. */
    takeUnchecked: (key: string | undefined) => {
      clear()
      setUnchecked(key)
    },
  }
}
export type Pickup = ReturnType<typeof usePickup>
/** The open pack and the desk where it is handed out. `zone` is the time zone of the race. */
export type PackProps = {
  pack: Pack
  desk: Desk | undefined
  zone: string | undefined
  proxy: Pickup['proxy']
  work: Pickup
}
