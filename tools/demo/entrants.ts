import type { RegistrationState } from '#features/registrations/contract.ts'
import { type DemoPerson, withCheck } from './people.ts'

const person = (name: string, gender: 'male' | 'female', birth: string, serial: number): DemoPerson => ({
  name,
  gender,
  birth,
  age: new Date().getUTCFullYear() - Number(birth.slice(0, 4)) - 1,
  idnum: withCheck(
    `339999${birth.replaceAll('-', '')}${String(serial * 2 + (gender === 'male' ? 1 : 0)).padStart(3, '0')}`,
  ),
  mobile: `1000000${String(1000 + serial)}`,
})

/** An entrant of the demo, with the steps that follow the sign-up. */
export type DemoEntrant = {
  person: DemoPerson
  raceid: number
  eventid: number
  paid: boolean
  /** Columns that the organiser's own work sets, such as draw, review and bibs. */
  organised?: {
    state?: RegistrationState
    wait_pos?: number
    refusemsg?: string
    bib?: string
  }
  refunded?: boolean
  /** The state of the refund, if the runner has left. */
  left?: 'refunded' | 'failed' | 'by_hand'
  /** The fen that staff gave back. */
  part?: number
  /** True if the time to pay has run out. */
  expired?: boolean
}

const zhou = person('周晓澜', 'female', '1992-05-17', 1)

/** A person who comes when the 10 km is full, and waits (tools/demo/waitlists.ts). */
export const waiter = person('唐一鸣', 'male', '1984-12-12', 6)

/**
 * A person who has a place in the 10 km, and gives it back after other people have joined the waitlist
 * (tools/demo/waitlists.ts).
 */
export const leaver = person('宋知遥', 'female', '1998-01-09', 16)

/** Entrants in different states of a registration; docs/demo.md lists them with their numbers. */
export const entrants: readonly DemoEntrant[] = [
  { person: zhou, raceid: 2026, eventid: 2, paid: true, organised: { bib: 'B2017' } },
  { person: person('林远帆', 'male', '1988-11-02', 2), raceid: 2026, eventid: 2, paid: false },
  { person: person('阿依古丽·买买提', 'female', '1995-02-28', 3), raceid: 2026, eventid: 1, paid: true },
  { person: person('高子昂', 'male', '1979-08-09', 4), raceid: 2026, eventid: 1, paid: false },
  {
    person: person('何书宁', 'female', '1990-03-21', 5),
    raceid: 2026,
    eventid: 1,
    paid: true,
    organised: { state: 'undraw', wait_pos: 1204 },
  },
  {
    person: person('沈若溪', 'female', '1997-06-30', 7),
    raceid: 2026,
    eventid: 1,
    paid: true,
    organised: { state: 'waitfail', wait_pos: 5210 },
    refunded: true,
  },
  { person: person('罗博远', 'male', '1991-01-15', 8), raceid: 2026, eventid: 5, paid: false },
  {
    person: person('曹思涵', 'female', '1993-09-04', 9),
    raceid: 2026,
    eventid: 5,
    paid: false,
    organised: { state: 'auditfail', refusemsg: '成绩证明不清晰，请重新上传近两年内的完赛证书。' },
  },
  {
    person: person('䶮承志', 'male', '1986-04-23', 10),
    raceid: 2026,
    eventid: 2,
    paid: true,
    organised: { state: 'delay' },
  },
  { person: person('邓可心', 'female', '1989-07-19', 11), raceid: 2026, eventid: 2, paid: true, left: 'refunded' },
  { person: person('范航', 'male', '1996-10-08', 12), raceid: 2026, eventid: 4, paid: false, expired: true },
  { person: person('孟晓舟', 'male', '1987-03-30', 13), raceid: 2026, eventid: 2, paid: true, left: 'failed' },
  { person: person('贺兰芷', 'female', '1994-11-11', 14), raceid: 2026, eventid: 2, paid: true, left: 'by_hand' },
  { person: person('程野', 'male', '1990-08-26', 15), raceid: 2026, eventid: 2, paid: true, part: 2_000 },
  { person: leaver, raceid: 2026, eventid: 3, paid: true },
]

/** Finishers of race 226 whom a look-up by document finds. `at` is the index of a finisher's row in the result file. */
export const finishers: readonly { person: DemoPerson; eventid: number; at: number; bib: string }[] = [
  { person: zhou, eventid: 1, at: 2_016, bib: '12017' },
  { person: waiter, eventid: 1, at: 118, bib: '10119' },
  { person: person('罗博远', 'male', '1991-01-15', 8), eventid: 1, at: 3, bib: '10004' },
  { person: person('沈若溪', 'female', '1997-06-30', 7), eventid: 2, at: 640, bib: '40641' },
]
