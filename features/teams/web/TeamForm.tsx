import { type FormEvent, useRef, useState } from 'react'
import type { TeamDraft, TeamField } from '../rules.ts'
import { checkTeam, teamLengths } from '../rules.ts'
import { storUpload } from '#features/files/contract.ts'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, call } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { PictureInput } from '#ui/form/files/PictureInput.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { teamWords as words } from './team.words.ts'

type Props = {
  raceid: number
  draft: Partial<TeamDraft>
  onChange: (draft: Partial<TeamDraft>) => void
  /** The fields that the form shows. The form of an existing team does not show the password. */
  fields: readonly TeamField[]
  refused: Refused | undefined
  busy: boolean
  action: string
  onSend: () => void
}

/**
 * The form of a team, to found or to edit it. A wrong field shows the reason below, and the first wrong field gets the
 * focus.
 */
export const TeamForm = ({ raceid, draft, onChange, fields, refused, busy, action, onSend }: Props) => {
  const t = useWords()
  const form = useRef<HTMLFormElement>(null)
  const [tried, setTried] = useState(false)
  const shown = Object.fromEntries(fields.map((field) => [field, draft[field] ?? ''])) as Partial<TeamDraft>
  const mistakes = checkTeam(shown)
  const errorAt = (field: TeamField) =>
    tried && mistakes[field] ? t(mistakes[field].message, mistakes[field].values) : refused?.fields[field]
  const change = (patch: Partial<TeamDraft>) => onChange({ ...draft, ...patch })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(mistakes).length === 0) return onSend()
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  const other = refused && Object.keys(refused.fields).length === 0 ? refused.msg : undefined
  return (
    <form ref={form} onSubmit={send} noValidate className="grid gap-5">
      {fields.includes('name') ? (
        <TextInput
          label={t(words.name)}
          value={draft.name ?? ''}
          error={errorAt('name')}
          maxLength={teamLengths.name.most * 2}
          onChange={(event) => change({ name: event.target.value })}
        />
      ) : null}
      {fields.includes('profile') ? (
        <TextArea
          label={t(words.profile)}
          hint={t(words.profile_hint)}
          value={draft.profile ?? ''}
          error={errorAt('profile')}
          rows={3}
          onChange={(event) => change({ profile: event.target.value })}
        />
      ) : null}
      {fields.includes('cover') ? (
        <PictureInput
          label={t(words.cover)}
          value={draft.cover || undefined}
          error={errorAt('cover')}
          ratio="2 / 1"
          upload={(file, options) => call(storUpload, { raceid, purpose: 'cover' }, { ...options, files: { file } })}
          onChange={(path) => change({ cover: path ?? '' })}
        />
      ) : null}
      {fields.includes('password') ? (
        <TextInput
          label={t(words.password)}
          hint={t(words.password_hint, { n: teamLengths.password.least })}
          value={draft.password ?? ''}
          error={errorAt('password')}
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => change({ password: event.target.value })}
        />
      ) : null}
      {other ? (
        <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {other}
        </p>
      ) : null}
      <Button type="submit" wide busy={busy}>
        {action}
      </Button>
    </form>
  )
}
