import { LoginNeeded } from '#seam/web/LoginNeeded.tsx'
import { useAccount } from '#seam/web/account.tsx'
import { path } from '#seam/web/paths.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { dateText } from '#ui/language/clock.ts'
import { money } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Bar } from '#ui/layout/Bar.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Link, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { placesLeft } from '../people/members.rules.ts'
import { type ClubDesk, clubMine, clubShow } from '../desk/desk.contract.ts'
import { words as roomWords } from '../words.ts'
import { clubWords as words } from './club.words.ts'
import { ListCard } from './ListCard.tsx'
import { MoneyCards } from './MoneyCards.tsx'
import { PeopleCard } from './PeopleCard.tsx'

/** The desk of a club for its captain. Without a club in the address the page lists the clubs of the account. */
export const ClubPage = () => {
  const t = useWords()
  const account = useAccount()
  const id = Number(usePageParams().id)
  if (account.pending)
    return (
      <Page title={t(words.mine)}>
        <SkeletonCards count={2} className="h-32" />
      </Page>
    )
  if (!account.loggedIn) return <LoginNeeded title={t(words.mine)} heading={t(words.log_in_how)} />
  return Number.isInteger(id) && id > 0 ? <Desk id={id} /> : <Mine />
}

const Mine = () => {
  const t = useWords()
  const mine = useAsk(clubMine, {})
  return (
    <Page title={t(words.mine)} narrow>
      {mine.isPending ? <SkeletonCards count={2} className="h-20" /> : null}
      {mine.error ? <ErrorState error={mine.error} onRetry={() => void mine.refetch()} /> : null}
      {mine.data?.items.length === 0 ? <Empty title={t(words.none)} description={t(words.none_how)} /> : null}
      {mine.data && mine.data.items.length > 0 ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {mine.data.items.map(({ raceid, id, name, race, kind }) => (
              <li key={`${raceid}/${id}`}>
                <Link
                  href={path.club({ raceid, id })}
                  className="flex min-h-16 items-center gap-3 px-4 py-3 hover:bg-sunk md:px-6"
                >
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-medium">{name}</span>
                    <span className="block truncate text-14 text-soft">{race}</span>
                  </span>
                  <Chip tone="plain">{t(roomWords[kind])}</Chip>
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </Page>
  )
}

const Desk = ({ id }: { id: number }) => {
  const t = useWords()
  const raceid = link().raceid ?? 0
  const shown = useAsk(clubShow, { raceid, id })
  const { data } = shown
  return (
    <Page title={data?.name ?? t(words.mine)}>
      {shown.isPending ? <SkeletonCards count={3} className="h-40" /> : null}
      {shown.error ? <ErrorState error={shown.error} onRetry={() => void shown.refetch()} /> : null}
      {data ? (
        <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <div className={`grid gap-4 md:gap-6 ${data.members.length === 0 ? 'max-lg:order-2' : ''}`}>
            <PeopleCard raceid={raceid} desk={data} onChange={() => void shown.refetch()} />
          </div>
          <div className="grid gap-4 md:gap-6">
            <QuotaCard desk={data} />
            <MoneyCards desk={data} />
            {data.closed ? null : <ListCard raceid={raceid} desk={data} onDone={() => void shown.refetch()} />}
          </div>
        </div>
      ) : null}
    </Page>
  )
}

const QuotaCard = ({ desk }: { desk: ClubDesk }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <Card title={desk.race}>
      {desk.closed ? <p className="mb-3 font-medium text-warning-ink">{t(words.closed)}</p> : null}
      <ul className="grid gap-5">
        {desk.quotas.map((quota) => (
          <li key={quota.eventid} className="grid gap-1.5">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-medium">{quota.event}</span>
              <span className="figures">
                {quota.used}/{quota.places}
              </span>
            </p>
            <Bar
              value={quota.places === 0 ? 0 : quota.used / quota.places}
              label={`${quota.event} ${quota.used}/${quota.places}`}
            />
            <p className="text-14 text-soft">
              {t(words.quota_of, { used: quota.used, listed: quota.listed, left: placesLeft(quota) })}
            </p>
            <p className="figures flex flex-wrap gap-x-4 text-14 text-soft">
              {quota.price === null ? null : <span>{t(words.price, { price: money(quota.price, lang) })}</span>}
              {quota.until ? (
                <span>{t(words.until, { time: dateText(quota.until, lang, 'deadline', desk.zone) })}</span>
              ) : null}
            </p>
          </li>
        ))}
      </ul>
      {desk.swap_until ? (
        <p className="figures mt-4 text-14 text-soft">
          {t(words.swap_until, { time: dateText(desk.swap_until, lang, 'deadline', desk.zone) })}
        </p>
      ) : null}
    </Card>
  )
}
