import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { askableFields } from '#features/fields/lists.rules.ts'
import { fields as listed } from '#features/fields/fields.rules.ts'
import { labels } from '#features/fields/words.ts'
import { CountrySelect } from '#features/people/web/CountrySelect.tsx'
import { words as people } from '#features/people/words.ts'
import type { FormField } from '#features/events/contract.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import type { Opened, RegistrationFile } from '../../changes/changes.contract.ts'
import { consoleRegistrationsCorrect, consoleRegistrationsForm } from '../../correct/correct.contract.ts'
import { words as desk } from '../desk.words.ts'
import { words } from './correct.words.ts'

type Held = Readonly<Record<string, string | null | undefined>>
type Typing = {
  held: Held
  masks: Held
  typed: Readonly<Record<string, string>>
  refused: Refused | undefined
  type: (name: string, value: string) => void
}

/**
 * Tells whether a field is sealed and nobody has opened it. If such a field stays empty in the form, its value does not
 * change.
 */
const isUnread = (held: Held, name: string): boolean =>
  name in listed && listed[name as keyof typeof listed].sealed !== null && held[name] === undefined

/** Lets staff correct the values of a registration. Sealed values stay hidden unless somebody opened them before. */
export const CorrectDialog = (props: {
  raceid: number
  file: RegistrationFile
  opened: Opened | undefined
  onClose: () => void
}) => {
  const { raceid, file, opened, onClose } = props
  const t = useWords()
  const queries = useQueryClient()
  const { registration } = file
  const form = useAsk(consoleRegistrationsForm, { raceid, id: registration.id })
  const correct = useCall(consoleRegistrationsCorrect, { quiet: true })
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [reason, setReason] = useState('')
  const [overrule, setOverrule] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const typing: Typing = {
    held: {
      ...registration,
      ...(opened ?? { idnum: undefined, birth: undefined, mobile: undefined }),
    } as unknown as Held,
    masks: { idnum: registration.idnum, mobile: registration.mobile },
    typed,
    refused,
    type: (name, value) => setTyped((before) => ({ ...before, [name]: value })),
  }
  const send = async () => {
    if (!form.data) return
    setRefused(undefined)
    const answers = Object.fromEntries(
      Object.entries(typed).flatMap(([name, value]) => (name.startsWith('answers.') ? [[name.slice(8), value]] : [])),
    )
    const given = Object.fromEntries(
      Object.entries(typed).filter(
        ([name, value]) => !name.startsWith('answers.') && !(value === '' && isUnread(typing.held, name)),
      ),
    )
    try {
      const { changed } = await correct.mutateAsync({
        raceid,
        id: registration.id,
        seen: form.data.seen,
        reason,
        overrule,
        ...given,
        ...(Object.keys(answers).length > 0 ? { answers } : {}),
      })
      toastSuccess(t(changed.length > 0 ? words.saved : words.nothing))
      onClose()
      void queries.invalidateQueries()
    } catch (thrown) {
      const refusal = refusedFrom(thrown)
      setRefused(refusal)
      if (refusal.refusal === 'changed_meanwhile') void queries.invalidateQueries()
    }
  }
  return (
    <AskDialog
      wide
      title={t(words.title, { name: registration.name })}
      action={t(words.save)}
      busy={correct.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void send()}
    >
      <p className="text-soft">{t(words.intro)}</p>
      {form.isPending ? <Skeleton lines={6} className="h-12" /> : null}
      {form.error ? <ErrorState error={form.error} onRetry={() => void form.refetch()} /> : null}
      {form.data ? (
        <>
          <IdentityFields typing={typing} idtypes={form.data.idtypes} />
          <OtherFields typing={typing} fields={form.data.fields} answers={form.data.answers} />
          {refused?.facts.overrulable ? (
            <Checkbox checked={overrule} onChange={(event) => setOverrule(event.target.checked)}>
              {t(words.overrule)}
            </Checkbox>
          ) : null}
          <TextInput
            label={t(words.reason)}
            value={reason}
            maxLength={200}
            error={refused?.fields.reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </>
      ) : null}
    </AskDialog>
  )
}

/**
 * One text field. At first it shows the present value. If the value is sealed and nobody has opened it, the field is
 * empty.
 */
const Written = ({
  typing,
  name,
  label,
  ...rest
}: {
  typing: Typing
  name: string
  label: string
  type?: string
  max?: number
}) => {
  const t = useWords()
  const { held, masks, typed, refused, type } = typing
  const unread = isUnread(held, name)
  const mask = masks[name]
  return (
    <TextInput
      label={label}
      type={rest.type ?? 'text'}
      value={typed[name] ?? (unread ? '' : (held[name] ?? ''))}
      maxLength={(rest.max ?? 100) + 4}
      hint={unread ? (mask ? t(words.sealed, { mask }) : t(words.sealed_kept)) : undefined}
      error={refused?.fields[name]}
      onChange={(event) => type(name, event.target.value)}
    />
  )
}

const grid = 'grid gap-4 md:grid-cols-2'

const IdentityFields = ({ typing, idtypes }: { typing: Typing; idtypes: readonly string[] }) => {
  const t = useWords()
  const { held, typed, refused, type } = typing
  const idtype = typed.idtype ?? held.idtype ?? ''
  const offered = [...new Set([...idtypes, ...(held.idtype ? [held.idtype] : [])])] as (
    | 'idcard'
    | 'hkpass'
    | 'other'
    | 'passport'
  )[]
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-bold">{t(words.who)}</legend>
      <div className={grid}>
        <Select
          label={t(labels.idtype)}
          value={idtype}
          error={refused?.fields.idtype}
          onChange={(event) => type('idtype', event.target.value)}
          options={offered.map((value) => ({ value, label: t(people[value]) }))}
        />
        <Written typing={typing} name="idnum" label={t(labels.idnum)} max={60} />
        {idtype === 'passport' ? (
          <CountrySelect
            value={typed.country ?? held.country ?? ''}
            error={refused?.fields.country}
            onChange={(country) => type('country', country)}
          />
        ) : null}
        <Written typing={typing} name="name" label={t(labels.name)} max={80} />
        <Select
          label={t(labels.gender)}
          value={typed.gender ?? held.gender ?? ''}
          error={refused?.fields.gender}
          onChange={(event) => type('gender', event.target.value)}
          options={[
            ...(held.gender ? [] : [{ value: '', label: '–' }]),
            { value: 'male', label: t(desk.male) },
            { value: 'female', label: t(desk.female) },
          ]}
        />
        <Written typing={typing} name="birth" label={t(labels.birth)} type="date" />
        <Written typing={typing} name="mobile" label={t(labels.mobile)} type="tel" max={30} />
      </div>
      {refused?.fields.guardian_name || refused?.fields.guardian_mobile ? (
        <div className={grid}>
          <Written typing={typing} name="guardian_name" label={t(desk.guardian)} max={80} />
          <Written typing={typing} name="guardian_mobile" label={t(desk.guardian_mobile)} type="tel" max={30} />
        </div>
      ) : null}
    </fieldset>
  )
}

