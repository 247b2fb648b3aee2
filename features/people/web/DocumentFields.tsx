import { documentTypes } from '#features/events/form.contract.ts'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { listedWords } from '../listedPerson.words.ts'
import { words } from '../words.ts'

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
  const field = (name: 'name' | 'idnum' | 'country', most = 60) => (
    <TextInput
      label={t(listedWords[name])}
      value={value[name]}
      error={errors?.[name]}
      maxLength={most}
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
      {value.idtype === 'passport' ? field('country', 2) : null}
    </>
  )
}

/** Returns the fields of a call. A country that nobody chose is left out. */
export const documentSent = ({ country, ...rest }: TypedDocument) => ({
  ...rest,
  ...(country === '' ? {} : { country }),
})
