import { Copy } from 'lucide-react'
import { useMemo, useState } from 'react'
import { salesOffer, salesReturn } from '#features/sales/contract.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { raceOfKey } from '#contract/key.ts'
import { LoggedInPage } from '#seam/web/LoggedInPage.tsx'
import { path } from '#seam/web/paths.ts'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button, ButtonLink, IconButton } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Page } from '#ui/layout/Page.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { usePageParams } from '#ui/router/Link.tsx'
import { type GuestStay, hotelsInfoOrder, hotelsOrderGuests } from '../contract.ts'
import { GuestFields } from './BookPage.tsx'
import { ChangeDates } from './ChangeDates.tsx'
import { CancelLine, Distances } from './HotelFacts.tsx'
import { PlacesMap } from './PlacesMap.tsx'
import { StayHead } from './StayHead.tsx'
import { WaitingChange } from './WaitingChange.tsx'
import { hotelWords as words } from './hotel.words.ts'
import { later } from '#ui/router/later.ts'
import { positionOf } from './places.ts'

const NavigationLinks = later(async () => (await import('#ui/map/NavigationLinks.tsx')).NavigationLinks)

type Data = OutputOf<typeof hotelsInfoOrder>
const MOVING_MS = 2_000

export const StayPage = () => {
  const t = useWords()
  const id = usePageParams().id ?? ''
  // The stay moves a moment after the payment of the difference, so the page asks again until the stay has moved.
  const [moving, setMoving] = useState(false)
  const query = useAsk(
    hotelsInfoOrder,
    { id },
    { quiet: true, staleTime: 0, refetchInterval: moving ? MOVING_MS : false },
  )
  const isMoving = query.data?.change?.paid === true
  if (isMoving !== moving) setMoving(isMoving)
  return (
    <LoggedInPage title={t(words.my)} backTo={path.stays({ raceid: raceOfKey(id) })} query={query}>
      {(data) => <Shown key={id} data={data} again={() => void query.refetch()} />}
    </LoggedInPage>
  )
}

