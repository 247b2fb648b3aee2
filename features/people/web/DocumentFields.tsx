import { documentTypes } from '#features/events/form.contract.ts'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { listedWords } from '../listedPerson.words.ts'
import { words } from '../words.ts'
import { CountrySelect } from './CountrySelect.tsx'

export type TypedDocument = { name: string; idtype: (typeof documentTypes)[number]; idnum: string; country: string }
export const noDocument: TypedDocument = { name: '', idtype: 'idcard', idnum: '', country: '' }

type Props = {
  value: TypedDocument
  errors: Readonly<Record<string, string | undefined>> | undefined
  onChange: (value: TypedDocument) => void
}
/** Asks for the name and the document of another person. A passport also needs its country. */
export const DocumentFields = ({ value, errors, onChange }: Props) => {
  const t = useWords()
  const field = (name: 'name' | 'idnum') => (
    <TextInput
      label={t(listedWords[name])}
      value={value[name]}
      error={errors?.[name]}
      maxLength={60}
      autoComplete="off"
      onChange={(event) => onChange({ ...value, [name]: event.target.value })}
    />
  )
  return (
    <>
      {field('name')}
      <Select
        label={t(listedWords.idtype)}
        value={value.idtype}
        onChange={(event) => onChange({ ...value, idtype: event.target.value as TypedDocument['idtype'], country: '' })}
        options={documentTypes.map((one) => ({ value: one, label: t(words[one]) }))}
      />
      {field('idnum')}
      {value.idtype === 'passport' ? (
        <CountrySelect
          value={value.country}
          error={errors?.country}
          onChange={(country) => onChange({ ...value, country })}
        />
      ) : null}
    </>
  )
}

/** The fields of a call. A country that nobody chose is left out. */
export const documentSent = ({ country, ...rest }: TypedDocument) => ({
  ...rest,
  ...(country === '' ? {} : { country }),
})
