import { useState } from 'react'
import { raceEvents } from '#features/events/contract.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { useAsk } from '#ui/network/call.ts'
import { link } from '#ui/router/address.ts'
import { AskedFields } from './AskedFields.tsx'
import { ownWords } from './asked.words.ts'
import { usePartTitle } from './stepTitles.ts'
import { emptyDraft, withValue } from './draft.ts'
import { fieldsOfStep, partsFor } from './formSteps.ts'
import { signUpWords as words } from './signUp.words.ts'

const fixed = { who: ownWords.fixedWho, contact: ownWords.fixedContact } as const

/** Shows the form that staff are building, with all its steps on one page. The form sends and stores nothing. */
export const FormPreview = () => {
  const t = useWords()
  const events = useAsk(raceEvents, { raceid: link().raceid ?? 0 }, { enabled: false, staleTime: Infinity })
  const event = events.data?.[0]
  const titleOf = usePartTitle(event)
  const [draft, setDraft] = useState({ ...emptyDraft, eventid: String(event?.id ?? '') })
  if (!event) return null
  const form = {
    draft,
    event,
    change: (patch: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...patch })),
    setField: (name: string, value: string) => setDraft((before) => withValue(before, name, value)),
    leave: () => undefined,
    errorAt: () => undefined,
    logIn: () => undefined,
    account: { loggedIn: false },
  }
  return (
    <Page title={t(words.title)}>
      <div className="grid gap-4" data-tried>
        {partsFor(event, draft).flatMap((step) => {
          const formFields = fieldsOfStep(event, step, draft)
          const note = step in fixed ? fixed[step as keyof typeof fixed] : undefined
          return formFields.length === 0 && !note
            ? []
            : [
                <Card key={step} title={titleOf(step)}>
                  <div className="grid gap-5">
                    {note ? <p className="text-14 text-soft">{t(note)}</p> : null}
                    <AskedFields form={form} fields={formFields} />
                  </div>
                </Card>,
              ]
        })}
      </div>
    </Page>
  )
}
