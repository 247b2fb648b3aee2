import { useWords } from '#ui/language/lang.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { isMainlandMobile, looksLikeMobile, normalMobile } from '../rules.ts'
import { dialCodes, words } from '../words.ts'

export type MobileTyped = { country: string; number: string }

/**
 * Brings the typed number to its normal form. If the number begins with +, it contains a country code, and the chosen
 * country does not matter.
 */
export const readMobile = ({ country, number }: MobileTyped): { whole: string; isMobile: boolean } => {
  const typed = number.normalize('NFKC').trim()
  const abroad = country !== '+86' || typed.startsWith('+')
  const whole = normalMobile(typed.startsWith('+') ? typed : country + typed.replace(/^0+/, ''))
  return { whole, isMobile: abroad ? looksLikeMobile(whole) : isMainlandMobile(whole) }
}

export const MobileField = ({
  value,
  onChange,
  error,
  label,
  field = 'mobile',
}: {
  value: MobileTyped
  onChange: (patch: Partial<MobileTyped>) => void
  error: string | undefined
  label?: string
  field?: string
}) => {
  const t = useWords()
  const home = value.country === '+86'
  return (
    // Large text puts the fields under each other.
    <div className="flex flex-wrap gap-2">
      <Select
        className="flex-[0_1_7.5rem] md:flex-[0_1_11rem] [&_select]:truncate"
        label={t(words.country)}
        value={value.country}
        onChange={(event) => onChange({ country: event.target.value })}
        // A phone has no room for the name of the chosen country. The open list names every other country.
        options={dialCodes.map(([dial, name]) => ({
          value: dial,
          label: dial === value.country ? dial : `${dial} ${t(name)}`,
        }))}
        autoComplete="tel-country-code"
      />
      <TextInput
        className="min-w-0 flex-[1_1_9rem]"
        label={label ?? t(words.mobile)}
        hint={home ? undefined : t(words.mobile_abroad_hint)}
        error={error}
        value={value.number}
        onChange={(event) => onChange({ number: event.target.value })}
        onClear={() => onChange({ number: '' })}
        type="tel"
        inputMode="tel"
        autoComplete={home ? 'tel-national' : 'tel'}
        placeholder={home ? t(words.mobile_hint) : undefined}
        maxLength={24}
        name={field}
        data-field={field}
        inputClassName="figures"
      />
    </div>
  )
}
