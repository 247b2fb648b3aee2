import { Download, MapPin, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import type { MapGround } from '#ui/map/ground.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { path } from '#seam/web/paths.ts'
import { type Course, type Spot, courses } from '../contract.ts'
import { courseDoubtWords, spotWords, words } from '../words.ts'
import { CourseMap } from './CourseMap.tsx'
import { courseKm, sizeText } from './figures.ts'
import { Profile } from './Profile.tsx'
import { SpotIcon } from './SpotIcon.tsx'

export const RoutePage = () => {
  const t = useWords()
  const go = useGo()
  const raceid = link().raceid ?? 0
  const eventid = Number(usePageParams().eventid) || undefined
  const query = useAsk(courses, { raceid, ...(eventid === undefined ? {} : { eventid }) }, { staleTime: 300_000 })
  const events = query.data?.events ?? []
  const course = query.data?.course
  const choose = (chosen: string) => go(path.route({ eventid: chosen }), { replace: true })
  const chosen = String(course?.eventid ?? eventid ?? '')
  const options = events.map((one) => ({ value: String(one.eventid), label: one.event }))
  return (
    <Page title={t(words.route)} backTo={path.home()}>
      {query.error ? (
        <ErrorState
          error={query.error}
          onRetry={() => void query.refetch()}
          action={
            <ButtonLink look="plain" href={path.home()}>
              {t(words.start_title)}
            </ButtonLink>
          }
        />
      ) : null}
      {query.isPending ? <Waiting /> : null}
      {options.length > 3 ? (
        <Select
          className="md:max-w-80"
          label={t(words.event)}
          value={chosen}
          options={options}
          onChange={(event) => choose(event.target.value)}
          {...(course ? {} : { placeholder: '' })}
        />
      ) : options.length > 1 || (options.length === 1 && !course) ? (
        <Segmented label={t(words.event)} value={chosen} options={options} onChange={choose} />
      ) : null}
      {query.data && !course ? (
        <Empty title={t(events.length === 0 ? words.none : words.none_event)} description={t(words.none_text)} />
      ) : null}
      {course ? <Shown key={course.eventid} course={course} ground={query.data!.ground} /> : null}
    </Page>
  )
}

const Waiting = () => (
  <>
    <div className="bone h-[22rem] rounded md:h-[30rem]" />
    <Skeleton className="h-24" />
  </>
)

const Shown = ({ course, ground }: { course: Course; ground: MapGround }) => {
  const t = useWords()
  const [at, setAt] = useState<number | null>(null)
  const [spot, setSpot] = useState<Spot>()
  const choose = (chosen: Spot) => {
    setSpot(chosen)
    setAt(chosen.at)
  }
  const facts = [
    [words.distance, t(words.km, { n: courseKm(course.metres) })],
    [words.ascent, course.ascent === null ? null : t(words.metres, { n: countText(course.ascent) })],
    [words.descent, course.descent === null ? null : t(words.metres, { n: countText(course.descent) })],
    [words.highest, course.highest === null ? null : t(words.metres, { n: countText(course.highest) })],
  ] as const
  const listed = course.spots.filter(({ name, kind }) => name !== '' || kind !== 'other')
  return (
    <div className="grid gap-4 md:grid-cols-12 md:gap-6">
      <div className="flex min-w-0 flex-col gap-4 md:col-span-8">
        <Card flush>
          <CourseMap ground={ground} course={course} at={at} chosen={spot} onChoose={choose} />
        </Card>
        {course.heights.length > 0 ? (
          <Card title={t(words.profile)} aside={course.loop ? <Chip>{t(words.loop)}</Chip> : null}>
            <Profile course={course} at={at} onWalk={setAt} />
            <p className="mt-3 text-12 text-soft">{t(words.method)}</p>
          </Card>
        ) : null}
      </div>
      <div className="flex min-w-0 flex-col gap-4 md:col-span-4">
        <dl className="grid grid-cols-2 gap-3">
          {facts.map(([name, value]) =>
            value === null ? null : (
              <div key={name.en} className="rounded bg-surface p-4 shadow-card">
                <dt className="text-14 text-soft">{t(name)}</dt>
                <dd className="display mt-1 text-28">{value}</dd>
              </div>
            ),
          )}
        </dl>
        {course.doubts.length > 0 ? (
          <section aria-label={t(words.note)} className="flex gap-3 rounded bg-warning-tint p-4 text-warning-ink">
            <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
            <ul className="grid gap-1 text-14">
              {course.doubts.map((doubt) => (
                <li key={doubt}>{t(courseDoubtWords[doubt])}</li>
              ))}
            </ul>
          </section>
        ) : null}
        {listed.length > 0 ? (
          <Card title={t(words.spots)} flush>
            <ul className="divide-y divide-line pb-1">
              {listed.map((one, n) => (
                <li key={n}>
                  <button
                    type="button"
                    aria-pressed={one === spot}
                    onClick={() => choose(one)}
                    className={
                      'flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left hover:bg-tint md:px-6 ' +
                      (one === spot ? 'bg-tint' : '')
                    }
                  >
                    <span
                      aria-hidden
                      className="flex size-9 shrink-0 items-center justify-center rounded-full bg-sunk text-strong"
                    >
                      <SpotIcon kind={one.kind} className="size-5" />
                    </span>
                    <span className="min-w-0 flex-1">
                      <span className="block font-medium">{one.name || t(spotWords[one.kind])}</span>
                      {one.name ? <span className="block text-14 text-soft">{t(spotWords[one.kind])}</span> : null}
                    </span>
                    <span className="figures shrink-0 text-14 text-soft">
                      {one.at === null ? t(words.off_course) : t(words.km, { n: courseKm(one.at) })}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </Card>
        ) : null}
        <a
          href={course.gpx}
          download
          className="flex min-h-14 items-center gap-3 rounded bg-surface p-4 shadow-card hover:bg-tint"
        >
          <Download className="size-6 shrink-0 text-strong" aria-hidden />
          <span>
            <span className="block font-medium">{t(words.download)}</span>
            <span className="figures block text-14 text-soft">
              {t(words.download_text, { size: sizeText(course.bytes) })}
            </span>
          </span>
        </a>
        <ButtonLink look="plain" href={path.start()} icon={<MapPin className="size-5" aria-hidden />}>
          {t(words.start_title)}
        </ButtonLink>
      </div>
    </div>
  )
}
