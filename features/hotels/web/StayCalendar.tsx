import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { IconButton } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { dayAfter } from '#contract/days.ts'
import { NIGHTS_MOST, type Night, nightsBetween, nightsOf } from '../stay.rules.ts'
import { daysOfMonth, monthAfter, monthsOf, weekdayNames } from './calendar.ts'
import { hotelWords as words } from './hotel.words.ts'
import { shortPrice } from './price.ts'

export type ChosenDays = { arrival?: string | undefined; departure?: string | undefined }
type Props = {
  nights: readonly Night[]
  today: string
  raceDay: string
  chosen: ChosenDays
  onChoose: (chosen: ChosenDays) => void
}

/** Returns the chosen days after a press on a day. The day becomes a new arrival, or the departure of the stay. */
const after = ({ arrival, departure }: ChosenDays, day: string): ChosenDays =>
  arrival === undefined || departure !== undefined || day <= arrival
    ? { arrival: day, departure: undefined }
    : { arrival, departure: day }

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/**
 * The calendar for arrival and departure. Each day shows the lowest price of its night. Arrow keys move by days and
 * weeks, Page Up and Page Down by four weeks.
 */
export const StayCalendar = ({ nights, today, raceDay, chosen, onChoose }: Props) => {
  const t = useWords()
  const months = monthsOf(nights, today, raceDay)
  const [month, setMonth] = useState((chosen.arrival ?? raceDay).slice(0, 7))
  const [focus, setFocus] = useState(chosen.arrival ?? (raceDay > today ? raceDay : today))
  const grid = useRef<HTMLDivElement>(null)
  const shown = months.includes(month) ? month : months[0]!
  const at = months.indexOf(shown)
  const goTo = (day: string) => {
    if (!months.includes(day.slice(0, 7))) return
    setMonth((now) => (day.slice(0, 7) === now || day.slice(0, 7) === monthAfter(now) ? now : day.slice(0, 7)))
    setFocus(day)
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus())
  }
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key] ?? { PageUp: -28, PageDown: 28 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    goTo(dayAfter(focus, step))
  }
  return (
    <div>
      <p role="status" className="mb-2 font-medium">
        {t(
          chosen.arrival === undefined
            ? words.pickArrival
            : chosen.departure === undefined
              ? words.pickDeparture
              : words.calendarHow,
        )}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the days inside take the keys */}
      <div ref={grid} className="grid gap-6 md:grid-cols-2" onKeyDown={press}>
        {[shown, monthAfter(shown)].map((one, n) => (
          <div key={one} className={n === 1 ? 'hidden md:block' : ''}>
            <div className="mb-1 flex min-h-11 items-center justify-between">
              {n === 0 ? (
                <Turn label={t(words.previousMonth)} off={at === 0} onClick={() => setMonth(months[at - 1]!)}>
                  <ChevronLeft className="size-5" aria-hidden />
                </Turn>
              ) : (
                <span className="size-11" />
              )}
              <MonthName month={one} />
              <Turn
                label={t(words.nextMonth)}
                off={at >= months.length - 1}
                hidden={n === 0 ? 'md:invisible' : ''}
                onClick={() => setMonth(months[at + 1]!)}
              >
                <ChevronRight className="size-5" aria-hidden />
              </Turn>
            </div>
            <MonthDays
              {...{ month: one, nights, today, raceDay, chosen, focus }}
              onDay={(day) => {
                setFocus(day)
                onChoose(after(chosen, day))
              }}
            />
          </div>
        ))}
      </div>
      <p className="mt-2 hidden text-14 text-soft md:block">{t(words.keys)}</p>
    </div>
  )
}

const Turn = ({
  label,
  off,
  hidden = '',
  onClick,
  children,
}: {
  label: string
  off: boolean
  hidden?: string
  onClick: () => void
  children: ReactNode
}) => (
  <IconButton label={label} disabled={off} onClick={onClick} className={`${off ? 'invisible' : ''} ${hidden}`}>
    {children}
  </IconButton>
)

