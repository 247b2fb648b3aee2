import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { LoginSheet, useAccount } from '#seam/web/account.tsx'
import { path } from '#seam/web/paths.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LinkDialog } from '#ui/feedback/LinkDialog.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Link, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { whyDrawClosed } from '../rules.ts'
import { type ShownDraw, luckeyCheck, luckeyGifts, luckeyList } from '../contract.ts'
import { DrawFacts, GiftList, WinnerList } from './DrawFacts.tsx'
import { DrawGame } from './DrawGame.tsx'
import { HallCheck } from './HallCheck.tsx'
import { luckyDrawWords as words } from './luckydraw.words.ts'
import { FerrisWheel, TicketPercent, Trophy } from 'lucide-react'
import { GiftMark } from './GiftMark.tsx'

const kindIcons = { wheel: FerrisWheel, scratch: TicketPercent, stage: Trophy } as const

/** The lucky draws of a race. With an id in the address, the page shows one draw to play. */
export const LuckydrawPage = () => {
  const t = useWords()
  const raceid = link().raceid ?? 0
  const id = Number(usePageParams().id) || 0
  const list = useAsk(luckeyList, { raceid }, { enabled: id === 0 })
  const one = useAsk(luckeyGifts, { raceid, id }, { enabled: id > 0, staleTime: 2_000 })
  if (one.data) return <Play data={one.data} raceid={raceid} again={() => void one.refetch()} />
  const error = one.error ?? list.error
  return (
    <Page title={t(words.title)} backTo={path.home()}>
      {error ? <ErrorState error={error} onRetry={() => void (id > 0 ? one : list).refetch()} /> : null}
      {!error && (id > 0 || !list.data) ? (
        <SkeletonCards count={id > 0 ? 1 : 2} className={id > 0 ? 'h-[32rem]' : 'h-32'} />
      ) : null}
      {id === 0 && list.data ? <Draws items={list.data.items} zone={list.data.zone} /> : null}
    </Page>
  )
}

const Draws = ({ items, zone }: { items: readonly ShownDraw[]; zone: string }) => {
  const t = useWords()
  if (items.length === 0) return <Empty title={t(words.none)} description={t(words.noneHow)} />
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {items.map((draw) => (
        <li key={draw.id}>
          <Link
            href={path.luckydraw({ id: draw.id })}
            className="flex min-h-28 items-center gap-4 rounded bg-surface px-5 py-5 shadow-card"
          >
            <span className="text-strong">
              <GiftMark drawn={kindIcons[draw.kind]} size="3rem" />
            </span>
            <span className="grid gap-2">
              <span className="text-20 font-bold">{draw.name}</span>
              <span>
                <StateChip draw={draw} zone={zone} />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
const StateChip = ({ draw, zone }: { draw: ShownDraw; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const now = useNow(30_000)
  const why = whyDrawClosed(draw, now)
  if (why === 'soon')
    return <Chip tone="info">{t(words.soon, { time: dateText(draw.opens_at, lang, 'deadline', zone) })}</Chip>
  if (why) return <Chip>{t(words.over)}</Chip>
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Chip tone="success">{t(words.open)}</Chip>
      {draw.closes_at === null || Date.parse(draw.closes_at) <= now ? null : (
        <span className="figures text-14 text-soft">
          {t(words.until_close, { time: dateText(draw.closes_at, lang, 'deadline', zone) })}
        </span>
      )}
    </span>
  )
}

const Play = ({
  data: { draw, gifts, design, zone },
  raceid,
  again,
}: {
  data: OutputOf<typeof luckeyGifts>
  raceid: number
  again: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const account = useAccount()
  const { from, hall } = usePageParams()
  const [login, setLogin] = useState(false)
  const [sharing, setSharing] = useState(false)
  const friend = from !== undefined && /^[0-9a-f]{32}$/.test(from) ? { from } : {}
  const mine = useAsk(luckeyCheck, { raceid, id: draw.id, ...friend }, { quiet: true, enabled: account.loggedIn })
  const closed = whyDrawClosed(draw, useNow(30_000))
  const why = closed
    ? t(words[closed], { time: dateText(draw.opens_at, lang, 'deadline', zone) })
    : mine.data?.left === 0
      ? t(words.left, { n: 0 })
      : undefined
  const refresh = () => {
    again()
    void mine.refetch()
  }
  return (
    <Page
      title={draw.name}
      backTo={path.luckydraw()}
      aside={
        <ButtonLink look="quiet" href={path.prizes()}>
          {t(words.myPrizes)}
        </ButtonLink>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-2">
        <section
          className="grid grid-cols-[minmax(0,1fr)] gap-4 overflow-hidden rounded bg-surface px-4 py-6 text-center shadow-card"
          style={design.background ? { background: design.background } : undefined}
        >
          <h2 className="text-28 font-bold">{design.title}</h2>
          <p className="flex justify-center">
            <StateChip draw={draw} zone={zone} />
          </p>
          {design.subtitle || draw.about ? (
            <p className="text-pretty text-soft">{design.subtitle || draw.about}</p>
          ) : null}
          {draw.kind === 'stage' ? (
            <HallCheck
              raceid={raceid}
              draw={draw}
              mine={mine.data}
              code={hall ?? ''}
              onLogin={() => setLogin(true)}
              onDone={refresh}
            />
          ) : (
            <DrawGame
              raceid={raceid}
              draw={draw}
              gifts={gifts}
              design={design}
              left={mine.data?.left}
              why={why}
              onLogin={() => setLogin(true)}
              onPlayed={() => void mine.refetch()}
              onShown={again}
            />
          )}
        </section>
        <div className="grid gap-4 md:gap-6">
          <GiftList gifts={gifts} stage={draw.kind === 'stage'} />
          {draw.chances.length > 0 ? (
            <Card title={t(words.chances)}>
              <ul className="divide-y divide-line">
                {(mine.data?.chances ?? draw.chances.map((one) => ({ ...one, has: 0 }))).map(({ rule, most, has }) => (
                  <li key={rule} className="flex justify-between gap-4 py-3">
                    <span>{t(words[rule])}</span>
                    <span className="figures font-medium">{t(words.has, { has, most })}</span>
                  </li>
                ))}
              </ul>
              {mine.data && closed !== 'over' && draw.chances.some(({ rule }) => rule === 'shared') ? (
                <Button look="plain" icon={<Share2 className="size-5" aria-hidden />} onClick={() => setSharing(true)}>
                  {t(words.share)}
                </Button>
              ) : null}
            </Card>
          ) : null}
          <WinnerList raceid={raceid} id={draw.id} />
          <DrawFacts raceid={raceid} draw={draw} />
        </div>
      </div>
      <LoginSheet open={login} onClose={() => setLogin(false)} />
      {sharing && mine.data ? (
        <LinkDialog
          title={t(words.shareTitle)}
          description={t(words.shareHow)}
          link={`${location.origin}${path.luckydraw({ id: draw.id, from: mine.data.person })}`}
          onClose={() => setSharing(false)}
        />
      ) : null}
    </Page>
  )
}
