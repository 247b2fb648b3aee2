import { useState } from 'react'
import { nameIn } from '#contract/words.ts'
import { ChoiceChip } from '#ui/feedback/Chip.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { dayAfter } from '#contract/days.ts'
import { type OwnHotel, type OwnNight, consoleHotelsNights } from '../console.contract.ts'
import { weekdayNames } from '../web/calendar.ts'
import { shortPrice } from '../web/price.ts'
import { typedFen } from './priceTexts.ts'
import { consoleWords as words } from './hotels.words.ts'

type Props = { raceid: number; hotel: OwnHotel; today: string; raceDay: string; again: () => void }

/** The nights of a hotel as a table of room types by days. The form below changes many nights at once. */
export const NightsCard = (props: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const { hotel, raceDay } = props
  const days = [...new Set(hotel.rooms.flatMap(({ nights }) => nights.map(({ night }) => night)))].toSorted()
  return (
    <div className="grid gap-4">
      {days.length === 0 ? (
        <p className="text-soft">{t(words.nightsNone)}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls by keyboard
        <div
          className="overflow-x-auto"
          tabIndex={0}
          role="region"
          aria-label={t(words.nightsOf, { name: hotel.name })}
        >
          <table className="w-full border-separate border-spacing-1 text-center">
            <thead>
              <tr>
                <th scope="col" className="sticky left-0 bg-surface text-left text-14 font-normal text-soft">
                  {t(words.rooms)}
                </th>
                {days.map((day) => (
                  <th
                    key={day}
                    scope="col"
                    className={`figures min-w-20 text-14 ${day === raceDay ? 'font-bold text-strong' : 'font-normal text-soft'}`}
                  >
                    {dateText(day, lang, 'column')}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {hotel.rooms.map((room) => (
                <tr key={room.id}>
                  <th scope="row" className="sticky left-0 min-w-28 bg-surface pr-3 text-left font-medium">
                    {nameIn(lang, room.name, room.names)}
                  </th>
                  {days.map((day) => (
                    <Cell key={day} night={room.nights.find(({ night }) => night === day)} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Bulk {...props} />
    </div>
  )
}

const Cell = ({ night }: { night: OwnNight | undefined }) => {
  const t = useWords()
  if (!night) return <td className="rounded bg-sunk text-soft">–</td>
  const { sold, pieces, price, open } = night
  const taken = sold >= pieces ? 'bg-warning-tint text-warning-ink' : 'bg-success-tint text-success-ink'
  const look = open ? taken : 'bg-sunk text-soft'
  return (
    <td className={`rounded px-2 py-1.5 ${look}`}>
      <span className="figures block font-bold">{`${sold} / ${pieces}`}</span>
      <span className="figures block text-12">{open ? shortPrice(price) : t(words.closedNight)}</span>
    </td>
  )
}

const sales = ['unchanged', 'doOpen', 'doClose'] as const
const Bulk = ({ raceid, hotel, today, raceDay, again }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [rooms, setRooms] = useState<readonly number[]>(hotel.rooms.map(({ id }) => id))
  const [from, setFrom] = useState(dayAfter(raceDay, -2) > today ? dayAfter(raceDay, -2) : today)
  const [until, setUntil] = useState(raceDay > today ? dayAfter(raceDay) : today)
  const [weekdays, setWeekdays] = useState<readonly number[]>([])
  const [pieces, setPieces] = useState('')
  const [price, setPrice] = useState('')
  const [sale, setSale] = useState<(typeof sales)[number]>('unchanged')
  const set = useCall(consoleHotelsNights, { quiet: true })
  const toggle = (of: readonly number[], one: number) =>
    of.includes(one) ? of.filter((id) => id !== one) : [...of, one]
  const apply = () =>
    set.mutate(
      {
        raceid,
        id: hotel.id,
        variantids: [...rooms],
        from,
        until,
        weekdays: [...weekdays],
        ...(pieces === '' ? {} : { pieces }),
        ...(price === '' ? {} : { price: typedFen(price) }),
        ...(sale === 'unchanged' ? {} : { open: sale === 'doOpen' }),
      },
      {
        onSuccess: () => {
          toastSuccess(t(words.saved))
          again()
        },
      },
    )
  return (
    <details className="rounded bg-sunk px-4">
      <summary className="flex min-h-11 items-center font-medium text-strong">{t(words.bulk)}</summary>
      <div className="grid gap-4 pb-4">
        <div className="flex flex-wrap gap-2" role="group" aria-label={t(words.rooms)}>
          {hotel.rooms.map(({ id, name, names }) => (
            <ChoiceChip key={id} chosen={rooms.includes(id)} onClick={() => setRooms(toggle(rooms, id))}>
              {nameIn(lang, name, names)}
            </ChoiceChip>
          ))}
        </div>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <TextInput label={t(words.from)} type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
          <TextInput
            label={t(words.until)}
            type="date"
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
          <TextInput
            label={t(words.pieces)}
            hint={t(words.keep)}
            inputMode="numeric"
            value={pieces}
            onChange={(event) => setPieces(event.target.value.replaceAll(/\D/g, ''))}
          />
          <TextInput
            label={t(words.price)}
            hint={t(words.keep)}
            inputMode="decimal"
            value={price}
            onChange={(event) => setPrice(event.target.value.replaceAll(/[^\d.]/g, ''))}
          />
        </div>
        <div className="flex flex-wrap gap-2" role="group" aria-label={t(words.weekdays)}>
          {weekdayNames(lang).map((name, at) => (
            <ChoiceChip
              key={name}
              chosen={weekdays.includes(at + 1)}
              onClick={() => setWeekdays(toggle(weekdays, at + 1))}
            >
              {name}
            </ChoiceChip>
          ))}
        </div>
        <Segmented
          label={t(words.selling)}
          value={sale}
          onChange={(chosen) => setSale(sales.find((one) => one === chosen) ?? 'unchanged')}
          options={sales.map((value) => ({ value, label: t(words[value]) }))}
        />
        <Refusal refused={set.error ?? undefined} />
        <Button className="justify-self-start" busy={set.isPending} disabled={rooms.length === 0} onClick={apply}>
          {t(words.apply)}
        </Button>
      </div>
    </details>
  )
}
