import { Check } from 'lucide-react'
import { useState } from 'react'
import { appointmentList } from '#features/appointments/contract.ts'
import { LoginSheet, useAccount } from '#seam/web/account.tsx'
import { raceShow } from '#features/races/contract.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { path } from '#seam/web/paths.ts'
import { type RacePackage, packageList } from '../contract.ts'
import { checkinWords as words } from './checkin.words.ts'
import { PackageFacts, type PackagePlace } from './PackageFacts.tsx'
import { sharedOf } from './sharedPackage.ts'

/** The packages of a race. The person's own packages come first. */
export const PackagePage = () => {
  const t = useWords()
  const account = useAccount()
  const raceid = link().raceid ?? 0
  const query = useAsk(packageList, { raceid }, { enabled: !account.pending })
  const race = useAsk(raceShow, { raceid }, { staleTime: 300_000, quiet: true })
  const slots = useAsk(appointmentList, { raceid }, { quiet: true })
  const [login, setLogin] = useState(false)
  const items = query.data?.items
  const plan = sharedOf(items ?? [])
  const at = { zone: race.data?.zone ?? 'Asia/Shanghai', services: slots.data?.services ?? [] }
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
      {items && plan.facts ? (
        <Card title={t(words.collection)}>
          <div className="grid gap-4">
            <PackageFacts facts={plan.facts} {...at} mine={items.find(({ mine }) => mine.length > 0)?.mine[0]} />
            <Contents title={t(words.insideAll)} contents={plan.contents} />
          </div>
        </Card>
      ) : null}
      <div className="grid items-start gap-4 md:grid-cols-2 md:gap-6">
        {items?.map((one) => (
          <PackageCard
            key={one.id}
            pack={{ ...one, contents: one.contents.filter((each) => !plan.contents.includes(each)) }}
            facts={plan.facts ? undefined : one}
            {...at}
          />
        ))}
      </div>
      <LoginSheet open={login} onClose={() => setLogin(false)} />
    </Page>
  )
}

const Contents = ({ title, contents }: { title: string; contents: readonly string[] }) =>
  contents.length === 0 ? null : (
    <div>
      <h3 className="mb-2 text-14 font-medium text-soft">{title}</h3>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(max(min(100%,7rem),50%_-_0.5rem),1fr))] gap-x-4 gap-y-1.5">
        {contents.map((one, n) => (
          <li key={n} className="flex items-start gap-2">
            <Check className="mt-1 size-4 shrink-0 text-strong" aria-hidden />
            <span className="min-w-0">{one}</span>
          </li>
        ))}
      </ul>
    </div>
  )

/** A pack, and the caller's registrations with it. `facts` is undefined if the page shows place and time only once. */
const PackageCard = ({ pack, facts, ...at }: PackagePlace & { pack: RacePackage; facts: RacePackage | undefined }) => {
  const t = useWords()
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
      {pack.contents.length > 0 || facts ? (
        <div className="grid gap-4 px-4 pb-5 pt-4 md:px-6">
          <Contents title={t(facts ? words.inside : words.insideToo)} contents={pack.contents} />
          {facts ? <PackageFacts facts={facts} {...at} mine={pack.mine[0]} /> : null}
        </div>
      ) : null}
    </section>
  )
}
