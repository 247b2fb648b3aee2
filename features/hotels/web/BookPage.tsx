import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { LoginSheet, useAccount } from '#seam/web/account.tsx'
import { path } from '#seam/web/paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button, ButtonLink, IconButton } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type Refused, needsLogin, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { hotelsInfo, hotelsOrderGetstock, hotelsOrderSave } from '../contract.ts'
import { type Stay, nightsBetween } from '../stay.rules.ts'
import { CancelLine, HotelPicture } from './HotelFacts.tsx'
import { hotelWords as words } from './hotel.words.ts'
import { useStay } from './useStay.ts'

type Info = OutputOf<typeof hotelsInfo>
type Stock = OutputOf<typeof hotelsOrderGetstock>

/** The last page before the payment of a stay. */
export const BookPage = () => {
  const t = useWords()
  const raceid = link().raceid ?? 0
  const { id: given, room } = usePageParams()
  const id = Number(given) || 0
  const { arrival, departure, ...people } = useStay()
  const named = arrival !== undefined && departure !== undefined
  const info = useAsk(hotelsInfo, { raceid, id }, { staleTime: 2_000 })
  const stock = useAsk(hotelsOrderGetstock, { raceid, id, arrival, departure, rooms: people.rooms }, { enabled: named })
  const error = info.error ?? stock.error
  if (info.data && stock.data && named)
    return (
      <Booking
        info={info.data}
        stock={stock.data}
        variantid={Number(room) || 0}
        stay={{ ...people, arrival, departure }}
        again={() => void stock.refetch()}
      />
    )
  // A link without valid days has nothing to book. The page of the hotel asks for the days.
  if (info.data && !named)
    return (
      <Page title={t(words.bookTitle)} backTo={path.hotels()} narrow>
        <Empty
          title={t(words.pickArrival)}
          action={<ButtonLink href={path.hotel({ id })}>{t(words.dates)}</ButtonLink>}
        />
      </Page>
    )
  return (
    <Page title={t(words.bookTitle)} backTo={path.hotels()} narrow>
      {error ? (
        <ErrorState
          error={error}
          onRetry={() => {
            void info.refetch()
            void stock.refetch()
          }}
        />
      ) : (
        <SkeletonCards count={3} className="h-40" />
      )}
    </Page>
  )
}

type BookingProps = { info: Info; stock: Stock; variantid: number; stay: Stay; again: () => void }
const Booking = ({ info, stock, variantid, stay, again }: BookingProps) => {
  const t = useWords()
  const go = useGo()
  const { lang } = useLang()
  const account = useAccount()
  const { hotel, zone } = info
  const room = info.rooms.find((one) => one.variantid === variantid)
  const quote = stock.items.find((one) => one.variantid === variantid)
  const [guests, setGuests] = useState<readonly string[]>(() => Array.from({ length: stay.rooms }, () => ''))
  const [note, setNote] = useState('')
  const [login, setLogin] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const save = useCall(hotelsOrderSave, { quiet: true })
  const names = guests.map((name) => name.trim())
  const amount = quote?.amount ?? null
  const why =
    room === undefined || amount === null
      ? t(words.notOffered)
      : quote!.free < stay.rooms
        ? t(words.gone)
        : names.slice(0, stay.rooms).some((name) => name === '')
          ? t(words.needsName)
          : undefined
  const book = async () => {
    setRefused(undefined)
    try {
      const made = await save.mutateAsync({
        raceid: link().raceid ?? 0,
        variantid,
        ...stay,
        guests: names.filter(Boolean),
        note,
        amount: amount ?? 0,
      })
      go(made.paid ? path.stay({ id: made.stay }) : path.hotelPay({ id: made.order }), { replace: true })
    } catch (thrown) {
      const said = refusedFrom(thrown)
      if (needsLogin(said)) return setLogin(true)
      setRefused(said)
      again()
    }
  }
  const pay = (
    <>
      <Refusal refused={refused} />
      <Button
        wide
        busy={save.isPending}
        disabledReason={why}
        onClick={() => void (account.loggedIn ? book() : setLogin(true))}
      >
        {t(words.goPay, { amount: money(amount ?? 0, lang) })}
      </Button>
    </>
  )
  return (
    <Page
      title={t(words.bookTitle)}
      backTo={path.hotel({ id: hotel.id, ...stay })}
      foot={<div className="grid w-full gap-3 md:hidden">{pay}</div>}
    >
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:gap-6">
        <div className="grid gap-4 md:gap-6">
          <Summary {...{ info, stay }} room={room} />
          <Guests {...{ guests, setGuests, stay, note, setNote }} />
        </div>
        <div className="grid gap-4 md:gap-6">
          {quote && amount !== null ? (
            <Card title={t(words.price)}>
              <Facts
                rows={[
                  ...quote.nights.map(
                    ({ night, price }) =>
                      [
                        dateText(night, lang, 'short'),
                        stay.rooms === 1
                          ? money(price, lang)
                          : t(words.nightPrice, { rooms: stay.rooms, price: money(price, lang) }),
                      ] as const,
                  ),
                  [t(words.total), <b key="total">{money(amount, lang)}</b>] as const,
                ]}
              />
            </Card>
          ) : null}
          <Card title={t(words.cancelTitle)}>
            <CancelLine deadlines={stock.deadlines} zone={zone} />
          </Card>
          <div className="hidden gap-4 md:grid">{pay}</div>
        </div>
      </div>
      <LoginSheet
        open={login}
        onClose={() => setLogin(false)}
        onDone={() => {
          setLogin(false)
          account.refresh()
          // The person pressed the button that books and pays, so the booking goes on.
          void book()
        }}
      />
    </Page>
  )
}

