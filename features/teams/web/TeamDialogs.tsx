import { type ReactNode, useState } from 'react'
import type { Registration } from '#features/registrations/contract.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type Team, type TeamMember, teamMembers, teamPasswd, teamSave } from '../contract.ts'
import { type TeamDraft, checkTeam, teamLengths } from '../rules.ts'
import { TeamForm } from './TeamForm.tsx'
import { teamWords as words } from './team.words.ts'

export type OpenTeamDialog =
  | { what: 'join' | 'edit' | 'password' }
  | { what: 'leave' | 'remove' | 'captain'; member: TeamMember }
type Props = {
  dialog: OpenTeamDialog
  team: Team
  free: readonly Registration[]
  onClose: () => void
  onDone: () => void
}

/**
 * The dialogs that ask before a change of a team. A dialog stays open with its typed text until the change succeeds.
 */
export const TeamDialogs = ({ dialog, team, free, onClose, onDone }: Props) => {
  const t = useWords()
  const members = useCall(teamMembers)
  const passwd = useCall(teamPasswd)
  const [password, setPassword] = useState('')
  const [who, setWho] = useState(free[0]?._key ?? '')
  const { refused, doing } = useDoing(onClose, onDone)
  const [missing, setMissing] = useState<string>()
  const of = { raceid: team.raceid, teamid: team.id }
  const shell = (
    title: string,
    action: string,
    send: () => void,
    busy: boolean,
    body: ReactNode,
    look: 'strong' | 'danger' = 'strong',
  ) => (
    <AskDialog title={title} action={action} look={look} busy={busy} onClose={onClose} onDo={send}>
      {body}
      {refused && !refused.fields.password && refused.refusal !== 'team_password_wrong' ? (
        <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {refused.msg}
        </p>
      ) : null}
    </AskDialog>
  )
  const passwordError =
    missing ?? refused?.fields.password ?? (refused?.refusal === 'team_password_wrong' ? refused.msg : undefined)
  const passwordField = (label: string, hint: string) => (
    <TextInput
      label={label}
      hint={hint}
      value={password}
      error={passwordError}
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => {
        setMissing(undefined)
        setPassword(event.target.value)
      }}
    />
  )
  const checked = (send: () => void) => () => {
    const { password: wrong } = checkTeam({ password })
    if (wrong && (dialog.what === 'password' || password.trim() === '')) setMissing(t(wrong.message, wrong.values))
    else send()
  }

  if (dialog.what === 'edit') return <EditDialog team={team} onClose={onClose} onDone={onDone} />
  if (dialog.what === 'password')
    return shell(
      t(words.new_password),
      t(words.save),
      checked(
        () =>
          void doing(
            () => passwd.mutateAsync({ raceid: team.raceid, id: team.id, password }),
            t(words.password_changed),
          ),
      ),
      passwd.isPending,
      passwordField(t(words.password), t(words.new_password_how, { n: teamLengths.password.least })),
    )
  if (dialog.what === 'join')
    return shell(
      t(words.join),
      t(words.join),
      checked(
        () =>
          void doing(
            () => members.mutateAsync({ ...of, act: 'join', id: who, password }),
            t(words.joined, { name: team.name }),
          ),
      ),
      members.isPending,
      <>
        {free.length > 1 ? (
          <RadioCards
            name="who"
            label={t(words.join_as)}
            value={who}
            onChange={setWho}
            options={free.map((one) => ({ value: one._key, label: one.name, description: one.meta.event.name }))}
          />
        ) : null}
        {passwordField(t(words.password), t(words.join_how))}
      </>,
    )
  if (!('member' in dialog)) return null
  const { member } = dialog
  const { name } = member
  if (dialog.what === 'leave')
    return shell(
      t(words.leave),
      t(words.leave),
      () => void doing(() => members.mutateAsync({ ...of, act: 'leave', id: member._key! }), t(words.left)),
      members.isPending,
      <p>{team.members === 1 ? t(words.leave_last) : t(words.leave_sure, { name: team.name })}</p>,
      'danger',
    )
  if (dialog.what === 'remove')
    return shell(
      t(words.remove, { name }),
      t(words.remove, { name }),
      () =>
        void doing(
          () => members.mutateAsync({ ...of, act: 'remove', memberid: member.memberid }),
          t(words.removed, { name }),
        ),
      members.isPending,
      <p>{t(words.remove_sure, { name })}</p>,
      'danger',
    )
  return shell(
    t(words.hand_over, { name }),
    t(words.hand_over, { name }),
    () =>
      void doing(
        () => members.mutateAsync({ ...of, act: 'captain', memberid: member.memberid }),
        t(words.handed_over, { name }),
      ),
    members.isPending,
    <p>{t(words.hand_over_sure, { name })}</p>,
  )
}

/** Runs a change. Success closes the dialog; a refusal appears in the open dialog. */
const useDoing = (onClose: () => void, onDone: () => void) => {
  const [refused, setRefused] = useState<Refused>()
  const doing = async (work: () => Promise<unknown>, said: string) => {
    setRefused(undefined)
    try {
      await work()
      onClose()
      onDone()
      toastSuccess(said)
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return { refused, doing }
}

const EditDialog = ({ team, onClose, onDone }: Pick<Props, 'team' | 'onClose' | 'onDone'>) => {
  const t = useWords()
  const save = useCall(teamSave)
  const [draft, setDraft] = useState<Partial<TeamDraft>>({ name: team.name, profile: team.profile, cover: team.cover })
  const { refused, doing } = useDoing(onClose, onDone)
  return (
    <Dialog open wide onClose={onClose} title={t(words.edit)}>
      <div className="pb-2">
        <TeamForm
          raceid={team.raceid}
          fields={['name', 'profile', 'cover']}
          draft={draft}
          onChange={setDraft}
          refused={refused}
          busy={save.isPending}
          action={t(words.save)}
          onSend={() =>
            void doing(
              () =>
                save.mutateAsync({
                  raceid: team.raceid,
                  id: team.id,
                  name: draft.name ?? '',
                  profile: draft.profile ?? '',
                  cover: draft.cover ?? '',
                }),
              t(words.saved),
            )
          }
        />
      </div>
    </Dialog>
  )
}
