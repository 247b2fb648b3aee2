import { useMe } from '#features/staff/console/useMe.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Button } from '#ui/form/Button.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import type { Consequence } from '../consequences.rules.ts'
import { consequenceWords as words } from './consequence.words.ts'

type Props = {
  raceid: number
  zone: string
  taken: number
  /** The changes to confirm. Without a change the dialog is closed. */
  changes: readonly Consequence[]
  busy: boolean
  onClose: () => void
  onSave: () => void
  /** Saves the event, and then opens the page on which staff write announcements. */
  onTell: () => void
}
/** Shows the effect of a change on people who have signed up, before the change is saved. */
export const Consequences = ({ raceid, zone, taken, changes, busy, onClose, onSave, onTell }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const { may } = useMe(raceid)
  const moment = (at: string | null) => (at === null ? t(words.none) : dateText(at, lang, 'minute', zone))
  const lineOf = (change: Consequence): string => {
    switch (change.what) {
      case 'price':
        return t(words.price, { before: money(change.before, lang), after: money(change.after, lang) })
      case 'start':
        return t(words.start, { before: moment(change.before), after: moment(change.after) })
      default:
        return t(words[change.what], { before: countText(change.before), after: countText(change.after), taken })
    }
  }
  return (
    <Dialog
      open={changes.length > 0}
      title={t(words.title)}
      onClose={onClose}
      actions={
        <>
          <Button look={may('notices.edit') ? 'plain' : 'strong'} busy={busy} onClick={onSave}>
            {t(words.save)}
          </Button>
          {may('notices.edit') ? (
            <Button busy={busy} onClick={onTell}>
              {t(words.tell)}
            </Button>
          ) : null}
        </>
      }
    >
      <ul className="grid gap-2 pb-2">
        {changes.map((change) => (
          <li key={change.what}>{lineOf(change)}</li>
        ))}
      </ul>
      <p className="pb-2 text-14 text-soft">{t(words.note)}</p>
    </Dialog>
  )
}
