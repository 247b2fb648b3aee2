import { CalendarCheck, Check, Clock, IdCard, MapPin } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { appointmentList } from '#features/appointments/contract.ts'
import { LoginSheet, useAccount } from '#seam/web/account.tsx'
import { raceShow } from '#features/races/contract.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { NavigationLinks } from '#ui/map/NavigationLinks.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { path } from '#seam/web/paths.ts'
import { type RacePackage, type CheckinService, packageList } from '../contract.ts'
import { checkinWords as words } from './checkin.words.ts'

/**
 * Registration packages with the content, place and time of each, and the things to bring. The person's own packages
 * come first.
 */
export const PackagePage = () => {
  const t = useWords()
  const account = useAccount()
  const raceid = link().raceid ?? 0
  const query = useAsk(packageList, { raceid }, { enabled: !account.pending })
  const race = useAsk(raceShow, { raceid }, { staleTime: 300_000, quiet: true })
  const slots = useAsk(appointmentList, { raceid }, { quiet: true })
  const [login, setLogin] = useState(false)
  const items = query.data?.items
  return (
    <Page title={t(words.packages)}>
      {query.error ? (
        <ErrorState
          error={query.error}
          onRetry={() => void query.refetch()}
          action={
            <ButtonLink look="plain" href={path.home()}>
              {t(words.backHome)}
            </ButtonLink>
          }
        />
      ) : null}
      {!items && !query.error ? <SkeletonCards count={2} className="h-64" /> : null}
      {items?.length === 0 ? (
        <Empty
          title={t(words.packagesNone)}
          description={t(words.packagesNoneText)}
          action={
            <ButtonLink look="plain" href={path.home()}>
              {t(words.backHome)}
            </ButtonLink>
          }
        />
      ) : null}
      {items?.length && !account.loggedIn && !account.pending ? (
        <div className="flex flex-wrap items-center justify-between gap-2 rounded bg-tint px-4 py-2">
          <p>{t(words.logInForMine)}</p>
          <Button look="quiet" className="-mr-3 px-3" onClick={() => setLogin(true)}>
            {t(words.logIn)}
          </Button>
        </div>
      ) : null}
      <div className="grid items-start gap-4 md:grid-cols-2 md:gap-6">
        {items?.map((one) => (
          <PackageCard
            key={one.id}
            pack={one}
            zone={race.data?.zone ?? 'Asia/Shanghai'}
            services={slots.data?.services ?? []}
          />
        ))}
      </div>
      <LoginSheet open={login} onClose={() => setLogin(false)} />
    </Page>
  )
}

const PackageCard = ({
  pack,
  zone,
  services,
}: {
  pack: RacePackage
  zone: string
  services: readonly CheckinService[]
}) => {
  const t = useWords()
  const { lang } = useLang()
  const now = useNow(60_000)
  const at = (iso: string | null) => dateText(iso, lang, 'deadline', zone)
  const over = pack.until_at !== null && Date.parse(pack.until_at) <= now
  const when =
    pack.from_at && pack.until_at
      ? t(words.until, { from: at(pack.from_at), until: at(pack.until_at) })
      : pack.from_at
        ? t(words.fromOn, { from: at(pack.from_at) })
        : pack.until_at
          ? t(words.untilOn, { until: at(pack.until_at) })
          : ''
  const bookable = !over && services.some((service) => service === pack.service)
  return (
    <section className="overflow-hidden rounded bg-surface shadow-card">
      <header className={`px-4 py-4 md:px-6 ${pack.mine.length ? 'bg-tint' : ''}`}>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-20 font-bold">{pack.name}</h2>
          {pack.mine.length ? <Chip tone="race">{t(words.mine)}</Chip> : <Chip>{pack.event ?? t(words.forAll)}</Chip>}
        </div>
        {pack.mine.map((one) => (
          <p key={one._key} className="mt-1 flex flex-wrap items-center gap-x-3 text-14">
            <Link
              href={path.queryDetail({ _key: one._key })}
              className="inline-flex min-h-11 items-center font-medium text-strong"
            >
              {one.name}
            </Link>
            <span className="text-soft">{one.event}</span>
            {one.bib ? <span className="figures text-soft">{t(words.bib, { bib: one.bib })}</span> : null}
          </p>
        ))}
      </header>
      <div className="grid gap-4 px-4 pb-5 pt-4 md:px-6">
        {pack.contents.length ? (
          <div>
            <h3 className="mb-2 text-14 font-medium text-soft">{t(words.inside)}</h3>
            <ul className="grid grid-cols-2 gap-x-4 gap-y-1.5">
              {pack.contents.map((thing, n) => (
                <li key={n} className="flex items-start gap-2">
                  <Check className="mt-1 size-4 shrink-0 text-strong" aria-hidden />
                  <span className="min-w-0">{thing}</span>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        <dl className="grid gap-3">
          <Fact icon={<MapPin className="size-5" aria-hidden />} name={t(words.where)}>
            {pack.place}
          </Fact>
          {pack.lat !== null && pack.lon !== null ? (
            <div className="pl-8">
              <NavigationLinks place={[pack.lat, pack.lon]} name={pack.place} />
            </div>
          ) : null}
          {when ? (
            <Fact icon={<Clock className="size-5" aria-hidden />} name={t(words.when)}>
              <span className="figures">{when}</span>
              {over ? <span className="block text-14 text-warning-ink">{t(words.over)}</span> : null}
            </Fact>
          ) : null}
          {pack.bring ? (
            <Fact icon={<IdCard className="size-5" aria-hidden />} name={t(words.bring)}>
              {pack.bring}
            </Fact>
          ) : null}
        </dl>
        {bookable ? (
          <ButtonLink
            look={pack.mine.length ? 'strong' : 'plain'}
            wide
            icon={<CalendarCheck className="size-5" aria-hidden />}
            href={path.appointment({ service: pack.service, _key: pack.mine[0]?._key })}
          >
            {t(words.book)}
          </ButtonLink>
        ) : null}
      </div>
    </section>
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
