import { CalendarCheck, Clock, IdCard, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { NavigationLinks } from '#ui/map/NavigationLinks.tsx'
import { path } from '#seam/web/paths.ts'
import type { CheckinService, RacePackage } from '../contract.ts'
import { checkinWords as words } from './checkin.words.ts'
import type { Collection } from './sharedPackage.ts'

/** The time zone of the race, and the services with slots to book. */
export type PackagePlace = { zone: string; services: readonly CheckinService[] }

export const PackageFacts = ({
  facts,
  zone,
  services,
  mine,
}: PackagePlace & { facts: Collection; mine: RacePackage['mine'][number] | undefined }) => {
  const t = useWords()
  const { lang } = useLang()
  const now = useNow(60_000)
  const at = (iso: string | null) => dateText(iso, lang, 'deadline', zone)
  const { from_at, until_at } = facts
  const over = until_at !== null && Date.parse(until_at) <= now
  const when =
    from_at && until_at
      ? t(words.until, { from: at(from_at), until: at(until_at) })
      : from_at
        ? t(words.fromOn, { from: at(from_at) })
        : until_at
          ? t(words.untilOn, { until: at(until_at) })
          : ''
  return (
    <div className="grid gap-4">
      <dl className="grid gap-3">
        <Fact icon={<MapPin className="size-5" aria-hidden />} name={t(words.where)}>
          {facts.place}
        </Fact>
        {facts.lat !== null && facts.lon !== null ? (
          <div className="pl-8">
            <NavigationLinks place={[facts.lat, facts.lon]} name={facts.place} />
          </div>
        ) : null}
        {when ? (
          <Fact icon={<Clock className="size-5" aria-hidden />} name={t(words.when)}>
            <span className="figures">{when}</span>
            {over ? <span className="block text-14 text-warning-ink">{t(words.over)}</span> : null}
          </Fact>
        ) : null}
        {facts.bring ? (
          <Fact icon={<IdCard className="size-5" aria-hidden />} name={t(words.bring)}>
            {facts.bring}
          </Fact>
        ) : null}
      </dl>
      {!over && services.some((service) => service === facts.service) ? (
        <ButtonLink
          look={mine ? 'strong' : 'plain'}
          wide
          icon={<CalendarCheck className="size-5" aria-hidden />}
          href={path.appointment({ service: facts.service, _key: mine?._key })}
        >
          {t(words.book)}
        </ButtonLink>
      ) : null}
    </div>
  )
}

const Fact = ({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) => (
  <div className="relative pl-8">
    <dt className="text-14 text-soft">
      <span className="absolute left-0 top-0.5">{icon}</span>
      {name}
    </dt>
    <dd className="whitespace-pre-line">{children}</dd>
  </div>
)
