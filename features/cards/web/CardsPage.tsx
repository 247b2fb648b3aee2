import { useState } from 'react'
import { oddsText } from '#features/luckydraws/web/DrawFacts.tsx'
import { LoginSheet, useAccount } from '#seam/web/account.tsx'
import { path } from '#seam/web/paths.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Confetti } from '#ui/feedback/Confetti.tsx'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { link } from '#ui/router/address.ts'
import { whyNoDraw } from '../rules.ts'
import { type CardKind, type CardSet, type MyState, fucardDraw, fucardGift, fucardMy, fucardShow } from '../contract.ts'
import { CardDialog } from './CardDialog.tsx'
import { CardFace } from './CardFace.tsx'
import { TurnedCard } from './TurnedCard.tsx'
import { MissingCards, WaysCard } from './WaysCard.tsx'
import { cardWords as words } from './cards.words.ts'
import { GiftMark } from '#features/luckydraws/web/GiftMark.tsx'

export const CardsPage = () => {
  const t = useWords()
  const raceid = link().raceid ?? 0
  const query = useAsk(fucardShow, { raceid }, { staleTime: 5_000 })
  return (
    <Page title={t(words.title)} backTo={path.home()}>
      {query.error ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <SkeletonCards count={2} className="h-72" /> : null}
      {query.data?.items.length === 0 ? <Empty title={t(words.none)} description={t(words.noneHow)} /> : null}
      {query.data?.items.map((set) => (
        <Collection key={set.id} set={set} raceid={raceid} zone={query.data.zone} />
      ))}
    </Page>
  )
}

