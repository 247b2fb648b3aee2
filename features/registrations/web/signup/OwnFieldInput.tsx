import { UserRound } from 'lucide-react'
import type { FormField } from '#features/events/contract.ts'
import { AGREED } from '#features/fields/own/answers.rules.ts'
import { chosenIn } from '#features/fields/own/conditions.rules.ts'
import { storUpload } from '#features/files/contract.ts'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { type FieldProps, FieldSet } from '#ui/form/Field.tsx'
import { PictureInput } from '#ui/form/files/PictureInput.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Stepper } from '#ui/layout/Stepper.tsx'
import { call } from '#ui/network/call.ts'
import type { AskedForm } from './useSignUp.ts'
import { ownWords as words } from './asked.words.ts'
import { valueOf } from './draft.ts'

type Props = { form: AskedForm; field: FormField } & FieldProps
/** The kinds that only an event's own fields have. */
export const ownKinds = ['number', 'choices', 'date', 'file', 'consent'] as const

export const OwnFieldInput = ({ form, field, ...common }: Props) => {
  const value = valueOf(form.draft, field.name)
  const set = (answer: string) => form.setField(field.name, answer)
  switch (field.kind) {
    case 'number':
      return (
        <Stepper
          {...common}
          value={Number(value) || Math.max(0, field.least ?? 0)}
          {...(field.least === null ? {} : { min: field.least })}
          {...(field.most === null ? {} : { max: field.most })}
          onChange={(n) => set(String(n))}
        />
      )
    case 'choices':
      return <Several {...common} field={field} value={value} onChange={set} />
    case 'consent':
      return <Agreement {...common} value={value} onChange={set} />
    case 'file':
      return <Upload {...common} form={form} value={value} onChange={set} />
    default:
      return (
        <TextInput
          {...common}
          type="date"
          {...(field.from === null ? {} : { min: field.from })}
          {...(field.until === null ? {} : { max: field.until })}
          value={value}
          onChange={(event) => set(event.target.value)}
          onBlur={() => form.leave(field.name)}
        />
      )
  }
}

type Valued = FieldProps & { value: string; onChange: (answer: string) => void }

const Several = ({ field, value, onChange, ...common }: Valued & { field: FormField }) => {
  const chosen = chosenIn(value)
  return (
    <FieldSet {...common}>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {field.options.map((option, at) => (
          <Checkbox
            key={option.value}
            checked={chosen.includes(option.value)}
            data-wrong={common.error && at === 0 ? true : undefined}
            onChange={(event) =>
              onChange(
                field.options
                  .map((one) => one.value)
                  .filter((one) => (one === option.value ? event.target.checked : chosen.includes(one)))
                  .join(','),
              )
            }
          >
            {option.label}
          </Checkbox>
        ))}
      </div>
    </FieldSet>
  )
}

const Agreement = ({ label, error, hint, value, onChange }: Valued) => (
  <div>
    <Checkbox
      checked={value === AGREED}
      error={error}
      onChange={(event) => onChange(event.target.checked ? AGREED : '')}
    >
      {label}
    </Checkbox>
    {hint ? <p className="pl-8 text-14 text-soft">{hint}</p> : null}
  </div>
)

const Upload = ({ form, value, onChange, ...common }: Valued & { form: AskedForm }) => {
  const t = useWords()
  const { event, account } = form
  const hint = common.hint ?? t(words.pictureHow)
  if (!event || !account.loggedIn)
    return (
      <FieldSet {...common} hint={hint}>
        <Button
          look="plain"
          data-wrong={common.error ? true : undefined}
          icon={<UserRound className="size-5" aria-hidden />}
          onClick={form.logIn}
        >
          {t(words.logIn)}
        </Button>
      </FieldSet>
    )
  return (
    <PictureInput
      {...common}
      hint={hint}
      value={value || undefined}
      onChange={(kept) => onChange(kept ?? '')}
      upload={(file, options) =>
        call(storUpload, { raceid: event.raceid, purpose: 'proof' }, { ...options, files: { file } })
      }
    />
  )
}
