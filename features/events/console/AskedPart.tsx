import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { FieldSet } from '#ui/form/Field.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { documentTypes } from '../form.contract.ts'
import type { PartProps } from './parts.ts'
import { eventWords } from './event.words.ts'

/** The accepted documents and the ages of an event. The builder of the event's form has all other questions. */
export const AskedPart = ({ draft: { form }, change, errorAt }: PartProps) => {
  const t = useWords()
  const set = (patch: Partial<typeof form>) => change({ form: { ...form, ...patch } })
  const { min_age, max_age, ...rest } = form
  const age = (which: 'min_age' | 'max_age', value: number | null) =>
    change({
      form: {
        ...rest,
        ...(min_age === undefined ? {} : { min_age }),
        ...(max_age === undefined ? {} : { max_age }),
        [which]: value ?? undefined,
      },
    })
  return (
    <Card title={t(eventWords.form)}>
      <div className="grid gap-4">
        <FieldSet label={t(eventWords.idtypes)} error={errorAt('form.idtypes')}>
          <div className="flex flex-wrap gap-x-6">
            {documentTypes.map((type) => (
              <Checkbox
                key={type}
                checked={form.idtypes.includes(type)}
                onChange={(event) =>
                  set({
                    idtypes: documentTypes.filter((one) =>
                      one === type ? event.target.checked : form.idtypes.includes(one),
                    ),
                  })
                }
              >
                {t(eventWords[`doc_${type}`])}
              </Checkbox>
            ))}
          </div>
        </FieldSet>
        <div className="grid grid-cols-2 gap-4">
          <NumberInput
            label={t(eventWords.min_age)}
            optional
            value={min_age ?? null}
            error={errorAt('form.min_age')}
            onChange={(value) => age('min_age', value)}
          />
          <NumberInput
            label={t(eventWords.max_age)}
            optional
            value={max_age ?? null}
            error={errorAt('form.max_age')}
            onChange={(value) => age('max_age', value)}
          />
        </div>
      </div>
    </Card>
  )
}
