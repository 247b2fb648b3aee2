import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { openDraft } from './draft.ts'
import { isSame } from './merge.ts'

/** Writing the draft waits until the hand rests. */
const RESTS_MS = 400

/** Of a form that is kept on the device: its name among those of its race, and which state of the thing it began from. */
export type Keep<Value> = {
  name: string
  raceid: number
  /** `updated_at` of what was opened; null of something new. */
  version: string | null
  /** Fills the form with a value. */
  onFill: (value: Value) => void
}

/**
 * The draft of a form of a page: what is unsaved is kept on the device, and is there again when the page is opened the
 * next time. `restored` says that it was brought back just now, and whether somebody else saved in between.
 */
export const useKeptDraft = <Value extends object>(
  keep: Keep<Value> | undefined,
  { value, saved, dirty }: { value: Value; saved: Value; dirty: boolean },
) => {
  const [name, raceid] = [keep?.name, keep?.raceid]
  const draft = useMemo(
    () => (name === undefined ? undefined : openDraft<{ now: Value; version: string | null }>(name, raceid, [])),
    [name, raceid],
  )
  const [restored, setRestored] = useState<'same' | 'changed'>()
  const [turn, setTurn] = useState(0)
  const fill = (next: Value) => {
    keep?.onFill(next)
    setTurn((before) => before + 1)
  }
  const bring = useEffectEvent(() => {
    const { now, version } = draft?.read() ?? {}
    if (now === undefined || isSame(now, saved)) return
    fill({ ...saved, ...now })
    setRestored(version === keep?.version ? 'same' : 'changed')
  })
  useEffect(() => {
    const timer = setTimeout(() => bring())
    return () => clearTimeout(timer)
  }, [draft])
  const write = useEffectEvent(() => {
    if (dirty) draft?.write({ now: value, version: keep?.version ?? null })
    else draft?.clear()
  })
  useEffect(() => {
    const timer = setTimeout(() => write(), RESTS_MS)
    return () => clearTimeout(timer)
  }, [value, dirty])
  return {
    /** Another one each time the form was filled anew: the key of its fields. */
    turn,
    restored: dirty ? restored : undefined,
    /** Keeps what stands now, at once. */
    keepNow: () => write(),
    discard: () => {
      draft?.clear()
      setRestored(undefined)
      fill(saved)
    },
    forget: () => {
      draft?.clear()
      setRestored(undefined)
    },
  }
}
