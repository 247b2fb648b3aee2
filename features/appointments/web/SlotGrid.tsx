import type { OutputOf } from '#contract/endpoint.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Card } from '#ui/layout/Card.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import type { Appointment, Slot, appointmentList } from '../contract.ts'
import { appointmentWords as words } from './appointment.words.ts'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { spanText } from './spanText.ts'

type Props = {
  data: OutputOf<typeof appointmentList>
  held: Appointment | undefined
  /** The chosen day. Its times may still be loading. */ day: string | null
  changing: boolean
  chosen: number | undefined
  onDay: (day: string) => void
  onChoose: (slot: Slot) => void
}
/** The days as tabs, and the times of a day as cards. */
export const SlotGrid = ({ data, held, day, changing, chosen, onDay, onChoose }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const place = data.items[0]
  return (
    <Card title={t(words.choose)}>
      <div className="grid gap-4">
        {place ? (
          <p className="-mt-2 text-soft">
            <Dotted text={`${place.name} · ${place.place}`} />
          </p>
        ) : null}
        {changing ? (
          <p role="status" className="rounded bg-info-tint px-4 py-3 text-info-ink">
            {t(words.changing)}
          </p>
        ) : null}
        {held && !changing ? <p className="rounded bg-tint px-4 py-3">{t(words.have)}</p> : null}
        {data.days.length > 1 ? (
          <Segmented
            label={t(words.day)}
            value={day ?? ''}
            onChange={onDay}
            options={data.days.map(({ day: each, left }) => ({
              value: each,
              label: (
                <span className="flex flex-col items-center py-1 leading-tight">
                  <span>{dateText(each, lang, 'column')}</span>
                  <span className="figures text-12">
                    {dateText(each, lang, 'weekdayShort')}{' '}
                    {left ? t(words.left, { n: countText(left) }) : t(words.full)}
                  </span>
                </span>
              ),
            }))}
          />
        ) : (
          <p className="font-medium">{dateText(data.day, lang, 'weekday')}</p>
        )}
        {day !== data.day ? (
          <Skeleton className="h-64 rounded" />
        ) : (
          <fieldset>
            <legend className="sr-only">{t(words.choose)}</legend>
            <div className="grid grid-cols-2 gap-2 md:grid-cols-4">
              {data.items.map((slot) => {
                const mine = held?.slotid === slot.id
                const off = slot.why !== null || mine || (held !== undefined && !changing)
                const says = mine
                  ? t(words.yours)
                  : slot.why === 'slot_past'
                    ? t(words.past)
                    : slot.why === 'slot_full'
                      ? t(words.full)
                      : t(words.left, { n: countText(slot.left) })
                return (
                  <label
                    key={slot.id}
                    className={
                      'relative flex min-h-16 flex-col items-center justify-center gap-0.5 rounded border px-2 ' +
                      'py-2.5 text-center transition has-focus-visible:outline-2 ' +
                      'has-focus-visible:outline-offset-2 has-focus-visible:outline-ink ' +
                      (mine
                        ? 'border-strong bg-tint'
                        : off
                          ? 'border-line bg-sunk text-soft'
                          : chosen === slot.id
                            ? 'cursor-pointer border-strong bg-tint'
                            : 'cursor-pointer border-edge bg-surface hover:bg-sunk')
                    }
                  >
                    <input
                      type="radio"
                      name="slot"
                      className="absolute inset-0 size-full appearance-none opacity-0"
                      value={slot.id}
                      checked={chosen === slot.id}
                      disabled={off}
                      onChange={() => onChoose(slot)}
                    />
                    <span className="display text-20 leading-tight">
                      {spanText({ ...slot, zone: data.zone }, lang)}
                    </span>
                    <span className="figures text-12">{says}</span>
                  </label>
                )
              })}
            </div>
          </fieldset>
        )}
      </div>
    </Card>
  )
}
