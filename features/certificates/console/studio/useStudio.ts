import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { openDraft } from '#ui/form/unsaved/draft.ts'
import { holdPlace } from '#ui/layout/holdPlace.ts'
import { changed, redone, settled, undoable, undone } from '#ui/form/unsaved/undo.ts'
import type { Definition } from '../../contract.ts'
import { type Design, layersOf } from '../../template/layers.rules.ts'

/** The unsaved design on the device, and the version of the definition that it began from. */
export type UnsavedDesign = {
  design: Design
  from: string | null
  /**
   * True if the page for HTML certificates has just converted its definition to this design. The editor then shows no
   * note about a restored design.
   */ handed?: boolean
}
export const studioDraftOf = (raceid: number, id: number | undefined) =>
  openDraft<UnsavedDesign>(`certificate ${id ?? 'new'}`, raceid, [])

export const designOfDefinition = ({
  name,
  kind,
  eventid,
  published,
  map,
  bg,
  width,
  height,
  boxes,
}: Definition): Design => ({
  name,
  kind,
  eventid,
  published,
  map,
  bg,
  width,
  height,
  layers: layersOf(boxes ?? []),
})
/** Serialises a design for a comparison. The keys of layers are left out, because a saved design has no such keys. */
const kept = ({ layers, ...design }: Design): string => JSON.stringify([design, layers.map(({ box }) => box)])

/** The editor writes the draft when the person has changed nothing for this time. */
const RESTS_MS = 300

type Given = {
  raceid: number
  id: number | undefined
  saved: Design | undefined
  begin: Design
  /** The `updated_at` of the definition. */ from: string | null
  onLeave: (leave: () => void) => void
}

/** Manages a design in the editor: its history, the selected layer, and its draft on the device. */
export const useStudio = ({ raceid, id, saved, begin, from, onLeave }: Given) => {
  const [history, setHistory] = useState(() => undoable(begin))
  const [chosen, choose] = useState<number>()
  const design = history.now
  const dirty = saved === undefined || kept(design) !== kept(saved)
  const draft = studioDraftOf(raceid, id)
  /** The design whose draft was dropped. The device must not keep this draft again. */
  const forgotten = useRef<Design | undefined>(undefined)
  const keepDraft = useEffectEvent(() =>
    dirty && forgotten.current !== design ? draft.write({ design, from }) : draft.clear(),
  )
  useEffect(() => {
    const timer = setTimeout(() => keepDraft(), RESTS_MS)
    return () => clearTimeout(timer)
  }, [design, dirty, from])
  useEffect(() => {
    if (!dirty) return undefined
    const warn = (event: BeforeUnloadEvent) => {
      keepDraft()
      event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    const giveBack = holdPlace((leave) => {
      keepDraft()
      onLeave(leave)
    })
    return () => {
      removeEventListener('beforeunload', warn)
      giveBack()
    }
  }, [dirty, onLeave])
  const change = useCallback(
    (next: (design: Design) => Design, tag?: string) => setHistory((before) => changed(before, next(before.now), tag)),
    [],
  )
  const settle = useCallback(() => setHistory(settled), [])
  return {
    design,
    dirty,
    chosen: design.layers.some(({ key }) => key === chosen) ? chosen : undefined,
    choose,
    change,
    settle,
    undo: useCallback(() => setHistory(undone), []),
    redo: useCallback(() => setHistory(redone), []),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** Drops the draft, because everything is saved or the person does not want it. */
    forget: () => {
      forgotten.current = design
      draft.clear()
    },
  }
}
export type Studio = ReturnType<typeof useStudio>
