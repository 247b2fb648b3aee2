import { useMemo } from 'react'
import { regionNamer } from '#contract/names/regions.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Select } from '#ui/form/Select.tsx'
import { languageTags } from '#contract/words.ts'
import { countryCodes } from '../countries.rules.ts'
import { peopleWords } from './people.words.ts'

/** The choice of the country or region that issued a passport, by its name in the page's language. */
export const CountrySelect = ({
  value,
  onChange,
  error,
}: {
  value: string
  onChange: (country: string) => void
  error?: string | undefined
}) => {
  const t = useWords()
  const { lang } = useLang()
  const options = useMemo(() => {
    const nameOf = regionNamer(lang)
    return countryCodes
      .map((code) => ({ value: code, label: nameOf(code) }))
      .sort((a, b) => a.label.localeCompare(b.label, languageTags[lang]))
  }, [lang])
  return (
    <Select
      label={t(peopleWords.country)}
      placeholder={t(peopleWords.choose)}
      options={options}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
      autoComplete="country"
    />
  )
}
