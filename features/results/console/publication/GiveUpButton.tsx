import { Button } from '#ui/form/Button.tsx'
import { toastError, toastSuccess } from '#ui/feedback/Toast.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { refusedFrom, useCall } from '#ui/network/call.ts'
import { consoleResultsSchedule } from '../../publication/publication.contract.ts'
import { publishWords as words } from './publish.words.ts'

type Props = { raceid: number; eventid: number; onDone: () => void }
/** A button that cancels a planned publication. */
export const GiveUpButton = ({ raceid, eventid, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const arrange = useCall(consoleResultsSchedule)
  const giveUp = async () => {
    try {
      await arrange.mutateAsync({ raceid, eventid })
      toastSuccess(t(words.given_up))
    } catch (thrown) {
      toastError(refusedFrom(thrown, lang).msg)
    } finally {
      onDone()
    }
  }
  return (
    <Button look="quiet" busy={arrange.isPending} onClick={() => void giveUp()}>
      {t(words.give_up)}
    </Button>
  )
}
