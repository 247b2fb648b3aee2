import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Registration } from '#features/registrations/contract.ts'
import { Card } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import { openDraft } from '#ui/form/unsaved/draft.ts'
import { useWords } from '#ui/language/lang.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { teamCreate } from '../contract.ts'
import type { TeamDraft } from '../rules.ts'
import { TeamForm } from './TeamForm.tsx'
import { teamWords as words } from './team.words.ts'

const fields = ['name', 'profile', 'cover', 'password'] as const

/** Founds a team with one's own registration. Typed text survives a reload; the password is kept only in this tab. */
export const FoundTeam = ({
  registration,
  onFounded,
}: {
  registration: Pick<Registration, '_key' | 'raceid'>
  onFounded: (id: number) => void
}) => {
  const t = useWords()
  const queries = useQueryClient()
  const kept = useMemo(() => openDraft<TeamDraft>('team', registration.raceid, ['password']), [registration.raceid])
  const [draft, setDraft] = useState<Partial<TeamDraft>>(kept.read)
  const create = useCall(teamCreate)
  const send = () =>
    create.mutate(
      {
        id: registration._key,
        name: draft.name ?? '',
        profile: draft.profile ?? '',
        cover: draft.cover ?? '',
        password: draft.password ?? '',
      },
      {
        onSuccess: ({ id }) => {
          kept.clear()
          toastSuccess(t(words.founded))
          void queries.invalidateQueries()
          onFounded(id)
        },
      },
    )
  return (
    <Card title={t(words.found)}>
      <p className="-mt-1 mb-5 text-soft">{t(words.found_how)}</p>
      <TeamForm
        raceid={registration.raceid}
        fields={fields}
        draft={draft}
        onChange={(next) => {
          setDraft(next)
          kept.write(next)
        }}
        refused={create.error ?? undefined}
        busy={create.isPending}
        action={t(words.found)}
        onSend={send}
      />
    </Card>
  )
}
