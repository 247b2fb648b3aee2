import { useState } from 'react'
import { labels, partLabels } from '#features/fields/words.ts'
import { CountrySelect } from '#features/people/web/CountrySelect.tsx'
import { checkDocument } from '#features/people/rules.ts'
import { words as people } from '#features/people/words.ts'
import { words as desk } from '#features/registrations/console/desk.words.ts'
import { guardianKinds } from '#features/registrations/signup/signup.rules.ts'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { Refused } from '#ui/network/call.ts'
import { words } from '../words.ts'
import type { Offered } from './walkInCharge.ts'

const grid = 'grid gap-4 md:grid-cols-2'

type PersonProps = {
  typed: Readonly<Record<string, string>>
  type: (name: string, value: string) => void
  refused: Refused | undefined
  idtypes: Offered['idtypes']
}
/** The fields for name and document. Gender and birth appear if the number does not contain them. */
export const PersonFields = ({ typed, type, refused, idtypes }: PersonProps) => {
  const t = useWords()
  const [today] = useState(() => new Date())
  const idtype = (typed.idtype ?? 'idcard') as PersonProps['idtypes'][number]
  const verdict = checkDocument({ idtype, idnum: typed.idnum ?? '', country: typed.country }, today)
  const document = verdict.ok ? verdict.document : undefined
  const text = (name: 'name' | 'idnum' | 'mobile' | 'birth', rest: { type?: string; max: number; hint?: string }) => (
    <TextInput
      label={t(labels[name])}
      type={rest.type ?? 'text'}
      value={typed[name] ?? ''}
      maxLength={rest.max}
      hint={rest.hint}
      error={refused?.fields[name]}
      onChange={(changed) => type(name, changed.target.value)}
    />
  )
  const isMinor = ['guardian_name', 'guardian_mobile', 'guardian_relationship'].some((name) => refused?.fields[name])
  return (
    <>
      <div className={grid}>
        {text('name', { max: 80 })}
        <Select
          label={t(labels.idtype)}
          value={idtype}
          error={refused?.fields.idtype}
          onChange={(changed) => type('idtype', changed.target.value)}
          options={idtypes.map((value) => ({ value, label: t(people[value]) }))}
        />
        {text('idnum', { max: 60, ...(document?.birth ? { hint: t(words.birth_told) } : {}) })}
        {text('mobile', { type: 'tel', max: 30 })}
        {idtype === 'passport' ? (
          <CountrySelect
            value={typed.country ?? ''}
            error={refused?.fields.country}
            onChange={(country) => type('country', country)}
          />
        ) : null}
        {idtype === 'idcard' && (document === undefined || document.birth) ? null : (
          <>
            <Select
              label={t(labels.gender)}
              placeholder={t(words.choose)}
              value={typed.gender ?? ''}
              error={refused?.fields.gender}
              onChange={(changed) => type('gender', changed.target.value)}
              options={(['male', 'female'] as const).map((value) => ({ value, label: t(people[value]) }))}
            />
            {text('birth', { type: 'date', max: 10 })}
          </>
        )}
      </div>
      {isMinor ? <GuardianFields typed={typed} type={type} refused={refused} /> : null}
    </>
  )
}

const GuardianFields = ({ typed, type, refused }: Omit<PersonProps, 'idtypes'>) => {
  const t = useWords()
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-bold">{t(words.guardian)}</legend>
      <div className={grid}>
        {(['guardian_name', 'guardian_mobile'] as const).map((name) => (
          <TextInput
            key={name}
            label={t(partLabels[name]!)}
            value={typed[name] ?? ''}
            maxLength={80}
            error={refused?.fields[name]}
            onChange={(changed) => type(name, changed.target.value)}
          />
        ))}
        <Select
          label={t(partLabels.guardian_relationship!)}
          placeholder={t(words.choose)}
          value={typed.guardian_relationship ?? ''}
          error={refused?.fields.guardian_relationship}
          onChange={(changed) => type('guardian_relationship', changed.target.value)}
          options={guardianKinds.map((value) => ({ value, label: t(desk[`guardian_${value}`]) }))}
        />
      </div>
    </fieldset>
  )
}