const OtherFields = (props: {
  typing: Typing
  fields: readonly FormField[]
  answers: Readonly<Record<string, string>>
}) => {
  const { typing, fields, answers } = props
  const t = useWords()
  if (fields.length === 0) return null
  const inputFor = (field: FormField) => {
    const builtIn = askableFields.find((one) => one === field.name)
    if (field.kind === 'area')
      return (['province', 'city', 'area'] as const).map((name) => (
        <Written key={name} typing={typing} name={name} label={t(labels[name])} max={60} />
      ))
    const name = builtIn ?? `answers.${field.name}`
    const own: Typing = builtIn ? typing : { ...typing, held: { ...typing.held, [name]: answers[field.name] ?? '' } }
    const label = builtIn ? t(labels[builtIn]) : (field.label ?? field.name)
    return field.kind === 'choice' ? (
      <Chosen key={name} typing={own} name={name} label={label} field={field} />
    ) : (
      <Written key={name} typing={own} name={name} label={label} max={field.max} />
    )
  }
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-bold">{t(words.rest)}</legend>
      <div className={grid}>{fields.map(inputFor)}</div>
    </fieldset>
  )
}

const Chosen = ({ typing, name, label, field }: { typing: Typing; name: string; label: string; field: FormField }) => {
  const t = useWords()
  const { held, typed, refused, type } = typing
  const unread = name in listed && listed[name as keyof typeof listed].sealed !== null && held[name] === undefined
  const value = typed[name] ?? held[name] ?? ''
  const options = field.options.map((option) => ({ value: option.value, label: option.label }))
  return (
    <Select
      label={label}
      value={value}
      hint={unread ? t(words.sealed_kept) : undefined}
      error={refused?.fields[name]}
      onChange={(event) => type(name, event.target.value)}
      options={[
        { value: '', label: '–' },
        ...options,
        ...(value !== '' && options.every((option) => option.value !== value) ? [{ value, label: value }] : []),
      ]}
    />
  )
}
