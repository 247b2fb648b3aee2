import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { deskWords as words } from './desk.words.ts'

type Period = { from_at: string | null; until_at: string | null }
type Props = {
  zone: string | undefined
  value: Period
  error: string | undefined
  onChange: (change: Partial<Period>) => void
}
/** The fields for the times from which and until which runners see a text of the check-in. Both may be empty. */
export const PeriodFields = ({ zone, value, error, onChange }: Props) => {
  const t = useWords()
  return (
    <>
      <DateTimeInput
        label={t(words.from_at)}
        zone={zone}
        value={value.from_at}
        onChange={(from_at) => onChange({ from_at })}
        optional
      />
      <DateTimeInput
        label={t(words.until_at)}
        zone={zone}
        value={value.until_at}
        error={error}
        onChange={(until_at) => onChange({ until_at })}
        optional
      />
    </>
  )
}
