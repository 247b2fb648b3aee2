import type { VolunteerShift } from '../contract.ts'

const stamp = (iso: string): string => iso.replace(/[-:]|\.\d+/g, '')
/** Escapes a text by RFC 5545: backslashes, semicolons, commas and line ends. */
const escaped = (text: string): string => text.replace(/[\\;,]/g, (letter) => `\\${letter}`).replace(/\n/g, '\\n')
const folded = (line: string): string => line.replace(/.{20}(?=.)/gu, (part) => `${part}\r\n `)

const HOUR = 3_600_000
/** Writes a shift as a calendar file. A shift without an end counts as one hour. */
export const calendarOf = (
  shift: Pick<VolunteerShift, '_key' | 'post' | 'place' | 'team' | 'notes' | 'starts_at' | 'ends_at'>,
  race: string,
  now: number,
): string | undefined => {
  if (!shift.starts_at) return undefined
  const end = shift.ends_at ?? new Date(Date.parse(shift.starts_at) + HOUR).toISOString()
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Startline//Volunteers//EN',
    'BEGIN:VEVENT',
    `UID:${shift._key}@startline`,
    `DTSTAMP:${stamp(new Date(now).toISOString())}`,
    `DTSTART:${stamp(shift.starts_at)}`,
    `DTEND:${stamp(end)}`,
    `SUMMARY:${escaped(`${race} · ${shift.post}`)}`,
    `LOCATION:${escaped(shift.place)}`,
    `DESCRIPTION:${escaped([shift.team, shift.notes].filter(Boolean).join('\n'))}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
}
