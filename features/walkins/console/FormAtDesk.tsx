import { useState } from 'react'
import { priceWords } from '#features/events/prices.words.ts'
import { typedFields } from '#features/fields/lists.rules.ts'
import { shownFields } from '#features/fields/own/conditions.rules.ts'
import { AskedFields } from '#features/registrations/web/signup/AskedFields.tsx'
import { emptyDraft, valueOf, withValue } from '#features/registrations/web/signup/draft.ts'
import { AddonLines } from '#features/registrations/web/signup/prices/AddonLines.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { Refused } from '#ui/network/call.ts'
import { words } from '../words.ts'
import type { Offered } from './walkInCharge.ts'

export const useDeskAnswers = () => {
  const [draft, setDraft] = useState(emptyDraft)
  const [later, setLater] = useState(false)
  /** Returns the fields of an event that are visible with the typed answers. */
  const fieldsIn = ({ fields }: Pick<Offered, 'fields'>) => {
    const asked = new Set(fields.map(({ name }) => name))
    const shown = shownFields(fields, (name) => (asked.has(name) ? valueOf(draft, name) : ''))
    return fields.filter(({ name }) => shown.has(name))
  }
  return {
    draft,
    setDraft,
    later,
    setLater,
    fieldsIn,
    addons: draft.addons,
    /** Returns the part of the call that this event needs. Answers to fields of another event are left out. */
    sent: (event: Offered) => {
      const asks = event.fields.some(({ kind }) => kind === 'area') ? ['province', 'city', 'area'] : []
      const names = new Set([...fieldsIn(event).map(({ name }) => name), ...asks])
      const builtIn = typedFields.filter((name) => names.has(name)).map((name) => [name, draft[name]] as const)
      const addons = event.addons.flatMap(({ id }) => (draft.addons[id] ? [[id, draft.addons[id]] as const] : []))
      return {
        ...(later ? {} : { ...Object.fromEntries(builtIn), answers: draft.answers }),
        whole: !later && event.fields.length > 0,
        addons: Object.fromEntries(addons),
      }
    },
  }
}

type Props = {
  asking: ReturnType<typeof useDeskAnswers>
  event: Offered
  refused: Refused | undefined
  /** Called with the server's name of the field in which somebody types. */
  onTyped: (name: string) => void
}
/** The fields of the event's form and its add-ons. The desk may leave the fields for later. */
export const FormAtDesk = ({ asking, event, refused, onTyped }: Props) => {
  const t = useWords()
  const { draft, setDraft, later, setLater } = asking
  const form = {
    draft,
    event: undefined,
    change: (patch: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...patch })),
    setField: (name: string, value: string) => {
      setDraft((before) => withValue(before, name, value))
      onTyped(name in emptyDraft ? name : `answers.${name}`)
    },
    leave: () => undefined,
    errorAt: (name: string) => refused?.fields[name] ?? refused?.fields[`answers.${name}`],
    logIn: () => undefined,
    account: { loggedIn: false },
  }
  return (
    <>
      {event.fields.length > 0 ? (
        <fieldset className="grid gap-4">
          <legend className="mb-2 font-bold">{t(words.asked)}</legend>
          <Checkbox checked={later} onChange={(changed) => setLater(changed.target.checked)}>
            {t(words.asked_later)}
          </Checkbox>
          {later ? null : <AskedFields form={form} fields={asking.fieldsIn(event)} />}
        </fieldset>
      ) : null}
      {event.addons.length > 0 ? (
        <fieldset>
          <legend className="mb-1 font-bold">{t(priceWords.addons)}</legend>
          <AddonLines
            addons={event.addons}
            chosen={draft.addons}
            onBuy={(id, n) => {
              setDraft((before) => ({ ...before, addons: { ...before.addons, [id]: n } }))
              onTyped(`addons.${id}`)
            }}
            errorAt={(id) => refused?.fields[`addons.${id}`]}
          />
        </fieldset>
      ) : null}
    </>
  )
}