const Shown = ({ data, again }: { data: Data; again: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const { stay, hotel, places, ground, deadlines, zone, today, change } = data
  const alone = useMemo(() => [hotel], [hotel])
  const [editing, setEditing] = useState(false)
  const live = stay.state === 'booked' || stay.state === 'open'
  const mayEdit = live && stay.outcome === null && stay.arrival >= today
  const at = positionOf(hotel)
  return (
    <Page title={t(words.my)} backTo={path.stays({ raceid: raceOfKey(stay._key) })}>
      <div className="grid items-start gap-4 md:grid-cols-2 md:gap-6">
        <div className="grid gap-4 md:gap-6">
          {change ? <WaitingChange {...{ stay, change, zone, again }} /> : null}
          <StayHead stay={stay}>
            {stay.state === 'open' ? (
              <ButtonLink wide href={path.hotelPay({ raceid: raceOfKey(stay.order_key), id: stay.order_key })}>
                {t(words.payNow)}
              </ButtonLink>
            ) : null}
          </StayHead>
          {stay.state === 'booked' ? <ConfirmationNumber stay={stay} /> : null}
          {live ? (
            <Card title={t(words.where)} flush>
              <PlacesMap
                ground={ground}
                hotels={alone}
                places={places}
                chosen={hotel.id}
                className="h-48 rounded-none"
              />
              <div className="grid gap-2 p-4 md:p-5">
                <p>{hotel.address}</p>
                <Distances hotel={hotel} />
                <p className="text-14 text-soft">
                  {t(words.times, { checkin: hotel.checkin, checkout: hotel.checkout })}
                </p>
                {at ? <NavigationLinks place={at} name={hotel.name} /> : null}
              </div>
            </Card>
          ) : null}
        </div>
        <div className="grid gap-4 md:gap-6">
          <Card
            title={t(words.guests)}
            aside={
              mayEdit ? (
                <Button look="quiet" onClick={() => setEditing(true)}>
                  {t(words.editGuests)}
                </Button>
              ) : undefined
            }
          >
            <p className="font-medium">
              <Dotted text={stay.guests.join(' · ')} />
            </p>
            {stay.note ? <p className="mt-1 text-soft">{stay.note}</p> : null}
          </Card>
          <Card title={t(words.price)}>
            <Facts
              rows={[
                ...stay.price.map(
                  ({ night, amount }) => [dateText(night, lang, 'short'), money(amount, lang)] as const,
                ),
                [t(stay.state === 'booked' ? words.paid : words.total), <b key="sum">{money(stay.amount, lang)}</b>],
                [t(words.back), stay.back > 0 ? money(stay.back, lang) : ''],
                [t(words.order), stay.tradeno],
              ]}
            />
          </Card>
          {stay.lines.length > 0 && stay.arrival >= today && !change ? (
            <ChangeDates stay={stay} today={today} again={again} />
          ) : null}
          {stay.lines.length > 0 ? <Cancel {...{ stay, deadlines, zone, again }} /> : null}
        </div>
      </div>
      {editing ? (
        <EditGuests
          stay={stay}
          onClose={() => setEditing(false)}
          onDone={() => {
            setEditing(false)
            toastSuccess(t(words.saved))
            again()
          }}
        />
      ) : null}
    </Page>
  )
}

/** The confirmation number from the hotel, so large that a person behind a desk can read it. */
const ConfirmationNumber = ({ stay }: { stay: GuestStay }) => {
  const t = useWords()
  const { confirmation } = stay
  if (confirmation === null)
    return (
      <Card title={t(words.confirmation)}>
        <p className="text-soft">{t(words.confirmationWait)}</p>
      </Card>
    )
  const copy = async () => {
    await navigator.clipboard?.writeText(confirmation)
    toastSuccess(t(words.copied))
  }
  return (
    <section className="rounded bg-success-tint px-5 py-5 text-success-ink">
      <p className="text-14">{t(words.confirmation)}</p>
      <p className="flex flex-wrap items-center justify-between gap-3">
        <span className="display text-40 break-all">{confirmation}</span>
        <IconButton label={t(words.copy)} onClick={() => void copy()}>
          <Copy className="size-5" aria-hidden />
        </IconButton>
      </p>
      <p className="text-14">{t(words.confirmationHow)}</p>
    </section>
  )
}

const EditGuests = ({ stay, onClose, onDone }: { stay: GuestStay; onClose: () => void; onDone: () => void }) => {
  const t = useWords()
  const [guests, setGuests] = useState<readonly string[]>(stay.guests)
  const [note, setNote] = useState(stay.note)
  const [refused, setRefused] = useState<Refused>()
  const save = useCall(hotelsOrderGuests, { quiet: true })
  const names = guests.map((name) => name.trim())
  const submit = async () => {
    try {
      await save.mutateAsync({ id: stay._key, guests: names.filter(Boolean), note })
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(words.editGuests)}
      actions={
        <Button
          busy={save.isPending}
          disabledReason={names.slice(0, stay.rooms).some((name) => name === '') ? t(words.needsName) : undefined}
          onClick={() => void submit()}
        >
          {t(words.save)}
        </Button>
      }
    >
      <GuestFields {...{ guests, setGuests, stay, note, setNote }} />
      <Refusal refused={refused} />
    </Dialog>
  )
}

type CancelProps = Pick<Data, 'stay' | 'deadlines' | 'zone'> & { again: () => void }
const Cancel = ({ stay, deadlines, zone, again }: CancelProps) => {
  const t = useWords()
  const { lang } = useLang()
  const [offer, setOffer] = useState<{ amount: number; kept: number }>()
  const [refused, setRefused] = useState<Refused>()
  const now = useNow(30_000)
  const look = useCall(salesOffer, { quiet: true })
  const giveBack = useCall(salesReturn, { quiet: true })
  const whole = { id: stay.order_key, lines: stay.lines }
  const doing = async (work: () => Promise<void>) => {
    setRefused(undefined)
    try {
      await work()
    } catch (thrown) {
      setOffer(undefined)
      setRefused(refusedFrom(thrown))
    }
  }
  const cancel = () =>
    doing(async () => {
      await giveBack.mutateAsync({ ...whole, amount: offer?.amount ?? 0 })
      setOffer(undefined)
      toastSuccess(t(words.cancelDone))
      again()
    })
  return (
    <Card title={t(words.cancelTitle)}>
      <CancelLine deadlines={deadlines} zone={zone} />
      <div className="mt-4 grid gap-3">
        <Refusal refused={refused} />
        {deadlines.some(({ until }) => Date.parse(until) > now) ? (
          <Button
            look="danger"
            busy={look.isPending}
            onClick={() => void doing(async () => setOffer(await look.mutateAsync(whole)))}
          >
            {t(words.cancel)}
          </Button>
        ) : null}
      </div>
      <Dialog
        open={offer !== undefined}
        onClose={() => setOffer(undefined)}
        title={t(words.cancelAsk)}
        actions={
          <>
            <Button look="plain" onClick={() => setOffer(undefined)}>
              {t(words.keepIt)}
            </Button>
            <Button look="danger" busy={giveBack.isPending} onClick={() => void cancel()}>
              {t(words.cancel)}
            </Button>
          </>
        }
      >
        <p>{t(words.cancelHow, { amount: money(offer?.amount ?? 0, lang) })}</p>
        {offer && offer.kept > 0 ? (
          <p className="mt-2 text-soft">{t(words.cancelKept, { amount: money(offer.kept, lang) })}</p>
        ) : null}
      </Dialog>
    </Card>
  )
}
