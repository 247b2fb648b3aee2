import { useState } from 'react'
import { type Certificate, certificateShow } from '#features/certificates/contract.ts'
import { raceShow } from '#features/races/contract.ts'
import { raceOfKey } from '#contract/key.ts'
import { type Refused, useAsk } from '#ui/network/call.ts'
import { usePageParams } from '#ui/router/Link.tsx'
import { link, rememberedIdnum, takeIdnum } from '#ui/router/address.ts'
import { type PosterRace, posterReport, postersC, registrationPoster } from '../contract.ts'
import { type CropType, cropTypeOf } from '../crop.rules.ts'
import { posterTextsOf, postersFor } from '../rules.ts'
import { type Choice, certificateChoice, posterChoice } from './choices.ts'

/** The subject of a picture: its runner, its source, and its race. */
export type PosterSubject = {
  type: CropType
  /** The name under which the device keeps the photo and the pictures. */
  whose: string
  race: Pick<PosterRace, 'id' | 'name' | 'skins' | 'settings'> | undefined
  bib: string | undefined
  name: string | undefined
  /** True if the runner is unknown, so the person types the name. */
  anonymous: boolean
  choices: Choice[]
  first: string | undefined
  /** The wanted certificate, with the other certificates that its runner may choose. */
  certificate: Certificate | undefined
  /** The score page of the picture: of a result, or of a game's runner. */
  scorePage: Readonly<Record<string, string | number>> | undefined
  /** The key for sending the picture to the hall; undefined before the race. */
  resultKey: string | undefined
  pending: boolean
  error: Refused | null
  again: () => void
}

const number = (given: string | undefined): number | undefined =>
  given && /^[1-9]\d{0,14}$/.test(given) ? Number(given) : undefined

/**
 * Loads the subject of the page's link (docs/behaviour/certificates.md, Crop page: userkey, certificateid, type,
 * scoreid, posterid, bib). `typed` is the name that an unknown person typed.
 */
