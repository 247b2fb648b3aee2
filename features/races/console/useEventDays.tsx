import { useState } from 'react'
import { consoleEventsList } from '#features/events/contract.ts'
import { Button } from '#ui/form/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { localFrom, isoFrom } from '#ui/form/localTime.ts'
import { useAsk } from '#ui/network/call.ts'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { dayAfter } from '#contract/days.ts'
import type { RaceEdited } from '../contract.ts'
import { movedDays } from './movedDays.ts'
import { raceWords as words } from './race.words.ts'

/** Asks whether the starts of the events move too when a race moves to another day. */
export const useEventDays = (race: RaceEdited, time: string) => {
  const t = useWords()
  const { lang } = useLang()
  const events = useAsk(consoleEventsList, { raceid: race.id }, { quiet: true, staleTime: 0 })
  const [question, setQuestion] = useState<{ goOn: (moving: boolean) => void }>()
  const days = movedDays(localFrom(race.time, race.zone), localFrom(time, race.zone))
  const starting = (events.data?.items ?? []).filter(({ draft }) => draft.start_at !== null)
  const moved = (at: string | null): string | null => {
    const [day = '', hour = ''] = localFrom(at, race.zone).split('T')
    return isoFrom(`${dayAfter(day, days)}T${hour}`, race.zone)
  }
  const settle = (moving: boolean) => {
    question?.goOn(moving)
    setQuestion(undefined)
  }
  return {
    /**
     * Asks whether the starts of the events move too. If the race stays on its day, or if no event has a start of its
     * own, it continues without a question.
     */
    ask: (goOn: (moving: boolean) => void) =>
      days === 0 || starting.length === 0 ? goOn(false) : setQuestion({ goOn }),
    dialog: (
      <Dialog
        open={question !== undefined}
        title={t(words.days_title)}
        onClose={() => setQuestion(undefined)}
        actions={
          <>
            <Button look="plain" onClick={() => settle(false)}>
              {t(words.days_stay)}
            </Button>
            <Button onClick={() => settle(true)}>{t(words.days_move)}</Button>
          </>
        }
      >
        <div className="grid gap-3 pb-2">
          <p>
            {t(words.days_text, {
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
        </div>
      </Dialog>
    ),
  }
}
