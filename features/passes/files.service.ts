import { createCanvas } from '@napi-rs/canvas'
import ical, { ICalCalendarMethod } from 'ical-generator'
import { dayIn } from '#contract/days.ts'
import { openLetters } from '#features/bibs/print/stencils.service.ts'
import { codeDrawing } from '#features/bibs/print/sheet.service.ts'
import { type PdfPage, pdfOf } from '#integrations/archives/pdf.ts'
import type { WalletPass } from '#integrations/wallets/pass.ts'
import { type PassFacts, inkOn, passTimeText } from './pass.rules.ts'
import { words } from './words.ts'

/**
 * Writes the calendar file of a pass. A later file of the same pass replaces the entry, because its id is the same.
 * `notes` say that the event was postponed, shortened or cancelled.
 */
export const calendarFileOf = (facts: PassFacts, host: string, now: Date, notes: readonly string[] = []): string => {
  const { serial, race, title, detail, place, starts_at, ends_at, raceDay, zone, link, updated_at } = facts
  const calendar = ical({ name: race, prodId: { company: 'Startline', product: 'passes' } })
  // This method marks the entry as information, so that a calendar program asks for no answer.
  calendar.method(ICalCalendarMethod.PUBLISH)
  calendar.createEvent({
    id: `${serial}@${host}`,
    stamp: now,
    lastModified: updated_at,
    // A calendar program keeps the version of an entry that has the highest number.
    sequence: Math.floor(now.getTime() / 60_000) % 2_000_000_000,
    summary: [race, title, detail].filter(Boolean).join(' · '),
    location: place,
    description: { plain: [...notes, link].join('\n') },
    url: link,
    ...(starts_at
      ? { start: starts_at, ...(ends_at ? { end: ends_at } : {}) }
      : { start: new Date(`${dayIn(zone, raceDay)}T00:00:00Z`), allDay: true, timezone: 'UTC' }),
  })
  return calendar.toString()
}

const fieldsOf = (facts: PassFacts) => {
  const { lang, holder, detail, startZone, place } = facts
  const rows: [string, string, string | null][] = [
    ['holder', words.holder[lang], holder],
    ['zone', words.zone[lang], startZone],
    ['time', words.time[lang], passTimeText(facts)],
    ['kind', words.kind[lang], detail],
    ['place', words.place[lang], place],
  ]
  return rows.flatMap(([key, label, value]) => (value ? [{ key, label, value }] : []))
}

const MM = 72 / 25.4
/** An upright page of A5. */
const page = { width: 148 * MM, height: 210 * MM, margin: 12 * MM }
const QR = 76 * MM

/** Draws the pass on one page: race and title above, the code in the middle, the facts below. */
const pageOf = (facts: PassFacts, code: string): PdfPage => {
  const letters = openLetters()
  const { width, height, margin } = page
  const inner = width - 2 * margin
  const how = facts.serial.startsWith('t') ? words.ticket_how : words.registration_how
  const top = height - margin
  const texts = [
    letters.line('text', facts.race, { x: margin, y: top - 5 * MM, size: 5 * MM, most: inner }),
    letters.line('text', facts.title, { x: margin, y: top - 16 * MM, size: 9 * MM, most: inner * 0.7 }),
    ...(facts.number
      ? [
          letters.line('number', facts.number, {
            x: width - margin,
            y: top - 17 * MM,
            size: 14 * MM,
            most: inner * 0.28,
            align: 'right',
          }),
        ]
      : []),
    ...fieldsOf(facts).flatMap(({ label, value }, at) => {
      const y = top - 116 * MM - at * 13 * MM
      return [
        letters.line('text', label, { x: margin, y: y + 5 * MM, size: 3 * MM, most: inner }),
        letters.line('text', value, { x: margin, y: y - 1 * MM, size: 5 * MM, most: inner }),
      ]
    }),
    letters.line('text', how[facts.lang], { x: margin, y: margin - 2 * MM, size: 3 * MM, most: inner }),
  ]
  return {
    width,
    height,
    drawing:
      texts.map(({ drawing }) => drawing).join('') +
      codeDrawing(code, { x: (width - QR) / 2, y: top - 23 * MM - QR, side: QR }),
    stencils: texts.flatMap(({ stencils }) => stencils),
  }
}
export const pdfOfPass = async (facts: PassFacts, code: string): Promise<Buffer> => {
  const pages = async function* () {
    yield pageOf(facts, code)
  }
  const parts: Buffer[] = []
  for await (const bytes of pdfOf(pages())) parts.push(bytes)
  return Buffer.concat(parts)
}

/** Draws the square picture of a pass: the squares of a start line on the colour of the race. */
const pictureOf = (side: number, colour: string): Buffer => {
  const canvas = createCanvas(side, side)
  const context = canvas.getContext('2d')
  context.fillStyle = colour
  context.fillRect(0, 0, side, side)
  context.fillStyle = inkOn(colour)
  const step = side / 6
  for (let row = 0; row < 2; row++)
    for (let column = row % 2; column < 6; column += 2)
      context.fillRect(column * step, side / 2 + (row - 1) * step, step, step)
  return canvas.toBuffer('image/png')
}
/** The sides of the pictures of a pass in pixels (Apple: icon 29 points, logo 50 points). */
const pictures = { 'icon.png': 29, 'icon@2x.png': 58, 'icon@3x.png': 87, 'logo.png': 50, 'logo@2x.png': 100 } as const

export const walletPassOf = (facts: PassFacts, code: string): WalletPass => ({
  serial: facts.serial,
  group: facts.group,
  lang: facts.lang,
  race: facts.race,
  title: facts.title,
  holder: facts.holder,
  number: facts.number,
  place: facts.place,
  starts_at: facts.starts_at,
  ends_at: facts.ends_at,
  fields: fieldsOf(facts),
  code,
  link: facts.link,
  linkLabel: words.online[facts.lang],
  colour: facts.colour,
  ink: inkOn(facts.colour),
  pictures: Object.fromEntries(Object.entries(pictures).map(([name, side]) => [name, pictureOf(side, facts.colour)])),
})
