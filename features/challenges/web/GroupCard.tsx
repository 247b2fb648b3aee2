import { useState } from 'react'
import { path } from '#seam/web/paths.ts'
import { LinkDialog } from '#ui/feedback/LinkDialog.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import { type ChallengeMine, challengesJoin } from '../contract.ts'
import { challengeWords as words } from './challenges.words.ts'

type Props = { mine: ChallengeMine; invited: string | undefined; onDone: () => void }
export const GroupCard = ({ mine, invited, onDone }: Props) => {
  const t = useWords()
  const change = useCall(challengesJoin, { quiet: true })
  const [name, setName] = useState('')
  const [inviting, setInviting] = useState(false)
  const { group, challenge } = mine
  const send = (given: { change: 'group' | 'leave'; name?: string; code?: string }) =>
    change.mutate({ raceid: challenge.raceid, id: challenge.id, ...given }, { onSuccess: onDone })
  const joins = invited !== undefined && invited !== group?.code
  return (
    <Card title={group ? group.name : t(words.group)}>
      <div className="grid gap-3">
        {joins ? (
          <div className="grid gap-3 rounded bg-info-tint p-4 text-info-ink">
            <p className="font-medium">{t(words.invited)}</p>
            <Button busy={change.isPending} onClick={() => send({ change: 'group', code: invited })}>
              {t(words.group_join)}
            </Button>
          </div>
        ) : null}
        {group ? (
          <>
            <p className="figures text-soft">{t(words.group_people, { n: group.people })}</p>
            <div className="flex flex-wrap gap-2">
              <Button look="plain" onClick={() => setInviting(true)}>
                {t(words.group_invite)}
              </Button>
              <Button look="quiet" busy={change.isPending} onClick={() => send({ change: 'leave' })}>
                {t(words.group_leave)}
              </Button>
            </div>
          </>
        ) : (
          <form
            noValidate
            className="grid gap-3"
            onSubmit={(event) => {
              event.preventDefault()
              send({ change: 'group', name })
            }}
          >
            <p className="text-14 text-soft">{t(words.group_how)}</p>
            <TextInput
              label={t(words.group_name)}
              value={name}
              maxLength={30}
              error={change.error?.fields.name}
              onChange={(event) => setName(event.target.value)}
            />
            <Button type="submit" look="plain" busy={change.isPending}>
              {t(words.group_make)}
            </Button>
          </form>
        )}
        {change.error && Object.keys(change.error.fields).length === 0 ? <Refusal refused={change.error} /> : null}
      </div>
      {inviting && group ? (
        <LinkDialog
          title={t(words.group_invite)}
          description={t(words.group_invite_how)}
          link={`${location.origin}${path.challenge({ id: challenge.id, group: group.code })}`}
          onClose={() => setInviting(false)}
        />
      ) : null}
    </Card>
  )
}
