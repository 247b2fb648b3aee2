import type { FastifyInstance } from 'fastify'
import { raceOfKey } from '#contract/key.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { type Lang, langOf } from '#contract/words.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import { figures, sans } from '#features/certificates/fonts/families.rules.ts'
import { openCanvasRenderer } from '#features/certificates/render/canvasRenderer.service.ts'
import { readKept } from '#features/files/service.ts'
import type { Race } from '#features/races/contract.ts'
import type { timingQuery } from '#features/results/contract.ts'
import { heroClock } from '#features/results/report/heroClock.rules.ts'
import type { Parts } from '#seam/server/handle.ts'
import { dateText, durationText } from '#ui/language/clock.ts'
import { defaultPrimary, hexOf } from '#ui/look/colour.ts'
import { drawingShareOf } from './drawing.rules.ts'
import { firstAnswers } from './firstAnswers.ts'
import { finderTitle, resultWords } from './titles.ts'

/** The size of a picture that messaging apps and social networks show beside a link. */
export const SHARED = { width: 1200, height: 630 } as const

/** The content of a picture. `time` is the large time of a result. The content never holds a runner's name or bib. */
export type SharedFacts = {
  title: string
  line: string
  primary: string
  header: string | null
  time?: { event: string; clock: string; time: string }
}

type Shown = Race & { header: string | null }
type Query = OutputOf<typeof timingQuery>
const secondsOf = (clock: string): number => clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

/**
 * Returns the time that the picture of a result shows. Undefined if the runner hides the name or the age, if the runner
 * has no finishing time, or if a publicity rule fits the result.
 */
export const timeOf = (answer: Query | undefined, lang: Lang): SharedFacts['time'] => {
  const report = answer?.report
  if (!report || report.outcome !== 'finished' || report.hidden.name || report.hidden.age || answer.publicity)
    return undefined
  const { settings } = answer.event.race
  const clock = heroClock(report, settings.gun_time_below_rank)
  const time = clock === 'gun' ? report.time : report.nettime
  if (time === null) return undefined
  const event = settings.hide_event_name ? '' : answer.event.name
  return { event, clock: resultWords[clock][lang], time: durationText(secondsOf(time)) }
}

/**
 * Reads the facts of a picture without a session, so that a picture shows only what everybody may see. Undefined if
 * there is no such race.
 */
const factsFor = async (
  parts: Parts,
  { raceid, key, lang }: { raceid: number | undefined; key: string | undefined; lang: Lang },
): Promise<SharedFacts | undefined> => {
  if (raceid === undefined)
    return { title: finderTitle.title[lang], line: finderTitle.line[lang], primary: defaultPrimary, header: null }
  const calls = [
    { path: '/race/show', input: { raceid } },
    ...(key === undefined ? [] : [{ path: '/timing/query', input: { id: key } }]),
  ]
  const answers = await firstAnswers(parts, calls, raceid, lang)
  if (answers === 'no_race') return undefined
  const race = answers.find(([path]) => path === '/race/show')?.[2] as Shown | undefined
  if (!race) return undefined
  const time = timeOf(answers.find(([path]) => path === '/timing/query')?.[2] as Query | undefined, lang)
  return {
    title: race.name,
    line: [race.city, dateText(new Date(race.time).toISOString(), lang, 'day', race.zone)].filter(Boolean).join(' · '),
    primary: hexOf(race.skins.primary) ?? defaultPrimary,
    header: race.header ?? race.cover,
    ...(time ? { time } : {}),
  }
}

const darker = (hex: string, share: number): string =>
  `#${[1, 3, 5]
    .map((at) =>
      Math.round(Number.parseInt(hex.slice(at, at + 2), 16) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
/**
 * Returns a layer in the race's colour, with our logo. `over` is true if the layer lies over a picture of the race. The
 * colour is dark enough for white letters of each size.
 */
const veil = (primary: string, over: boolean): Buffer => {
  const [deep, light] = [darker(primary, 0.34), darker(primary, over ? 0.4 : 0.58)]
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
      <defs><linearGradient id="g" x1="0" y1="1" x2="1" y2="0">
        <stop offset="0" stop-color="${deep}" stop-opacity="${over ? 0.96 : 1}"/>
        <stop offset="1" stop-color="${light}" stop-opacity="${over ? 0.7 : 1}"/>
      </linearGradient></defs>
      <rect width="1200" height="630" fill="url(#g)"/>
      <g transform="translate(72 64) scale(3)"><path d="M7 6v12M11.5 7l5 5-5 5" fill="none" stroke="#fff"
        stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/></g>
      <rect x="72" y="566" width="150" height="8" rx="4" fill="${primary}"/>
    </svg>`,
  )
}
const groundOf = async (parts: Parts, { primary, header }: SharedFacts): Promise<Buffer> => {
  const { default: sharp } = await import('sharp')
  const photo = header === null ? undefined : await readKept(parts, header)
  const { width, height } = SHARED
  const plain = () => sharp({ create: { width, height, channels: 3, background: darker(primary, 0.4) } })
  const base = photo ? sharp(photo).resize(width, height, { fit: 'cover' }) : plain()
  return base
    .composite([{ input: veil(primary, photo !== undefined) }])
    .jpeg({ quality: 88 })
    .toBuffer()
}

