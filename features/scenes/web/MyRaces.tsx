import { ChevronRight } from 'lucide-react'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { pictureAt } from '#ui/media/picture.ts'
import { useAsk } from '#ui/network/call.ts'
import { Link } from '#ui/router/Link.tsx'
import { hrefToPage } from '#ui/router/address.ts'
import { path } from '#seam/web/paths.ts'
import { type MyRace, type MyRegistration, racesMy } from '../contract.ts'
import { words } from '../words.ts'

export const MyRaces = () => {
  const t = useWords()
  const my = useAsk(racesMy, {}, { quiet: true, staleTime: 10_000 })
  if (my.error && !my.data) return <ErrorState error={my.error} onRetry={() => void my.refetch()} />
  if (!my.data) return <SkeletonCards count={1} className="h-40" />
  return (
    <Card title={t(words.my_races)} flush>
      {my.data.items.length === 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-3 px-4 pb-4 md:px-6 md:pb-6">
          <p className="text-soft">{t(words.my_none)}</p>
          <ButtonLink look="plain" href={path.finder()}>
            {t(words.my_find)}
          </ButtonLink>
        </div>
      ) : null}
      <ul className="divide-y divide-line">
        {my.data.items.map((race) => (
          <OneRace key={race.id} race={race} />
        ))}
      </ul>
    </Card>
  )
}

const OneRace = ({ race }: { race: MyRace }) => {
  const { lang } = useLang()
  return (
    <li className="px-4 py-3 md:px-6">
      <Link href={path.race(race.id)} className="flex min-h-11 items-center gap-3 rounded hover:bg-sunk">
        {race.cover ? (
          <img src={pictureAt(race.cover, 320)} alt="" className="size-12 shrink-0 rounded object-cover" />
        ) : (
          <span aria-hidden className="size-12 shrink-0 rounded" style={{ background: race.skins.primary }} />
        )}
        <span className="min-w-0">
          <span className="block truncate font-bold">{race.name}</span>
          <span className="figures block text-14 text-soft">
            <Dotted text={[dateText(race.time, lang, 'day', race.zone), race.city].filter(Boolean).join(' · ')} />
          </span>
        </span>
      </Link>
      <ul className="mt-1 grid grid-cols-[minmax(0,1fr)] gap-1">
        {race.registrations.map((one) => (
          <Step key={one._key} one={one} zone={race.zone} />
        ))}
      </ul>
    </li>
  )
}

const Step = ({ one, zone }: { one: MyRegistration; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const { needs, says, until, page } = one.next
  return (
    <li>
      <Link
        href={hrefToPage(page)}
        className={`flex min-h-14 items-center gap-3 rounded px-3 py-2 ${needs ? 'bg-tint' : 'hover:bg-sunk'}`}
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate text-14 text-soft">
            {[one.name, one.event, one.bib && t(words.bib, { bib: one.bib })].filter(Boolean).join(' · ')}
          </span>
          <span className={`flex flex-wrap items-center gap-x-2 ${needs ? 'font-bold' : 'font-medium'}`}>
            {says}
            {needs && until ? (
              <Chip tone="warning">{t(words.until, { when: dateText(until, lang, 'deadline', zone) })}</Chip>
            ) : null}
          </span>
        </span>
        <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden />
      </Link>
    </li>
  )
}