const Summary = ({
  info: { hotel },
  room,
  stay,
}: {
  info: Info
  room: Info['rooms'][number] | undefined
  stay: Stay
}) => {
  const t = useWords()
  const { lang } = useLang()
  const side = (label: string, day: string, time: string) => (
    <div>
      <p className="text-14 text-soft">{label}</p>
      <p className="figures text-16 font-bold md:text-20">{dateText(day, lang, 'short')}</p>
      <p className="figures text-14 text-soft">{time}</p>
    </div>
  )
  return (
    <section className="overflow-hidden rounded bg-surface shadow-card">
      <div className="flex items-center gap-4">
        <HotelPicture
          picture={room?.pictures[0] ?? hotel.pictures[0]}
          alt=""
          className="h-28 w-28 shrink-0 md:w-44"
          sizes="11rem"
        />
        <div className="min-w-0 py-3 pr-4">
          <h2 className="text-20 font-bold">{hotel.name}</h2>
          <p className="text-soft">{room?.name}</p>
          <p className="text-14 text-soft">
            {t(words.roomsGuests, { rooms: stay.rooms, guests: stay.adults + stay.children })}
          </p>
        </div>
      </div>
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-4 border-t border-line p-4 md:p-5">
        {side(t(words.arrival), stay.arrival, hotel.checkin)}
        <span className="rounded-full bg-tint px-3 py-1 text-14 font-medium text-strong">
          {t(words.nights, { n: nightsBetween(stay.arrival, stay.departure) })}
        </span>
        <div className="text-right">{side(t(words.departure), stay.departure, hotel.checkout)}</div>
      </div>
    </section>
  )
}

type GuestsProps = {
  guests: readonly string[]
  setGuests: (guests: readonly string[]) => void
  stay: Pick<Stay, 'rooms' | 'adults' | 'children'>
  note: string
  setNote: (note: string) => void
}
/** The fields for the names of the guests: one for each room, and more if people share a room. */
const Guests = (props: GuestsProps) => {
  const t = useWords()
  return (
    <Card title={t(words.who)}>
      <GuestFields {...props} />
    </Card>
  )
}
export const GuestFields = ({ guests, setGuests, stay: { rooms, adults, children }, note, setNote }: GuestsProps) => {
  const t = useWords()
  const set = (at: number, name: string) => setGuests(guests.map((one, n) => (n === at ? name : one)))
  return (
    <div className="grid gap-4">
      {guests.map((name, at) => (
        <TextInput
          key={at}
          label={at < rooms ? t(words.guestOf, { n: at + 1 }) : t(words.guestMore)}
          hint={at === 0 ? t(words.guestHow) : undefined}
          value={name}
          maxLength={60}
          autoComplete={at === 0 ? 'name' : 'off'}
          onChange={(event) => set(at, event.target.value)}
          after={
            at < rooms ? undefined : (
              <IconButton
                label={t(words.removeGuest, { name: name || t(words.guestMore) })}
                onClick={() => setGuests(guests.filter((_, n) => n !== at))}
              >
                <X className="size-5" aria-hidden />
              </IconButton>
            )
          }
        />
      ))}
      {guests.length < adults + children ? (
        <Button
          look="quiet"
          icon={<Plus className="size-5" aria-hidden />}
          className="justify-self-start"
          onClick={() => setGuests([...guests, ''])}
        >
          {t(words.addGuest)}
        </Button>
      ) : null}
      <TextInput
        label={t(words.note)}
        hint={t(words.noteHint)}
        optional
        value={note}
        maxLength={200}
        onChange={(event) => setNote(event.target.value)}
      />
    </div>
  )
}
