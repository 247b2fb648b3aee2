import { Select } from '#ui/form/Select.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { words } from './raceChoice.words.ts'

type Props = {
  /** Undefined while they are on their way. */
  races: readonly { id: number; name: string }[] | undefined
  raceid: number | undefined
  onChoose: (raceid: number) => void
  /** It shares its line with buttons, on a phone too. */
  beside?: boolean
}

/** Which race a console page is about. */
export const RaceChoice = ({ races, raceid, onChoose, beside }: Props) => {
  const t = useWords()
  if (races?.length === 0) return null
  return (
    <Select
      className={`min-w-0 [&_select]:truncate md:w-72 ${beside ? 'flex-[1_1_16rem]' : 'w-full'}`}
      label={t(words.race)}
      value={String(raceid ?? '')}
      onChange={(event) => onChoose(Number(event.target.value))}
      options={(races ?? []).map(({ id, name }) => ({ value: String(id), label: `${id} ${name}` }))}
    />
  )
}