export const useSubject = (typed: string): PosterSubject => {
  const params = usePageParams()
  const type = cropTypeOf(params.type)
  const userkey = params.userkey || 'user'
  const key = raceOfKey(userkey) === undefined ? undefined : userkey
  const scoreid = number(params.scoreid)
  // For the score id of a game's runner, the call also needs the document's number. This number comes with the link, or
  // this device has kept it.
  const [idnum] = useState(() => takeIdnum() ?? rememberedIdnum())
  const chosen = { certificate: number(params.certificateid), poster: number(params.posterid) }
  // In a link of the type `crops`, the key is tried as the key of a registration first. If there is no such
  // registration, the key is tried as the key of a result or of a game's runner.
  const entry = useAsk(registrationPoster, { id: key ?? '' }, { enabled: type === 'crops' && key !== undefined })
  const runs = entry.error?.refusal === 'registration_not_found'
  const score = key !== undefined && (type === 'poster' || runs) ? key : scoreid
  const report = useAsk(
    posterReport,
    {
      id: score ?? '',
      ...(chosen.poster === undefined ? {} : { posterid: chosen.poster }),
      ...(typeof score === 'number' && idnum ? { idnum } : {}),
    },
    { enabled: score !== undefined },
  )
  const certificate = useAsk(
    certificateShow,
    {
      ...(key === undefined ? {} : { key }),
      ...(key === undefined && scoreid !== undefined ? { scoreid } : {}),
      ...(chosen.certificate === undefined ? {} : { id: chosen.certificate }),
    },
    { enabled: type === 'cetificate' && (key !== undefined || scoreid !== undefined) },
  )
  const raceid =
    report.data?.raceid ?? certificate.data?.raceid ?? (key === undefined ? undefined : raceOfKey(key)) ?? link().raceid
  const anonymous = key === undefined && scoreid === undefined
  const templates = useAsk(
    postersC,
    { raceid: raceid ?? 0 },
    { enabled: raceid !== undefined && (score !== undefined || anonymous) },
  )
  const race = useAsk(
    raceShow,
    { raceid: raceid ?? 0 },
    { enabled: raceid !== undefined && (anonymous || (type === 'cetificate' && score === undefined)) },
  )

  const filling = report.data ? { values: report.data.values, link: report.data.link } : undefined
  const posters = templates.data ?? []
  const made: (Choice | undefined)[] = []
  if (type === 'cetificate' && certificate.data) made.push(certificateChoice(certificate.data))
  if (type !== 'cetificate' && report.data?.certificate) made.push(certificateChoice(report.data.certificate))
  if (entry.data) made.push(...entry.data.posters.map((poster) => posterChoice(poster, entry.data)))
  if (filling && report.data && report.data.posterid !== null)
    made.push(
      ...offered(posters, { ...report.data, posterid: chosen.poster ?? report.data.posterid }).map((poster) =>
        posterChoice(poster, filling),
      ),
    )
  if (anonymous && race.data && templates.data) {
    const values = posterTextsOf({ name: typed, race: race.data.name })
    made.push(
      ...posters
        .filter(({ eventid, use }) => eventid === null && use !== 'result')
        .map((poster) => posterChoice(poster, { values, link: `${location.origin}/home?raceid=${race.data.id}` })),
    )
  }
  const choices = made.filter(
    (choice) => choice !== undefined && (choice.takesPhoto || choice.kind === 'poster' || type === 'cetificate'),
  ) as Choice[]
  const waits = [
    [entry, type === 'crops' && key !== undefined],
    [report, score !== undefined],
    [certificate, type === 'cetificate' && !anonymous],
    [templates, raceid !== undefined && (score !== undefined || anonymous)],
    [race, anonymous && raceid !== undefined],
  ] as const
  // A certificate works without posters. If the posters cannot be loaded, the page shows only the certificate.
  const needed =
    type === 'cetificate' ? [certificate.error] : [runs ? null : entry.error, report.error, templates.error, race.error]
  const first =
    chosen.poster === undefined
      ? choices[0]?.id
      : (choices.find(({ posterid }) => posterid === chosen.poster)?.id ?? choices[0]?.id)
  return {
    type,
    anonymous,
    choices,
    first,
    certificate: type === 'cetificate' ? certificate.data : undefined,
    scorePage: scorePageOf({
      report: report.data,
      scoreid,
      key: certificate.data?.kind === 'timing' ? key : undefined,
    }),
    resultKey: report.data?.hallkey ?? (type === 'cetificate' ? key : undefined),
    whose: key ?? (scoreid === undefined ? `${userkey}-${raceid ?? 0}` : String(scoreid)),
    race: report.data?.race ?? entry.data?.race ?? race.data,
    bib: params.bib || (report.data?.bib ?? entry.data?.registration.bib ?? undefined),
    name:
      report.data?.name ?? entry.data?.registration.name ?? certificate.data?.values?.['姓名'] ?? (typed || undefined),
    pending: waits.some(([one, asks]) => asks && one.isPending),
    error: needed.find((error) => error !== null) ?? null,
    again: () => {
      for (const [one, asks] of waits) if (asks) void one.refetch()
    },
  }
}

/**
 * Returns the score page of the picture, or undefined if the link names no result. On the score page, a marked
 * certificate does not lead back to the crop page (docs/behaviour/certificates.md, Marks).
 */
const scorePageOf = (of: {
  report: { kind: 'game' | 'result'; _key: string; id: number } | undefined
  scoreid: number | undefined
  key: string | undefined
}): PosterSubject['scorePage'] => {
  if (of.report)
    return of.report.kind === 'game' ? { type: 'poster', key: of.report._key, stay: 1 } : { id: of.report.id, stay: 1 }
  if (of.key) return { key: of.key, stay: 1 }
  return of.scoreid === undefined ? undefined : { id: of.scoreid, stay: 1 }
}

/**
 * Lists a finisher's posters, with the poster of `posterid` first if it is for other runners. A game's runner has
 * finished no race and gets only the poster of `posterid`: the one that the link asks for, or else the one of the game.
 */
const offered = <Row extends Parameters<typeof postersFor>[0][number] & { id: number }>(
  posters: readonly Row[],
  { kind, eventid, posterid }: { kind: 'game' | 'result'; eventid: number | null; posterid: number },
): Row[] => {
  const named = posters.find(({ id }) => id === posterid)
  const own = kind === 'game' ? [] : postersFor(posters, { eventid, use: 'result' })
  return named && !own.includes(named) ? [named, ...own] : own
}
