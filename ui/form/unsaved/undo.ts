/**
 * The former states, the present state, and the undone states. `tag` names the gesture under way. One undo takes back
 * all steps of a gesture.
 */
export type Undoable<State> = { past: readonly State[]; now: State; future: readonly State[]; tag: string | undefined }

/** Beyond this many steps the oldest steps are forgotten. */
const MOST = 200

export const undoable = <State>(now: State): Undoable<State> => ({ past: [], now, future: [], tag: undefined })

/**
 * Records a change. It ignores a change without effect. If a change has the same tag as the change before, the two
 * changes are one step.
 */
export const changed = <State>(before: Undoable<State>, now: State, tag?: string): Undoable<State> => {
  if (Object.is(before.now, now)) return before
  if (tag !== undefined && tag === before.tag) return { ...before, now, future: [] }
  return { past: [...before.past, before.now].slice(-MOST), now, future: [], tag }
}

/** Ends the gesture. The next change is a new step, even if it has the same tag. */
export const settled = <State>(before: Undoable<State>): Undoable<State> =>
  before.tag === undefined ? before : { ...before, tag: undefined }

export const undone = <State>(before: Undoable<State>): Undoable<State> =>
  before.past.length === 0
    ? before
    : {
        past: before.past.slice(0, -1),
        now: before.past.at(-1)!,
        future: [before.now, ...before.future],
        tag: undefined,
      }

export const redone = <State>(before: Undoable<State>): Undoable<State> =>
  before.future.length === 0
    ? before
    : { past: [...before.past, before.now], now: before.future[0]!, future: before.future.slice(1), tag: undefined }
