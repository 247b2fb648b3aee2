import { Bus, MapPin, Search } from 'lucide-react'
import { useState } from 'react'
import type { RaceEvent } from '#features/events/contract.ts'
import type { Winners } from '#features/results/contract.ts'
import { Button } from '#ui/form/Button.tsx'
import { dateText, shortDuration } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Link, useGo } from '#ui/router/Link.tsx'
import { path } from '#seam/web/paths.ts'
import { homeFormWords as words } from './homeForm.words.ts'

const wayLook = 'flex min-h-12 items-center px-4 font-medium text-strong hover:bg-tint md:px-6'

/** Start times by zone and the way to the start, for race day. */
export const StartsCard = ({ events }: { events: readonly RaceEvent[] }) => {
  const t = useWords()
  const { lang } = useLang()
  const shown = events.filter(({ start, start_at }) => start !== null || start_at !== null)
  if (shown.length === 0) return null
  const clock = (at: string, zone: string) => dateText(at, lang, 'second', zone).slice(0, 5)
  const ways = [...new Set(shown.flatMap(({ start }) => (start?.how ? [start.how] : [])))]
  return (
    <Card title={t(words.starts)} flush>
      <ul className="divide-y divide-line">
        {shown.map(({ id, name, start, start_at, race }) => (
          <li key={id} className="px-4 py-3 md:px-6">
            <p className="flex items-baseline justify-between gap-3">
              <span className="font-bold">{name}</span>
              {start_at ? <span className="display text-28">{clock(start_at, race.zone)}</span> : null}
            </p>
            {start?.place ? (
              <p className="flex items-center gap-1.5 text-14 text-soft">
                <MapPin className="size-4 shrink-0" aria-hidden />
                {start.place}
              </p>
            ) : null}
            {start && start.zones.length > 0 ? (
              <ul className="mt-1.5 flex flex-wrap gap-2">
                {start.zones.map((zone) => (
                  <li key={zone.name} className="figures rounded bg-sunk px-2.5 py-1 text-14">
                    {t(words.zone, { name: zone.name })} <b>{clock(zone.at, race.zone)}</b>
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
        {ways.map((way) => (
          <li key={way} className="flex gap-2 px-4 py-3 md:px-6">
            <Bus className="mt-0.5 size-5 shrink-0 text-strong" aria-hidden />
            <p className="whitespace-pre-line">{way}</p>
          </li>
        ))}
      </ul>
      <Link href={path.start()} className={`${wayLook} border-t border-line`}>
        {t(words.starts_all)}
      </Link>
    </Card>
  )
}

/** The search for one's own result. It opens the list of results with the typed text. */
export const FindMine = () => {
  const t = useWords()
  const go = useGo()
  const [q, setQ] = useState('')
  return (
    <form
      role="search"
      aria-label={t(words.mine)}
      className="rounded bg-surface p-4 shadow-card md:p-6"
      onSubmit={(event) => {
        event.preventDefault()
        go(path.report({ q: q.trim() }))
      }}
    >
      <h2 className="mb-3 text-20 font-bold">{t(words.mine)}</h2>
      <div className="flex flex-wrap gap-2">
        <input
          type="search"
          name="q"
          dir="auto"
          value={q}
          maxLength={60}
          autoComplete="off"
          aria-label={t(words.mine_field)}
          placeholder={t(words.mine_field)}
          onChange={(event) => setQ(event.target.value)}
          className="min-h-12 min-w-0 flex-[1_1_8rem] rounded border border-edge bg-surface px-4 text-16"
        />
        <Button
          type="submit"
          look="plain"
          className="min-h-12 flex-[0_1_auto]"
          icon={<Search className="size-5" aria-hidden />}
        >
          {t(words.mine_go)}
        </Button>
      </div>
    </form>
  )
}

export const RaceWinnersCard = ({ winners }: { winners: readonly Winners[] }) => {
  const t = useWords()
  if (winners.length === 0) return null
  return (
    <Card title={t(winners.some(({ provisional }) => provisional) ? words.winners_live : words.winners)} flush>
      <ul className="divide-y divide-line">
        {winners.map(({ eventid, event, colour, runners }) => (
          <li key={eventid} className="relative py-3 pl-6 pr-4 md:pr-6">
            <span aria-hidden className="absolute inset-y-0 left-0 w-1.5" style={{ background: colour }} />
            <h3 className="text-14 text-soft">{event}</h3>
            <ul>
              {runners.map(({ _key, gender, name, time }) => (
                <li key={_key}>
                  <Link
                    href={path.result({ key: _key })}
                    className="-mx-2 flex min-h-11 flex-wrap items-center gap-x-3 rounded px-2 hover:bg-tint"
                  >
                    <span className="w-14 shrink-0 text-14 text-soft">
                      {t(gender === 'F' ? words.women : words.men)}
                    </span>
                    <span dir="auto" className="min-w-0 flex-[1_1_4rem] truncate font-bold">
                      {name ?? t(words.hidden)}
                    </span>
                    <span className="display shrink-0 text-20">
                      {shortDuration(time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0))}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <Link href={path.report()} className={`${wayLook} border-t border-line`}>
        {t(words.all_results)}
      </Link>
    </Card>
  )
}
