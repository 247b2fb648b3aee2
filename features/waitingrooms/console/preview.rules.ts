import type { PlaceInRoom, RoomPhase } from '../contract.ts'
import { previewTicket } from '../rules.ts'

/** The typed settings that the runner's page shows. */
export type RoomDraft = { gathers: string; opens: string; perSecond: number; useMinutes: number }
/** The stages of a waiting room that staff can choose in the preview. */
export const moments = ['soon', 'gathering', 'waiting', 'turn'] as const
export type RoomMoment = (typeof moments)[number]

/** The invented runner of the preview: a number, and the people in front. */
const NUMBER = 1_284
const AHEAD = 620
const minutesAfter = (at: string, minutes: number): string => new Date(Date.parse(at) + minutes * 60_000).toISOString()

/** Returns the answers that a runner's page would get at a moment, from the typed settings. */
export const answersAt = (
  moment: RoomMoment,
  { gathers, opens, perSecond, useMinutes }: RoomDraft,
): { room: { phase: RoomPhase; gathers_at: string; opens_at: string; now: string }; standing: PlaceInRoom | null } => {
  const phase = moment === 'soon' || moment === 'gathering' ? moment : 'open'
  const now = { soon: minutesAfter(gathers, -60), gathering: gathers, open: opens }[phase]
  const turn = perSecond > 0 ? minutesAfter(opens, AHEAD / perSecond / 60) : null
  const place = { ticket: previewTicket, number: NUMBER, opens_at: opens, now, poll_ms: 60_000 }
  return {
    room: { phase, gathers_at: gathers, opens_at: opens, now },
    standing:
      moment === 'waiting'
        ? { ...place, state: 'waiting', ahead: AHEAD, turn_at: turn, until: null }
        : moment === 'turn'
          ? { ...place, state: 'admitted', ahead: 0, turn_at: now, until: minutesAfter(turn ?? now, useMinutes) }
          : null,
  }
}
