import { useState } from 'react'
import { useMe } from '#features/staff/console/useMe.ts'
import { consoleEventsList } from '#features/events/contract.ts'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { localFrom, isoFrom } from '#ui/form/localTime.ts'
import { useAsk } from '#ui/network/call.ts'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { dayAfter } from '#contract/days.ts'
import type { RaceEdited } from '../contract.ts'
import { movedDays } from './movedDays.ts'
import { raceWords as words } from './race.words.ts'

type Settled = { moving: boolean; telling: boolean }
/**
 * Asks whether the starts of the events move too when a race moves to another day, and whether staff then write to the
 * runners who hold a place.
 */
export const useEventDays = (race: RaceEdited, time: string) => {
  const t = useWords()
  const { lang } = useLang()
  const events = useAsk(consoleEventsList, { raceid: race.id }, { quiet: true, staleTime: 0 })
  const [question, setQuestion] = useState<{ goOn: (settled: Settled) => void }>()
  const [telling, setTelling] = useState(true)
  const { may } = useMe(race.id)
  const days = movedDays(localFrom(race.time, race.zone), localFrom(time, race.zone))
  const starting = (events.data?.items ?? []).filter(({ draft }) => draft.start_at !== null)
  const taken = (events.data?.items ?? []).reduce((sum, one) => sum + one.taken, 0)
  const tells = taken > 0 && may('notices.edit')
  const moved = (at: string | null): string | null => {
    const [day = '', hour = ''] = localFrom(at, race.zone).split('T')
    return isoFrom(`${dayAfter(day, days)}T${hour}`, race.zone)
  }
  const settle = (moving: boolean) => {
    question?.goOn({ moving, telling: tells && telling })
    setQuestion(undefined)
  }
  return {
    /**
     * Asks before a race moves to another day. There is no question if no event has a start of its own and nobody holds
     * a place.
     */
    ask: (goOn: (settled: Settled) => void) =>
      days === 0 || (starting.length === 0 && taken === 0)
        ? goOn({ moving: false, telling: false })
        : setQuestion({ goOn }),
    dialog: (
      <Dialog
        open={question !== undefined}
        title={t(starting.length > 0 ? words.days_title : words.days_only)}
        onClose={() => setQuestion(undefined)}
        actions={
          starting.length === 0 ? (
            <Button onClick={() => settle(false)}>{t(words.days_save)}</Button>
          ) : (
            <>
              <Button look="plain" onClick={() => settle(false)}>
                {t(words.days_stay)}
              </Button>
              <Button onClick={() => settle(true)}>{t(words.days_move)}</Button>
            </>
          )
        }
      >
        <div className="grid gap-3 pb-2">
          <p>
            {t(starting.length > 0 ? words.days_text : words.days_plain, {
              from: dateText(race.time, lang, 'day', race.zone),
              to: dateText(time, lang, 'day', race.zone),
            })}
          </p>
          <ul className="figures grid gap-1 text-14">
            {starting.map(({ id, draft }) => (
              <li key={id} className="flex justify-between gap-4">
                <span className="font-medium">{draft.names[lang] || draft.name}</span>
                <span className="text-soft">
                  {dateText(draft.start_at, lang, 'deadline', race.zone)} →{' '}
                  {dateText(moved(draft.start_at), lang, 'deadline', race.zone)}
                </span>
              </li>
            ))}
          </ul>
          <p className="text-14 text-soft">{t(words.days_note)}</p>
          {taken > 0 ? <p>{t(words.days_seen, { n: taken })}</p> : null}
          {tells ? (
            <Checkbox checked={telling} onChange={(event) => setTelling(event.target.checked)}>
              {t(words.days_tell)}
            </Checkbox>
          ) : null}
        </div>
      </Dialog>
    ),
  }
}
