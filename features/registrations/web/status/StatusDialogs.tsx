import { useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { askableFields, placeFields } from '#features/fields/lists.rules.ts'
import { labels, optionText } from '#features/fields/words.ts'
import { words as people } from '#features/people/words.ts'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Facts } from '#ui/layout/Card.tsx'
import { dateText } from '#ui/language/clock.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { words as kit } from '#ui/language/words.ts'
import { registrationDel, registrationDelay, registrationFetch } from '../../changes/changes.contract.ts'
import type { Registration } from '../../contract.ts'
import { answerIn, ownWords } from '../signup/asked.words.ts'
import { signUpWords } from '../signup/signUp.words.ts'
import { statusWords as words } from './status.words.ts'
import type { StatusActions } from './useStatusActions.ts'

type Props = { registration: Registration; doing: StatusActions; again: () => Promise<unknown> }

export const StatusDialogs = (props: Props) => (
  <>
    <DeleteDialog {...props} />
    <DelayDialog {...props} />
    <DetailsDialog {...props} />
  </>
)

const open = ({ dialog }: StatusActions, what: 'delete' | 'delay' | 'details'): boolean =>
  dialog?.as === 'do' && dialog.what === what
/** Loads every answer again after an action, because the action may have changed it. */
const useAfterwards = ({ doing, again }: Props) => {
  const queries = useQueryClient()
  return (said: string) => {
    toastSuccess(said)
    doing.close()
    void queries.invalidateQueries()
    void again()
  }
}

/** Asks for a final yes or no, and shows the consequences. The person types nothing. */
const Decision = ({
  title,
  points,
  yes,
  keep,
  danger,
  busy,
  error,
  opened,
  onYes,
  onClose,
}: {
  title: string
  points: readonly ReactNode[]
  yes: string
  keep: string
  danger?: boolean
  busy: boolean
  error: Refused | undefined
  opened: boolean
  onYes: () => void
  onClose: () => void
}) => (
  <Dialog
    open={opened}
    onClose={onClose}
    title={title}
    actions={
      <>
        <Button look="plain" onClick={onClose}>
          {keep}
        </Button>
        <Button look={danger ? 'danger' : 'strong'} busy={busy} onClick={onYes}>
          {yes}
        </Button>
      </>
    }
  >
    <ul className="grid gap-3 pb-2">
      {points.map((point, at) => (
        <li key={at} className="flex items-start gap-3 leading-6">
          <TriangleAlert
            className={`mt-0.5 size-5 shrink-0 ${danger ? 'text-danger-ink' : 'text-strong'}`}
            aria-hidden
          />
          <span>{point}</span>
        </li>
      ))}
    </ul>
    {error ? <FieldError>{error.msg}</FieldError> : null}
  </Dialog>
)

const DeleteDialog = (props: Props) => {
  const t = useWords()
  const { registration, doing } = props
  const del = useCall(registrationDel, { quiet: true })
  const afterwards = useAfterwards(props)
  const refunded = registration.status.paid === '2'
  const close = () => {
    del.reset()
    doing.close()
  }
  return (
    <Decision
      danger
      opened={open(doing, 'delete')}
      title={t(words.deleteTitle)}
      points={[
        t(refunded ? words.deleteRefunded : words.deleteLost, { event: registration.meta.event.name }),
        t(words.deleteOnce),
        ...(refunded && registration.state !== 'auditfail' ? [t(words.deleteNotAnew)] : [t(words.deleteAnew)]),
      ]}
      yes={t(words.deleteYes)}
      keep={t(words.keepIt)}
      busy={del.isPending}
      error={del.error ? refusedFrom(del.error) : undefined}
      onYes={() => del.mutate({ id: registration._key }, { onSuccess: () => afterwards(t(words.deletedToast)) })}
      onClose={close}
    />
  )
}

const DelayDialog = (props: Props) => {
  const t = useWords()
  const { registration, doing } = props
  const delay = useCall(registrationDelay, { quiet: true })
  const afterwards = useAfterwards(props)
  const close = () => {
    delay.reset()
    doing.close()
  }
  return (
    <Decision
      opened={open(doing, 'delay')}
      title={t(words.delayTitle)}
      points={[t(words.delayPlace, { event: registration.meta.event.name }), t(words.delayMoney), t(words.delayBack)]}
      yes={t(words.delayYes)}
      keep={t(words.keepIt)}
      busy={delay.isPending}
      error={delay.error ? refusedFrom(delay.error) : undefined}
      onYes={() => delay.mutate({ id: registration._key }, { onSuccess: () => afterwards(t(words.delayedToast)) })}
      onClose={close}
    />
  )
}

const DetailsDialog = ({ registration, doing }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const opened = open(doing, 'details')
  // The event's form has the names of its own fields. Without the form these fields are left out.
  const fetched = useAsk(registrationFetch, { id: registration._key }, { enabled: opened, quiet: true })
  const own = fetched.data?.event.form.fields.filter(({ label }) => label !== null) ?? []
  const picture = (address: string): ReactNode => (
    <a className="text-strong underline" href={address} target="_blank" rel="noreferrer">
      {t(ownWords.see)}
    </a>
  )
  const answerOf = (field: (typeof own)[number]): ReactNode => {
    const answer = registration.answers[field.name]
    return answer && (field.kind === 'file' ? picture(answer) : answerIn(field, answer, lang))
  }
  const unasked = fetched.data?.unasked ?? []
  const home = placeFields.map((name) => registration[name])
  const saidOf = (name: (typeof askableFields)[number]): string | null => {
    const held = registration[name]
    return held && t(optionText(name, held))
  }
  return (
    <Dialog
      open={opened}
      onClose={doing.close}
      title={t(words.details)}
      actions={
        <Button look="plain" onClick={doing.close}>
          {t(kit.close)}
        </Button>
      }
    >
      <Facts
        rows={[
          [t(words.name), registration.name],
          [t(signUpWords.idtype), t(people[registration.idtype])],
          [t(signUpWords.idnum), registration.idnum],
          [t(signUpWords.birth), dateText(registration.birth, lang, 'day')],
          [t(signUpWords.mobile), registration.mobile],
          ...askableFields.map((name) =>
            name === 'area'
              ? ([t(words.home), home.filter(Boolean).join(' ')] as const)
              : ([t(labels[name]), saidOf(name)] as const),
          ),
          ...own.map((field) => [field.label, answerOf(field)] as const),
          ...unasked.map((one) => [one.label, one.kind === 'file' ? picture(one.answer) : one.answer] as const),
        ]}
      />
    </Dialog>
  )
}
