import { createHash } from 'node:crypto'
import { type Lang, fill } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { planNotesOf } from '#features/disruptions/notes.service.ts'
import { eventIn, leftIn } from '#features/events/rules.ts'
import { countersOf, eventsOf } from '#features/events/service.ts'
import { colourOfPage } from '#features/races/pageColour.rules.ts'
import { raceIn, settingsOf } from '#features/races/rules.ts'
import { type RaceRow, readPublishedRace } from '#features/races/service.ts'
import { winnersOf } from '#features/results/list/winners.service.ts'
import { escapedHtml } from '#contract/written.ts'
import { type EmbedView, groupedCount, dayText, buttonColourOf, lettersOn, priceText } from './rules.ts'
import { words } from './words.ts'

const styleOf = (ground: string): string => `
*{box-sizing:border-box}
body{margin:0;padding:16px;background:#fff;color:#1c1d21;font:16px/1.5 -apple-system,BlinkMacSystemFont,"PingFang SC",
"PingFang TC","Microsoft YaHei",Roboto,Arial,sans-serif;border:1px solid #d9dbe0;border-radius:12px}
h1{margin:0;font-size:20px;line-height:1.3}
p{margin:4px 0 0;color:#5b5e66;font-size:14px}
.note{margin-top:12px;padding:10px 12px;border-radius:8px;background:#fff3d6;color:#5c3c00;font-weight:600}
ul{margin:12px 0 0;padding:0;list-style:none}
li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 12px;padding:10px 0;border-top:1px solid #e6e7eb}
li span:last-child{color:#5b5e66;font-size:14px}
form{display:flex;flex-wrap:wrap;gap:8px;margin-top:12px}
input{flex:1 1 180px;min-width:0;min-height:44px;padding:0 12px;border:1px solid #8a8d96;border-radius:8px;font:inherit}
.go{display:inline-flex;align-items:center;justify-content:center;min-height:44px;padding:0 20px;border:0;border-radius:8px;
background:${ground};color:${lettersOn(ground)};font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.main{margin-top:16px;width:100%}
a:focus-visible,button:focus-visible,input:focus-visible{outline:3px solid #1c1d21;outline-offset:2px}
`

type Shown = { html: string; styleHash: string; hosts: readonly string[] }
type Of = { raceid: number; view: EmbedView; lang: Lang; now: Date }

const lineOf = (left: string, right: string) =>
  `<li><span>${escapedHtml(left)}</span><span>${escapedHtml(right)}</span></li>`

/**
 * Lists the lines of the sign-up: each event with its price, and its free places or its state. The line of a cancelled
 * event says only that the event is cancelled.
 */
const signupLines = async (db: Db, race: RaceRow, { lang, now }: Of): Promise<{ lines: string[]; isOpen: boolean }> => {
  const [events, counters] = await Promise.all([eventsOf(db, race.id), countersOf(db, race.id)])
  const { pay_minutes } = settingsOf(race)
  const shown = events.map((event) => eventIn(lang, event, race, pay_minutes, now, leftIn(counters, event.id)))
  const lines = shown.map(({ name, price, signup, cancelled, places_left }) => {
    if (cancelled) return lineOf(name, words.cancelled[lang])
    const state =
      signup === 'open' ? fill(words.left[lang], { n: groupedCount(places_left) }) : words.phase[signup][lang]
    return lineOf(name, `${price === 0 ? words.free[lang] : priceText(price)} · ${state}`)
  })
  return { lines, isOpen: shown.some(({ signup }) => signup === 'open') }
}

/** Lists the lines of the results: the winners, as on the home page of the race. */
const resultLines = async (db: Db, { raceid, lang, now }: Of): Promise<string[]> =>
  (await winnersOf(db, raceid, lang, now)).flatMap(({ event, runners }) =>
    runners.map(({ gender, name, time }) =>
      lineOf(`${event} · ${words.winner[gender as 'F' | 'M'][lang]}`, [name, time].filter(Boolean).join(' · ')),
    ),
  )

const noteLine = ({ text }: { text: string }) => `<p class="note" role="note">${escapedHtml(text)}</p>`

const link = (href: string, label: string, lang: Lang) =>
  `<a class="go main" href="${escapedHtml(href)}" target="_blank" rel="noopener">${escapedHtml(label)}` +
  `<span hidden>${escapedHtml(words.new_window[lang])}</span></a>`

/** Draws a widget. The widget shows only facts that the pages of the race show too. */
export const drawEmbed = async (db: Db, of: Of): Promise<Shown | undefined> => {
  const { raceid, view, lang, now } = of
  const row = await readPublishedRace(db, raceid, now)
  if (!row) return undefined
  const race = raceIn(lang, row)
  const notes = (await planNotesOf(db, [race], lang)).get(race.id)?.notes ?? []
  const style = styleOf(buttonColourOf(colourOfPage('/home', race)))
  const query = new URLSearchParams({ raceid: String(raceid), lang })
  const inner: string[] = []
  if (view === 'signup') {
    const { lines, isOpen } = await signupLines(db, row, of)
    inner.push(`<ul aria-label="${escapedHtml(words.events[lang])}">${lines.join('')}</ul>`)
    inner.push(link(`${isOpen ? '/baoming' : '/home'}?${query}`, (isOpen ? words.sign_up : words.see)[lang], lang))
  } else {
    const lines = await resultLines(db, of)
    inner.push(lines.length === 0 ? `<p>${escapedHtml(words.not_yet[lang])}</p>` : `<ul>${lines.join('')}</ul>`)
    if (lines.length > 0)
      inner.push(
        `<form action="/report" target="_blank"><input type="hidden" name="raceid" value="${raceid}">` +
          `<input type="hidden" name="lang" value="${lang}">` +
          `<input name="q" maxlength="60" aria-label="${escapedHtml(words.find[lang])}" ` +
          `placeholder="${escapedHtml(words.find[lang])}"><button class="go">${escapedHtml(words.go[lang])}</button></form>`,
      )
    inner.push(
      link(
        `${lines.length > 0 ? '/report' : '/home'}?${query}`,
        (lines.length > 0 ? words.results : words.see)[lang],
        lang,
      ),
    )
  }
  const place = [race.city, dayText(race.time, race.zone, lang)].filter(Boolean).join(' · ')
  const tag = lang === 'zh-cn' ? 'zh-CN' : lang === 'zh-tw' ? 'zh-TW' : 'en'
  const html = `<!doctype html>
<html lang="${tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escapedHtml(race.name)}</title><style>${style}</style></head>
<body><main><h1>${escapedHtml(race.name)}</h1><p>${escapedHtml(place)}</p>${notes.map(noteLine).join('')}${inner.join('')}</main>
<script src="/embed-inner.js"></script></body></html>
`
  const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`
  return { html, styleHash, hosts: settingsOf(row).live_hosts }
}