const MonthName = ({ month }: { month: string }) => {
  const { lang } = useLang()
  const [year, of] = month.split('-')
  const name = lang === 'en' ? dateText(`${month}-01`, lang).replace(/^\d+ /, '') : `${year}年${Number(of)}月`
  return <h3 className="font-bold">{name}</h3>
}

type MonthProps = Omit<Props, 'onChoose'> & { month: string; focus: string; onDay: (day: string) => void }
const MonthDays = ({ month, nights, today, raceDay, chosen, focus, onDay }: MonthProps) => {
  const { lang } = useLang()
  const { blanks, days } = daysOfMonth(month)
  const tab = focus.slice(0, 7) === month ? focus : days[0]!
  return (
    <div role="group" className="grid grid-cols-7 gap-y-1">
      {weekdayNames(lang).map((name) => (
        <span key={name} aria-hidden className="pb-1 text-center text-12 text-soft">
          {name}
        </span>
      ))}
      {Array.from({ length: blanks }, (_, n) => (
        <span key={n} />
      ))}
      {days.map((day) => (
        <DayButton
          key={day}
          day={day}
          night={nights.find((one) => one.night === day)}
          isPast={day < today}
          canLeave={isDeparture(nights, chosen, day)}
          isRace={day === raceDay}
          chosen={chosen}
          tabbed={day === tab}
          onDay={onDay}
        />
      ))}
    </div>
  )
}

/**
 * Tells whether a day can end the chosen stay. The stay may not be too long, and each of its nights must have a free
 * room.
 */
const isDeparture = (nights: readonly Night[], { arrival, departure }: ChosenDays, day: string): boolean =>
  arrival !== undefined &&
  departure === undefined &&
  day > arrival &&
  nightsBetween(arrival, day) <= NIGHTS_MOST &&
  nightsOf(arrival, day).every((one) => nights.some(({ night, free }) => night === one && free > 0))

type DayProps = {
  day: string
  night: Night | undefined
  isPast: boolean
  canLeave: boolean
  isRace: boolean
  chosen: ChosenDays
  tabbed: boolean
  onDay: (day: string) => void
}
const DayButton = ({
  day,
  night,
  isPast,
  isRace,
  canLeave,
  chosen: { arrival, departure },
  tabbed,
  onDay,
}: DayProps) => {
  const t = useWords()
  const { lang } = useLang()
  const free = night !== undefined && night.free > 0
  // A day without rooms can still be the day of departure.
  const off = isPast || (!free && !canLeave)
  const isEnd = day === arrival || day === departure
  const isIn = arrival !== undefined && departure !== undefined && day > arrival && day < departure
  const label = dateText(day, lang, 'weekday')
  return (
    <button
      type="button"
      data-day={day}
      tabIndex={tabbed ? 0 : -1}
      aria-disabled={off || undefined}
      aria-pressed={isEnd || isIn}
      onClick={() => (off ? undefined : onDay(day))}
      className={
        'flex min-h-14 flex-col items-center justify-center text-16 transition ' +
        (isEnd
          ? 'rounded bg-fill text-on-fill'
          : isIn
            ? 'bg-tint text-strong'
            : off
              ? 'text-soft'
              : 'rounded hover:bg-sunk')
      }
    >
      <span className="sr-only">{label}</span>
      <span
        aria-hidden
        className={`figures ${isRace ? 'font-bold' : ''} ${off && !isEnd ? 'line-through decoration-1' : ''}`}
      >
        {Number(day.slice(8))}
      </span>
      <span className={`figures text-12 ${isEnd ? '' : isRace ? 'font-medium text-strong' : 'text-soft'}`}>
        {isRace ? t(words.raceDay) : isPast ? ' ' : free ? shortPrice(night.price) : night ? t(words.full) : ' '}
      </span>
    </button>
  )
}