const nobody: MyState = { own: [], visit: 0, deeds: 0, has_gift: false, full: false }
const Collection = ({ set, raceid, zone }: { set: CardSet; raceid: number; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const account = useAccount()
  const mine = useAsk(fucardMy, { raceid, id: set.id }, { quiet: true, enabled: account.loggedIn })
  const draw = useCall(fucardDraw, { quiet: true })
  const [login, setLogin] = useState(false)
  /** The drawn card that the page shows. `nth` counts the cards, so that two equal cards turn one after the other. */
  const [drawn, setDrawn] = useState<{ kind: CardKind; nth: number }>()
  const [chosen, setChosen] = useState<CardKind>()
  const [refused, setRefused] = useState<Refused>()
  const my = mine.data?.my ?? nobody
  const kinds = mine.data?.set.kinds ?? set.kinds
  const countOf = (card: number) => my.own.find((one) => one.card === card)?.n ?? 0
  const pull = async () => {
    if (!account.loggedIn) return setLogin(true)
    setRefused(undefined)
    try {
      const { card } = await draw.mutateAsync({ raceid, id: set.id })
      const kind = kinds.find((one) => one.card === card)
      setDrawn((last) => kind && { kind, nth: (last?.nth ?? 0) + 1 })
    } catch (thrown) {
      setDrawn(undefined)
      setRefused(refusedFrom(thrown))
    }
    void mine.refetch()
  }
  const closed = whyNoDraw(set, kinds, useNow(30_000))
  const closedText = closed && t(words[closed], { time: dateText(set.opens_at, lang, 'deadline', zone) })
  const none = account.loggedIn && mine.data !== undefined && my.visit + my.deeds === 0
  const mayGoOn = !closed && my.visit + my.deeds > 0
  const noDraws = none ? t(set.daily > 0 ? words.noDraws : words.drawsUsed) : undefined
  return (
    <section className="grid items-start gap-4 md:gap-6 lg:grid-cols-[3fr_2fr]" aria-label={set.name}>
      <Card
        title={set.name}
        aside={
          <span className="figures text-soft">
            {t(words.progress, { n: kinds.filter(({ card }) => countOf(card) > 0).length, all: kinds.length })}
          </span>
        }
      >
        {closed && closed !== 'allDrawn' ? (
          <p className="mb-3">
            <Chip tone={closed === 'soon' ? 'info' : 'plain'}>{closedText}</Chip>
          </p>
        ) : set.closes_at === null ? null : (
          <p className="figures mb-3 text-14 text-soft">
            {t(words.until, { time: dateText(set.closes_at, lang, 'deadline', zone) })}
          </p>
        )}
        {set.about ? <p className="mb-4 text-pretty text-soft">{set.about}</p> : null}
        <MissingCards
          kinds={kinds.filter(({ card }) => countOf(card) === 0)}
          all={kinds.length}
          mayClaim={my.full && !my.has_gift && closed !== 'over'}
        />
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(max(min(100%,5rem),33.3%_-_0.5rem),1fr))] gap-3 md:grid-cols-4">
          {kinds.map((kind) => (
            <li key={kind.card}>
              <button
                type="button"
                className="grid w-full gap-1 text-left"
                onClick={() => (account.loggedIn ? setChosen(kind) : setLogin(true))}
              >
                <CardFace kind={kind} n={countOf(kind.card)} />
                <span className="figures text-12 text-soft">
                  <Dotted text={`${oddsText(kind.odds)} · ${t(words.left, { n: countText(kind.left) })}`} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Card>
      <div className="grid gap-4 md:gap-6">
        <Card>
          <div className="grid gap-3">
            <Refusal refused={refused} />
            <Button wide busy={draw.isPending} disabledReason={closedText ?? noDraws} onClick={() => void pull()}>
              {t(account.loggedIn ? words.draw : words.logIn)}
            </Button>
            {mine.data && mayGoOn ? (
              <p className="figures text-center text-14 text-soft">
                {t(words.drawsLeft, { visit: my.visit, deeds: my.deeds })}
              </p>
            ) : null}
          </div>
        </Card>
        {closed === 'over' ? null : <WaysCard set={mine.data?.set ?? set} />}
        <GiftCard
          set={mine.data?.set ?? set}
          my={my}
          raceid={raceid}
          closed={closed === 'allDrawn' ? undefined : closedText}
          again={() => void mine.refetch()}
        />
      </div>
      <Dialog
        open={drawn !== undefined}
        onClose={() => setDrawn(undefined)}
        title={t(words.drawn, { card: drawn?.kind.name ?? '' })}
        actions={
          <>
            {drawn && countOf(drawn.kind.card) > 1 ? (
              <Button
                look="plain"
                onClick={() => {
                  setDrawn(undefined)
                  setChosen(drawn.kind)
                }}
              >
                {t(words.give)}
              </Button>
            ) : null}
            <Button look={mayGoOn ? 'plain' : 'strong'} onClick={() => setDrawn(undefined)}>
              {t(words.nice)}
            </Button>
            {mayGoOn ? (
              <Button busy={draw.isPending || mine.isFetching} onClick={() => void pull()}>
                {t(words.another)}
              </Button>
            ) : null}
          </>
        }
      >
        <div className="grid justify-items-center py-4">
          {drawn ? (
            <TurnedCard key={drawn.nth}>
              <CardFace kind={drawn.kind} n={Math.max(1, countOf(drawn.kind.card))} large />
            </TurnedCard>
          ) : null}
          {my.full && !my.has_gift ? <Confetti /> : null}
        </div>
      </Dialog>
      {chosen ? (
        <CardDialog
          raceid={raceid}
          setid={set.id}
          kind={chosen}
          own={my.own.find((one) => one.card === chosen.card)}
          onClose={() => {
            setChosen(undefined)
            void mine.refetch()
          }}
        />
      ) : null}
      <LoginSheet open={login} onClose={() => setLogin(false)} />
    </section>
  )
}

type GiftProps = { set: CardSet; my: MyState; raceid: number; closed: string | undefined; again: () => void }
const GiftCard = ({ set, my, raceid, closed, again }: GiftProps) => {
  const t = useWords()
  const { lang } = useLang()
  const gone = set.gift.left === 0 ? t(words.giftsGone) : undefined
  const get = useCall(fucardGift, { quiet: true })
  const [refused, setRefused] = useState<Refused>()
  const claim = async () => {
    setRefused(undefined)
    try {
      await get.mutateAsync({ raceid, id: set.id })
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
    again()
  }
  return (
    <Card title={t(words.gift)}>
      <div className="grid gap-3">
        <p className="flex items-center gap-4">
          <span className="text-strong">
            <GiftMark icon={set.gift.icon} size="2.5rem" />
          </span>
          <span className="grid">
            <span className="font-bold">{set.gift.name}</span>
            <span className="figures text-14 text-soft">
              <Dotted
                text={[set.gift.value > 0 ? money(set.gift.value, lang) : '', t(words.giftLeft, set.gift)]
                  .filter(Boolean)
                  .join(' · ')}
              />
            </span>
          </span>
        </p>
        <Refusal refused={refused} />
        {my.has_gift ? (
          <ButtonLink href={path.prizes()}>{t(words.toPrizes)}</ButtonLink>
        ) : (
          <Button
            look={my.full ? 'strong' : 'plain'}
            busy={get.isPending}
            disabledReason={
              closed ??
              gone ??
              (my.full
                ? undefined
                : t(words.progress, {
                    n: set.kinds.filter(({ card }) => my.own.some((one) => one.card === card && one.n > one.offered))
                      .length,
                    all: set.kinds.length,
                  }))
            }
            onClick={() => void claim()}
          >
            {t(words.getGift)}
          </Button>
        )}
        <p className="text-14 text-soft">{t(my.has_gift ? words.hasGift : words.giftHow)}</p>
      </div>
    </Card>
  )
}
