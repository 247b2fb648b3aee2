import { ExternalLink, Star } from 'lucide-react'
import { path } from '#seam/web/paths.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { countText, dateText, durationText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { useGo } from '#ui/router/Link.tsx'
import { ShareLink } from './ShareLink.tsx'
import type { ShownEvent } from './CourseCard.tsx'
import { followWords } from './follow/follow.words.ts'
import { liveWords as words } from './live.words.ts'
import type { LiveStart } from './useLiveRace.ts'

type Params = Readonly<Record<string, string | undefined>>

const EventChoice = ({ data, event, params }: { data: LiveStart; event: ShownEvent; params: Params }) => {
  const t = useWords()
  const go = useGo()
  const { view, embed } = params
  const to = (eventid: string) => go(path.live({ view, embed, eventid }), { replace: true })
  const options = data.events.map((one) => ({ value: String(one.eventid), label: one.event }))
  if (options.length < 2) return null
  return options.length <= 3 ? (
    <Segmented label={t(words.event)} value={String(event.eventid)} onChange={to} options={options} />
  ) : (
    <Select
      label={t(words.event)}
      bare
      value={String(event.eventid)}
      onChange={(chosen) => to(chosen.target.value)}
      options={options}
    />
  )
}

/** The time since the first gun, and the guns of the waves if there are several. */
const Clock = ({ event, now, zone }: { event: ShownEvent; now: number; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const guns = event.waves.flatMap(({ name, gun }) => (gun === null ? [] : [{ name, gun, at: Date.parse(gun) }]))
  const first = Math.min(...guns.map(({ at }) => at))
  if (!Number.isFinite(first) || event.state === 'closed' || now < first) return null
  return (
    <div className="md:text-right">
      <p className="text-14 text-soft">{t(words.clock)}</p>
      <p role="timer" className="display text-40 leading-none">
        {durationText((now - first) / 1000)}
      </p>
      {guns.length > 1 ? (
        <p className="figures mt-1 text-14 text-soft">
          <Dotted
            text={guns
              .map(({ name, gun }) => t(words.wave_at, { name, time: dateText(gun, lang, 'second', zone) }))
              .join(' · ')}
          />
        </p>
      ) : null}
    </div>
  )
}

export const LiveHead = ({
  data,
  event,
  now,
  on,
  embedded,
  params,
}: {
  data: LiveStart
  event: ShownEvent
  now: number
  /** True while the stream is open. */ on: boolean
  embedded: boolean
  params: Params
}) => {
  const t = useWords()
  const { lang } = useLang()
  const { start, state, timed, started } = event
  const ahead = state === 'waiting' && (!timed || start === null || now < Date.parse(start))
  const counts =
    state === 'waiting'
      ? start && t(words.starts_at, { time: dateText(start, lang, 'minute', data.zone) })
      : timed
        ? t(words.counts, { started: countText(started), finished: countText(event.finished) })
        : started > 0 && t(words.counts_devices, { n: countText(started) })
  const tones = { waiting: 'plain', running: 'info', closed: 'plain' } as const
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          {embedded ? (
            <h1 className="text-20 font-bold md:text-28">{data.race}</h1>
          ) : (
            <p className="text-20 font-bold md:text-28">{data.race}</p>
          )}
          <p className="figures mt-2 flex flex-wrap items-center gap-2 text-14 text-soft">
            <Chip tone={tones[state]}>{t(ahead ? words.not_started : words[state])}</Chip>
            {state === 'closed' ? null : (
              <Chip
                tone={on ? 'success' : 'plain'}
                icon={
                  on ? (
                    <span aria-hidden className="size-2 rounded-full bg-success-solid motion-safe:animate-pulse" />
                  ) : null
                }
              >
                {t(on ? words.live : words.asking)}
              </Chip>
            )}
            {event.shape === 'course' ? null : <Chip>{t(words[event.shape])}</Chip>}
            {counts ? (
              <span>
                <Dotted text={counts} />
              </span>
            ) : null}
          </p>
        </div>
        <Clock event={event} now={now} zone={data.zone} />
      </div>
      <EventChoice data={data} event={event} params={params} />
      <div className="flex flex-wrap gap-2">
        {embedded ? (
          <ButtonLink
            look="plain"
            href={path.live({ ...params, embed: undefined })}
            target="_blank"
            rel="noopener"
            icon={<ExternalLink className="size-5" aria-hidden />}
          >
            {t(words.open_app)}
          </ButtonLink>
        ) : (
          <ButtonLink look="plain" href={path.follows()} icon={<Star className="size-5" aria-hidden />}>
            {t(followWords.title)}
          </ButtonLink>
        )}
        {embedded ? null : <ShareLink raceid={data.raceid} />}
      </div>
    </div>
  )
}
