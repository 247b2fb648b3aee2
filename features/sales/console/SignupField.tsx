import { raceEvents } from '#features/events/contract.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { words } from './goods.words.ts'

type Props = {
  raceid: number
  /** The events whose sign-up offers the goods. An empty list stands for every event. Null: no sign-up offers them. */
  value: readonly number[] | null
  onChange: (value: number[] | null) => void
}
export const SignupField = ({ raceid, value, onChange }: Props) => {
  const t = useWords()
  const events = useAsk(raceEvents, { raceid }, { quiet: true, staleTime: 60_000 })
  const offered = value !== null
  return (
    <fieldset className="grid gap-2">
      <Checkbox checked={offered} onChange={({ target }) => onChange(target.checked ? [] : null)}>
        {t(words.atSignup)}
      </Checkbox>
      {offered && events.data && events.data.length > 1 ? (
        <div className="grid gap-1 pl-8">
          <Checkbox checked={value.length === 0} onChange={({ target }) => target.checked && onChange([])}>
            {t(words.everyEvent)}
          </Checkbox>
          {events.data.map(({ id, name }) => (
            <Checkbox
              key={id}
              checked={value.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, id].toSorted((a, b) => a - b) : value.filter((one) => one !== id))
              }
            >
              {name}
            </Checkbox>
          ))}
        </div>
      ) : null}
      {offered ? <p className="text-14 text-soft">{t(words.atSignupHow)}</p> : null}
    </fieldset>
  )
}