const box = { kind: 'text', italic: false, spacing: 0, rotate: 0, vertical: false, shadow: null, opacity: 1 } as const
const writing = (text: string, at: { y: number; size: number; weight: number; font?: string; width?: number }) => ({
  ...box,
  x: 36,
  width: 528,
  text,
  font: sans,
  colour: '#ffffff',
  align: 'left' as const,
  line: null,
  fit: 'shrink' as const,
  ...at,
})
/** Returns the width of a text in letters of full width. A Latin letter takes about half of this width. */
const widthOf = (text: string): number => [...text].reduce((sum, sign) => sum + (/[ -ÿ]/.test(sign) ? 0.55 : 1), 0)
/** The longest title on one line, and the most signs of a title. */
const LINE_LETTERS = 11
const MOST_SIGNS = 60
/**
 * Returns the texts of a picture. Positions and sizes are in pixels of a picture of half the size. The texts hold
 * placeholders such as `%title%`, and the renderer replaces them by the values. The renderer would also replace a part
 * of a title that looks like a placeholder, so the texts hold no title.
 */
const writings = ({ time, title }: SharedFacts) => {
  if (time)
    return [
      writing('%title%', { y: 66, size: 30, weight: 700 }),
      writing('%event%', { y: 112, size: 18, weight: 500 }),
      writing('%time%', { y: 122, size: 96, weight: 600, font: figures }),
      writing('%line%', { y: 250, size: 16, weight: 500 }),
    ]
  const line = writing('%line%', { y: 232, size: 20, weight: 500 })
  return widthOf(title) <= LINE_LETTERS
    ? [writing('%title%', { y: 158, size: 46, weight: 700 }), line]
    : [{ ...writing('%title%', { y: 124, size: 34, weight: 700 }), fit: 'wrap' as const, line: 46 }, line]
}
const cut = (title: string, most: number): string => {
  const signs = [...title]
  return signs.length <= most ? title : `${signs.slice(0, most - 1).join('')}…`
}

/** Draws a picture of 1200 × 630 pixels as JPEG. */
export const drawSharedPicture = async (parts: Parts, facts: SharedFacts): Promise<Buffer> => {
  const ground = await groundOf(parts, facts)
  const { time, title, line } = facts
  const renderer = await openCanvasRenderer(
    { width: SHARED.width / 2, height: SHARED.height / 2, bg: 'ground', boxes: writings(facts) },
    () => Promise.resolve(ground),
  )
  const event = [time?.event, time?.clock].filter(Boolean).join(' · ')
  return renderer.print(
    {
      title: cut(title, widthOf(title) > MOST_SIGNS / 2 ? MOST_SIGNS / 2 : MOST_SIGNS),
      line,
      event,
      time: time?.time ?? '',
    },
    '',
  )
}

/**
 * The time for which the server keeps a picture in memory. If a fact of the picture changes, for example because the
 * runner hides the name, the server draws another picture.
 */
const KEPT_MS = 60_000
/** The longest wait for a share of the time, in milliseconds. Services that read a picture wait a few seconds. */
const WAIT_MS = 4_000
const STEP_MS = 50
/** Waits until the share of time allows another picture. Returns false if the longest wait is not enough. */
const isTimeLeft = async (share: ReturnType<typeof drawingShareOf>): Promise<boolean> => {
  const end = performance.now() + WAIT_MS
  while (!share.isLeft(performance.now())) {
    if (performance.now() > end) return false
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
  }
  return true
}

export const pictureAddress = (
  origin: string,
  lang: Lang,
  { raceid, key }: { raceid: number | undefined; key: string | undefined },
): string => {
  const of: Record<string, string> =
    raceid === undefined ? {} : key === undefined ? { raceid: String(raceid) } : { key }
  return `${origin}/shared.jpg?${new URLSearchParams({ ...of, lang })}`
}

/** Serves the pictures that stand beside a shared link. `part` is the share of the process's time for drawing them. */
export const serveSharePictures = (app: FastifyInstance, parts: Parts, part: number): void => {
  const drawn = cacheOf<string, Buffer | undefined>({ ms: KEPT_MS, most: 100 })
  const share = drawingShareOf(part, performance.now())
  app.get('/shared.jpg', async (request, reply) => {
    const query = request.query as Record<string, string | undefined>
    const lang = langOf(query['lang'])
    const key = typeof query['key'] === 'string' ? query['key'] : undefined
    const ofKey = key === undefined ? undefined : raceOfKey(key)
    const raceid = ofKey ?? (/^[1-9]\d{0,8}$/.test(query['raceid'] ?? '') ? Number(query['raceid']) : undefined)
    const now = parts.clock()
    const gone = () => reply.code(404).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('')
    if (raceid === undefined && (key !== undefined || query['raceid'] !== undefined)) return gone()
    const facts = await factsFor(parts, { raceid, key: ofKey === undefined ? undefined : key, lang })
    if (!facts) return gone()
    const picture = await drawn.read(parts.db, JSON.stringify(facts), { now }, async () => {
      if (!(await isTimeLeft(share))) return undefined
      const began = performance.now()
      const made = await drawSharedPicture(parts, facts)
      share.take(performance.now() - began)
      return made
    })
    if (!picture) {
      drawn.forget(JSON.stringify(facts))
      return reply.code(503).header('retry-after', '5').header('cache-control', 'no-store').send('')
    }
    return reply.type('image/jpeg').header('cache-control', 'public, max-age=60').send(picture)
  })
}
