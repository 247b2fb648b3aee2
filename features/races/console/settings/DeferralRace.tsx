import { Select } from '#ui/form/Select.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { serverNow } from '#ui/network/serverClock.ts'
import { useRaceId } from '#seam/console/useRace.ts'
import { type RaceSettings, consoleRacesList } from '../../contract.ts'
import { raceWords } from '../race.words.ts'

type Delay = NonNullable<RaceSettings['delay']>
type Props = { delay: Delay; error: string | undefined; onChange: (delay: Delay) => void }

/** The race where runners can use a reserved place, and the price there. */
export const DeferralRace = ({ delay, error, onChange }: Props) => {
  const t = useWords()
  const raceid = useRaceId()
  const races = useAsk(consoleRacesList, {})
  const others = (races.data?.items ?? []).filter(
    ({ id, archived, time }) => id !== raceid && !archived && Date.parse(time) > serverNow(),
  )
  const { to, ...rest } = delay
  // The list of races may lack the chosen race, for example at the first paint. The chosen race is then added to the
  // options, so that the field shows it.
  const missing = to && !others.some(({ id }) => id === to.race) ? [{ id: to.race, name: String(to.race) }] : []
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Select
        label={t(raceWords.delay_to)}
        hint={t(raceWords.delay_to_text)}
        value={to ? String(to.race) : ''}
        error={error}
        options={[
          { value: '', label: t(raceWords.delay_to_none) },
          ...[...missing, ...others].map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ target: { value } }) =>
          onChange(value === '' ? rest : { ...rest, to: { race: Number(value), pays: to?.pays ?? 'nothing' } })
        }
      />
      {to ? (
        <Select
          label={t(raceWords.delay_pays)}
          value={to.pays}
          options={(['nothing', 'full'] as const).map((value) => ({
            value,
            label: t(raceWords[`delay_pays_${value}`]),
          }))}
          onChange={({ target: { value } }) =>
            onChange({ ...rest, to: { race: to.race, pays: value === 'full' ? 'full' : 'nothing' } })
          }
        />
      ) : null}
    </div>
  )
}
