import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { openDraft } from './draft.ts'
import { type Conflict, changedFields, fieldValuesOf, merged, withField } from './merge.ts'
import { useFollow } from '../useFollow.ts'
import { useHold } from './useHold.ts'

/** The pause in typing after which the draft is written, in milliseconds. */
const RESTS_MS = 400

type UnsavedDraft<Form> = { base: Form; now: Form }
type Given<Form> = {
  /** The name of the form among the forms of its race, for the draft on the device. */
  name: string
  raceid: number
  /** The values that the server keeps. The thing is new if `version` is null. */
  saved: Form
  /** The version of the saved values: `updated_at`. The hook merges another version with the unsaved changes. */
  version: string | null
  /** Fields whose parts count as fields of their own. */
  deep?: readonly string[]
  /** Fields that the draft on the device leaves out. */
  sealed?: readonly string[]
}

const without = <Form extends object>(form: Form, names: readonly string[]): Form =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !names.includes(name))) as Form

/**
 * Returns a form with its unsaved changes. The device keeps these changes and brings them back, except in sealed
 * fields. The form asks before a person leaves, and it merges changes that somebody else saved meanwhile.
 */
export const useUnsaved = <Form extends object>(given: Given<Form>) => {
  const { name, raceid, saved, version, deep = [], sealed = [] } = given
  const draft = useMemo(() => openDraft<UnsavedDraft<Form>>(name, raceid, []), [name, raceid])
  const [state, setState] = useState(() => {
    const { base, now } = draft.read()
    if (!base || !now) return { base: saved, now: saved, restored: false, conflicts: [] as Conflict[], turn: 0 }
    // The draft may have begun from a version that is older than the saved version.
    const { form, conflicts } = merged<Form>({ ...saved, ...base }, { ...saved, ...base, ...now }, saved, deep)
    return { base: saved, now: form, restored: changedFields(saved, form, deep).length > 0, conflicts, turn: 0 }
  })
  const changed = changedFields(state.base, state.now, deep)
  const dirty = changed.length > 0
  useFollow(version, () =>
    setState((before) => {
      const { form, conflicts } = merged(before.base, before.now, saved, deep)
      return { base: saved, now: form, restored: false, conflicts, turn: before.turn + 1 }
    }),
  )
  const [leaving, setLeaving] = useState<{ leave: () => void }>()
  const keep = useEffectEvent(() =>
    dirty ? draft.write({ base: without(state.base, sealed), now: without(state.now, sealed) }) : draft.clear(),
  )
  useEffect(() => {
    const timer = setTimeout(() => keep(), RESTS_MS)
    return () => clearTimeout(timer)
  }, [state, dirty])
  useEffect(() => {
    if (!dirty) return undefined
    const write = () => keep()
    addEventListener('beforeunload', write)
    return () => removeEventListener('beforeunload', write)
  }, [dirty])
  useHold(dirty, (leave) => setLeaving({ leave }))
  const discard = () => {
    draft.clear()
    setState(({ turn }) => ({ base: saved, now: saved, restored: false, conflicts: [], turn: turn + 1 }))
  }
  return {
    form: state.now,
    change: (patch: Partial<Form> | ((now: Form) => Form)) =>
      setState((before) => ({
        ...before,
        now: typeof patch === 'function' ? patch(before.now) : { ...before.now, ...patch },
      })),
    /** A number that changes each time the form gets values that nobody typed. It is the key of the fields. */
    turn: state.turn,
    changed,
    dirty,
    /** True if the values have just come back from the device. */
    restored: state.restored,
    conflicts: state.conflicts,
    /**
     * Answers the question about fields that two people changed. The fields in `theirs` take the other person's value.
     */
    settle: (theirs: readonly string[]) =>
      setState((before) => {
        const from = fieldValuesOf(before.base, deep)
        return {
          ...before,
          conflicts: [],
          turn: before.turn + 1,
          now: theirs.reduce((now, field) => withField(now, field, from.get(field), deep), before.now),
        }
      }),
    discard,
    /** Tells the form that the server has saved the shown values. */
    done: () => {
      draft.clear()
      setState((before) => ({ ...before, base: before.now, restored: false, conflicts: [] }))
    },
    leaving,
    /** Asks before an action that gives up the form. Acts at once if nothing is unsaved. */
    beforeLeaving: (leave: () => void) => (dirty ? setLeaving({ leave }) : leave()),
    stay: () => setLeaving(undefined),
    /** Leaves the page. The device keeps the unsaved changes. */
    leave: () => {
      keep()
      leaving?.leave()
      setLeaving(undefined)
    },
  }
}
export type Unsaved<Form extends object> = ReturnType<typeof useUnsaved<Form>>
