import { useState } from 'react'
import { LoginSheet, useAccount } from '#seam/web/account.tsx'
import { path } from '#seam/web/paths.ts'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { Button } from '#ui/form/Button.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type Refused, needsLogin, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { ticketBuy, ticketTickets } from '../contract.ts'
import { ticketTimeText } from './TicketChip.tsx'
import { ticketWords as words } from './tickets.words.ts'

const MOST = 50

export const TicketKindPage = () => {
  const t = useWords()
  const raceid = link().raceid ?? 0
  const id = Number(usePageParams().id) || 0
  const query = useAsk(ticketTickets, { raceid, id }, { staleTime: 2_000 })
  if (query.data) return <Shown data={query.data} raceid={raceid} again={() => void query.refetch()} />
  return (
    <Page title={t(words.title)} backTo={path.tickets()}>
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonCards count={2} className="h-48" />
      )}
    </Page>
  )
}

const Shown = ({
  data,
  raceid,
  again,
}: {
  data: OutputOf<typeof ticketTickets>
  raceid: number
  again: () => void
}) => {
  const t = useWords()
  const go = useGo()
  const { lang } = useLang()
  const { kind, choices, zone } = data
  const account = useAccount()
  const buy = useCall(ticketBuy, { quiet: true })
  const now = useNow(30_000)
  const all = choices.flatMap((choice) => choice.slots.map((slot) => ({ ...choice, ...slot })))
  const [chosen, setChosen] = useState<string>()
  const [n, setN] = useState(1)
  const [login, setLogin] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const keyOf = (one: (typeof all)[number]) => `${one.variantid} ${one.slot}`
  const slot = all.find((one) => keyOf(one) === chosen) ?? all.find(({ free }) => free > 0) ?? all[0]!
  const amount = slot.price * (n >= 1 ? n : 1)
  const soon = kind.sale_from !== null && Date.parse(kind.sale_from) > now
  const over = kind.sale_until !== null && Date.parse(kind.sale_until) <= now
  const why = soon
    ? t(words.soon, { time: dateText(kind.sale_from, lang, 'deadline', zone) })
    : over
      ? t(words.over)
      : slot.free === 0
        ? t(words.soldOut)
        : undefined
  const order = async () => {
    setRefused(undefined)
    try {
      const lines = [{ variantid: slot.variantid, slot: slot.slot, n }]
      const made = await buy.mutateAsync({ raceid, lines, amount })
      go(made.paid ? path.tickets() : path.ticketPay({ id: made.order }))
    } catch (thrown) {
      const said = refusedFrom(thrown)
      if (needsLogin(said)) return setLogin(true)
      setRefused(said)
      again()
    }
  }
  const most = Math.min(MOST, Math.max(1, slot.free), kind.most_each ?? MOST)
  return (
    <Page title={kind.name} backTo={path.tickets()}>
      <Card>
        {kind.about ? <p className="mb-3 text-pretty text-soft">{kind.about}</p> : null}
        {kind.place ? <p className="text-14 text-soft">{t(words.placeIs, { place: kind.place })}</p> : null}
        {kind.named ? <p className="text-14 text-soft">{t(words.named)}</p> : null}
        {kind.audience === 'everybody' ? null : <p className="text-14 text-soft">{t(words[kind.audience])}</p>}
      </Card>
      <Card>
        <div className="grid gap-4">
          <RadioCards
            label={t(words.choose)}
            value={keyOf(slot)}
            onChange={setChosen}
            options={all.map((one) => ({
              value: keyOf(one),
              label: [one.name, ticketTimeText(one, zone, lang)].filter(Boolean).join(' · ') || kind.name,
              description: `${one.price === 0 ? t(words.free) : money(one.price, lang)} · ${
                one.free === 0 ? t(words.soldOut) : t(words.left, { n: countText(one.free) })
              }`,
            }))}
          />
          <NumberInput label={t(words.number)} value={n} min={1} max={most} onChange={setN} />
          <Refusal refused={refused} />
          <Button
            wide
            busy={buy.isPending}
            disabledReason={why}
            onClick={() => void (account.loggedIn ? order() : setLogin(true))}
          >
            {amount === 0 ? t(words.buyFree) : t(words.buy, { amount: money(amount, lang) })}
          </Button>
        </div>
      </Card>
      <LoginSheet open={login} onClose={() => setLogin(false)} />
    </Page>
  )
}
