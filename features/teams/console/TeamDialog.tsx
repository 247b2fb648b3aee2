import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type TeamLine, consoleTeamsMembers, consoleTeamsRemove, consoleTeamsSave } from '../contract.ts'
import { deskWords as words } from './desk.words.ts'

/** The dialog in which the race's staff rename or dissolve a team, or remove a member. */
export const TeamDialog = ({ team, onClose, onDone }: { team: TeamLine; onClose: () => void; onDone: () => void }) => {
  const t = useWords()
  const { raceid, id } = team
  const members = useAsk(consoleTeamsMembers, { raceid, id })
  const save = useCall(consoleTeamsSave)
  const remove = useCall(consoleTeamsRemove)
  const [name, setName] = useState(team.name)
  const [profile, setProfile] = useState(team.profile)
  const [sure, setSure] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const doing = async (work: () => Promise<unknown>, said: string, then: () => void) => {
    setRefused(undefined)
    try {
      await work()
      onDone()
      then()
      toastSuccess(said)
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const keep = { raceid, id, name: team.name, profile: team.profile }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={team.name}
      actions={
        sure ? (
          <Button
            look="danger"
            busy={remove.isPending}
            onClick={() => void doing(() => remove.mutateAsync({ raceid, id }), t(words.dissolved), onClose)}
          >
            {t(words.dissolve)}
          </Button>
        ) : (
          <>
            <Button look="danger" onClick={() => setSure(true)}>
              {t(words.dissolve)}
            </Button>
            <Button
              busy={save.isPending}
              onClick={() => void doing(() => save.mutateAsync({ raceid, id, name, profile }), t(words.saved), onClose)}
            >
              {t(words.save)}
            </Button>
          </>
        )
      }
    >
      {sure ? (
        <p>{t(words.dissolve_sure, { name: team.name })}</p>
      ) : (
        <div className="grid gap-4">
          <TextInput
            label={t(words.name)}
            value={name}
            error={refused?.fields.name}
            maxLength={40}
            onChange={(event) => setName(event.target.value)}
          />
          <TextArea
            label={t(words.profile)}
            value={profile}
            error={refused?.fields.profile}
            rows={3}
            onChange={(event) => setProfile(event.target.value)}
          />
          <section>
            <h3 className="text-14 font-medium">{t(words.members)}</h3>
            {members.isPending ? <Skeleton lines={3} /> : null}
            {members.error ? <ErrorState error={members.error} onRetry={() => void members.refetch()} /> : null}
            <ul className="divide-y divide-line">
              {members.data?.items.map((member) => (
                <li key={member.memberid} className="flex min-h-14 items-center gap-3">
                  <span className="min-w-0 flex-1 truncate">
                    <span className="font-medium">{member.name}</span>{' '}
                    <span className="text-14 text-soft">{member.event}</span>
                  </span>
                  {member.captain ? <Chip tone="race">{t(words.captain)}</Chip> : null}
                  <IconButton
                    label={t(words.take_out, { name: member.name })}
                    onClick={() =>
                      void doing(
                        () => save.mutateAsync({ ...keep, remove_member: member.memberid }),
                        t(words.saved),
                        () => void members.refetch(),
                      )
                    }
                  >
                    <UserMinus className="size-5" aria-hidden />
                  </IconButton>
                </li>
              ))}
            </ul>
          </section>
        </div>
      )}
      <Refusal refused={refused} className="mt-3" />
    </Dialog>
  )
}
