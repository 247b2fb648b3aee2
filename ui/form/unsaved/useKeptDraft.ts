import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { openDraft } from './draft.ts'
import { isSame } from './merge.ts'

/** The pause in typing after which the draft is written, in milliseconds. */
const RESTS_MS = 400

/**
 * The draft of a form on the device: its name among the drafts of its race, and the version from which the draft began.
 */
export type Keep<Value> = {
  name: string
  raceid: number
  /** `updated_at` of the opened thing; null for a new thing. */
  version: string | null
  /** Fills the form with a value. */
  onFill: (value: Value) => void
}

/**
 * The draft of a page's form. The device keeps unsaved values, and the page brings them back on the next visit.
 * `restored` says that the page has just brought them back, and whether somebody else saved in between.
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
    /** A number that changes each time the form is filled anew. It is the key of its fields. */
    turn,
    restored: dirty ? restored : undefined,
    /** Keeps the present values at once. */
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
