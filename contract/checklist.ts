/**
 * The steps after a sign-up that a check list may name, in the order in which runners mostly need them. Screens have an
 * icon for each step.
 */
export const checklistSteps = [
  'pay',
  'mend',
  'enname',
  'team',
  'club',
  'sign',
  'gear',
  'book',
  'collect',
  'appointment',
  'start',
  'share',
  'result',
  'shirt',
  'deposit',
  'ticket',
  'stay',
  'order',
  'challenge',
  'prize',
] as const
export type ChecklistStep = (typeof checklistSteps)[number]
/**
 * `todo`: the runner can act now. `later`: the step happens without the runner, or becomes possible later. `done`:
 * nothing is left to do.
 */
export const checklistStates = ['todo', 'later', 'done'] as const
export type ChecklistState = (typeof checklistStates)[number]

/** The registration whose next steps the rooms name. */
export type ChecklistOf = {
  raceid: number
  id: number
  eventid: number
  _key: string
  /** The caller's account, if the registration is the caller's own. Null for everybody else. */
  uid: number | null
  /** True if the registrant will run: the registration is paid and live. */
  entered: boolean
  /** The start of the event. */
  start: Date
  /** The race's time zone. */
  zone: string
  /** The name of the pick-up window (领物窗口) at which the runner gets the race pack. Null if none is assigned. */
  window: string | null
}

export const pageWith = (page: string, params: Readonly<Record<string, string | number>>): string =>
  `${page}?${new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))}`
