import type { DrawerState } from './drawers.contract.ts'

/** The cash that moved through a drawer on a day. `moves` counts payments and refunds in cash. */
export type DrawerCash = { expected: number; moves: number }
/** The newest count of a drawer. `moves` is the number of movements that it covers. */
export type LastCount = { counted: number; expected: number; moves: number }

/** Finds the state of a drawer. A count is valid until more cash comes in or goes out. */
export const drawerState = ({ moves }: DrawerCash, last: LastCount | undefined): DrawerState => {
  if (moves === 0) return 'cashless'
  if (!last) return 'open'
  return last.moves === moves ? 'closed' : 'moved'
}

export const countFault = (
  drawer: DrawerCash,
  given: { expected: number; counted: number; note: string },
): 'drawer_none' | 'drawer_moved' | 'note_needed' | undefined => {
  if (drawer.moves === 0) return 'drawer_none'
  if (given.expected !== drawer.expected) return 'drawer_moved'
  return given.counted !== drawer.expected && given.note === '' ? 'note_needed' : undefined
}
