import { Trophy, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { path } from '#seam/web/paths.ts'
import { LaterQrCode } from '#ui/media/LaterQrCode.tsx'
import { Confetti } from '#ui/feedback/Confetti.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { words as kit } from '#ui/language/words.ts'
import { Page, useTitle } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Link, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { luckydrawsHall, luckydrawsStage } from '../contract.ts'
import { luckyDrawWords as words } from './luckydraw.words.ts'
import { GiftMark } from './GiftMark.tsx'
import { RolledBib } from './RolledBib.tsx'

/** The big screen of a draw on stage, for a projector of 1920 × 1080. Phones may watch it too. */
export const StagePage = () => {
  const t = useWords()
  const raceid = link().raceid ?? 0
  const params = usePageParams()
  const id = Number(params.id) || 0
  const key = params.key ?? ''
  const query = useAsk(luckydrawsStage, { raceid, id }, { quiet: true, refetchInterval: 1_000 })
  const hall = useAsk(luckydrawsHall, { raceid, id, key }, { quiet: true, enabled: key !== '', refetchInterval: 5_000 })
  if (query.data) return <Shown data={query.data} hall={key === '' ? undefined : hall.data} />
  return (
    <Page title={t(words.toStage)} backTo={path.luckydraw()}>
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonCards count={1} className="h-96" />
      )}
    </Page>
  )
}

type Stage = OutputOf<typeof luckydrawsStage>
const Shown = ({ data, hall }: { data: Stage; hall: OutputOf<typeof luckydrawsHall> | undefined }) => {
  const t = useWords()
  useTitle(data.design.title)
  const last = data.winners.at(-1)
  return (
    <main
      id="main"
      tabIndex={-1}
      className="fixed inset-0 z-40 flex flex-col overflow-y-auto outline-none gap-[2vmin] bg-[#10131f] px-[4vw] py-[4vmin] text-[#ffffff]"
    >
      {/* A phone needs a link back, and a projector needs none. */}
      <Link
        href={path.luckydraw({ id: data.draw.id })}
        aria-label={t(kit.close)}
        className="absolute right-2 top-2 flex size-11 items-center justify-center rounded-full text-[#ffffff] md:hidden"
      >
        <X className="size-6" aria-hidden />
      </Link>
      <header className="px-8 text-center">
        <p className="text-[max(1rem,2.2vmin)] text-[#c9cfe3]">{data.race}</p>
        <h1 className="text-[max(1.75rem,6vmin)] font-bold">{data.design.title}</h1>
      </header>
      <div className="grid flex-1 items-center gap-[4vmin] lg:grid-cols-[3fr_2fr]" aria-live="polite">
        {data.draw.state === 'published' ? <Gathering data={data} hall={hall} /> : null}
        {data.draw.state === 'frozen' ? (
          <div className="grid justify-items-center gap-[2vmin] text-center">
            <p className="text-[max(1.5rem,5vmin)] font-bold">{t(words.frozen, { n: countText(data.entries) })}</p>
            <p className="animate-pulse text-[max(1.1rem,3vmin)] text-[#ffd166]">
              {t(data.source === 'beacon' ? words.waitsBeacon : words.waitsNumber)}
            </p>
          </div>
        ) : null}
        {data.draw.state === 'seeded' || data.draw.state === 'closed' ? (
          <Winner key={last?.rank} data={data} last={last} />
        ) : null}
        <Called data={data} />
      </div>
      <footer className="grid gap-1 break-all text-center text-[max(.75rem,1.4vmin)] text-[#c9cfe3]">
        {data.list_hash ? <p>{`${t(words.listHash)} ${data.list_hash}`}</p> : null}
        {data.source_text ? <p>{`${t(words.source)} ${data.source_text}`}</p> : null}
      </footer>
    </main>
  )
}

/**
 * The runner who was called last: the digits of the bib roll first, then the name and the gift show, with confetti. For
 * an absent runner the screen shows no gift.
 */
const Winner = ({ data, last }: { data: Stage; last: Stage['winners'][number] | undefined }) => {
  const t = useWords()
  const [stopped, setStopped] = useState(false)
  const gift = data.gifts.find((one) => one.gift === last?.gift)
  return (
    <div className="grid animate-rise justify-items-center gap-[1vmin] text-center">
      <p>
        <GiftMark icon={gift?.icon} drawn={Trophy} size="max(5rem, 16vmin)" />
      </p>
      {last ? (
        <>
          <p className="display text-[max(4rem,18vmin)] leading-none text-[#ffd166]">
            <RolledBib bib={last.bib} onStop={() => setStopped(true)} />
          </p>
          <div className={`grid gap-[1vmin] ${stopped ? 'animate-rise' : 'invisible'}`}>
            <p className="text-[max(1.5rem,6vmin)] font-bold">{last.name}</p>
            <p className="text-[max(1.1rem,3.5vmin)] text-[#c9cfe3]">{last.absent ? t(words.absent) : gift?.name}</p>
          </div>
          {stopped && !last.absent ? <Confetti /> : null}
        </>
      ) : data.draw.state === 'seeded' ? (
        <p className="text-[max(1.5rem,5vmin)] font-bold">{t(words.ready)}</p>
      ) : null}
    </div>
  )
}

const Gathering = ({ data, hall }: { data: Stage; hall: OutputOf<typeof luckydrawsHall> | undefined }) => {
  const t = useWords()
  return (
    <div className="grid justify-items-center gap-[2vmin] text-center">
      {hall ? (
        <>
          <div className="rounded bg-[#ffffff] p-4">
            <Suspense fallback={<div className="size-72" />}>
              <LaterQrCode text={hall.address} size={288} label={t(words.scan)} />
            </Suspense>
          </div>
          <p className="text-[max(1.1rem,3vmin)]">{t(words.scan)}</p>
          <p className="display text-[max(3rem,10vmin)] leading-none tracking-[.12em] text-[#ffd166]">{hall.code}</p>
        </>
      ) : null}
      <p className="text-[max(1.5rem,5vmin)] font-bold">{t(words.inHall, { n: countText(data.present) })}</p>
    </div>
  )
}

/** The gifts with the winners so far. */
const Called = ({ data }: { data: Stage }) => {
  const t = useWords()
  return (
    <ul className="grid content-center gap-[1.5vmin]">
      {data.gifts.map((gift) => (
        <li key={gift.gift} className="rounded bg-[#1d2233] px-[2vmin] py-[1.5vmin]">
          <p className="flex justify-between gap-4 text-[max(1rem,2.6vmin)] font-bold">
            <span className="flex items-center gap-2">
              <GiftMark icon={gift.icon} drawn={Trophy} size="1.4em" />
              {gift.name}
            </span>
            <span className="figures">{t(words.pieces, { left: gift.left, pieces: gift.pieces })}</span>
          </p>
          <p className="figures flex flex-wrap gap-x-4 text-[max(.9rem,2vmin)] text-[#c9cfe3]">
            {data.winners
              .filter((one) => one.gift === gift.gift)
              .map((one) => (
                <span key={one.rank}>{`${one.bib} ${one.name}`}</span>
              ))}
          </p>
        </li>
      ))}
    </ul>
  )
}
