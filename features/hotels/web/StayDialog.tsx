import { CalendarDays, Minus, Plus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { daysText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { type Night, ROOMS_MOST, type Stay, nightsBetween } from '../stay.rules.ts'
import { type ChosenDays, StayCalendar } from './StayCalendar.tsx'
import { hotelWords as words } from './hotel.words.ts'

type Calendar = { nights: readonly Night[]; today: string; raceDay: string }

/** The wanted stay in one line. A press opens the calendar. */
export const StayBar = ({ stay, onChange, ...calendar }: Calendar & { stay: Stay; onChange: (stay: Stay) => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const [open, setOpen] = useState(false)
  const { arrival, departure, rooms, adults, children } = stay
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className={
          'flex w-full flex-wrap items-center gap-x-6 gap-y-1 rounded bg-surface px-5 py-3 text-left ' +
          'shadow-card transition hover:bg-tint md:w-fit'
        }
      >
        <span className="flex items-center gap-2.5">
          <CalendarDays className="size-5 shrink-0 text-strong" aria-hidden />
          <span className="figures font-bold">{daysText(arrival, departure, lang)}</span>
          <span className="text-soft">{t(words.nights, { n: nightsBetween(arrival, departure) })}</span>
        </span>
        <span className="flex items-center gap-2.5 text-soft">
          <UsersRound className="size-5 shrink-0 text-strong" aria-hidden />
          {t(words.roomsGuests, { rooms, guests: adults + children })}
        </span>
        <span className="sr-only">{t(words.change)}</span>
      </button>
      {open ? (
        <StayDialog
          {...calendar}
          stay={stay}
          onClose={() => setOpen(false)}
          onDone={(next) => {
            setOpen(false)
            onChange(next)
          }}
        />
      ) : null}
    </>
  )
}

const StayDialog = ({
  stay,
  onClose,
  onDone,
  ...calendar
}: Calendar & { stay: Stay; onClose: () => void; onDone: (stay: Stay) => void }) => {
  const t = useWords()
  const [chosen, setChosen] = useState<ChosenDays>(stay)
  const [{ rooms, adults, children }, setPeople] = useState(stay)
  const { arrival, departure } = chosen
  const set = (part: 'rooms' | 'adults' | 'children') => (n: number) =>
    setPeople((now) => {
      const next = { ...now, [part]: n }
      return { ...next, adults: Math.max(next.adults, next.rooms) }
    })
  const whole = arrival !== undefined && departure !== undefined
  return (
    <Dialog
      open
      wide
      forgets
      onClose={onClose}
      title={t(words.dates)}
      actions={
        <Button
          wide
          disabledReason={whole ? undefined : t(arrival === undefined ? words.pickArrival : words.pickDeparture)}
          onClick={() => (whole ? onDone({ arrival, departure, rooms, adults, children }) : undefined)}
        >
          {whole ? t(words.apply, { n: nightsBetween(arrival, departure) }) : t(words.dates)}
        </Button>
      }
    >
      <StayCalendar {...calendar} chosen={chosen} onChoose={setChosen} />
      <div className="mt-4 divide-y divide-line border-t border-line">
        <Stepper label={t(words.rooms)} value={rooms} least={1} most={ROOMS_MOST} onChange={set('rooms')} />
        <Stepper label={t(words.adults)} value={adults} least={rooms} most={20} onChange={set('adults')} />
        <Stepper label={t(words.children)} value={children} least={0} most={10} onChange={set('children')} />
      </div>
    </Dialog>
  )
}

type StepperProps = { label: string; value: number; least: number; most: number; onChange: (n: number) => void }
const Stepper = ({ label, value, least, most, onChange }: StepperProps) => {
  const t = useWords()
  return (
    <div className="flex min-h-14 items-center justify-between" role="group" aria-label={label}>
      <span className="font-medium">{label}</span>
      <span className="flex items-center gap-1">
        <IconButton
          label={t(words.less, { what: label })}
          disabled={value <= least}
          className="border border-edge disabled:opacity-40"
          onClick={() => onChange(value - 1)}
        >
          <Minus className="size-5" aria-hidden />
        </IconButton>
        <output className="figures w-10 text-center text-20 font-bold">{value}</output>
        <IconButton
          label={t(words.more, { what: label })}
          disabled={value >= most}
          className="border border-edge disabled:opacity-40"
          onClick={() => onChange(value + 1)}
        >
          <Plus className="size-5" aria-hidden />
        </IconButton>
      </span>
    </div>
  )
}
