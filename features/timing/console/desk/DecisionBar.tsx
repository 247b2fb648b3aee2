import { useState } from 'react'
import type { DeskRow } from '#features/results/desk/desk.contract.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { consoleTimingCorrect } from '../../corrections/corrections.contract.ts'
import { doubtTexts } from '../console.words.ts'
import { decisionWords } from './decision.words.ts'
import { deskWords as words } from './desk.words.ts'

type Deciding = { kind: 'name' } | { kind: 'doubt'; word: string; says: string }
type Props = { raceid: number; row: DeskRow; onDone: () => void }
/** Lets staff hide a runner's name or settle a doubt. Staff can undo both decisions in the list of corrections. */
export const DecisionBar = ({ raceid, row, onDone }: Props) => {
  const t = useWords()
  const [deciding, setDeciding] = useState<Deciding>()
  const sentence = ({ word, says }: DeskRow['doubts'][number]) =>
    says ?? (word in doubtTexts ? t(doubtTexts[word as keyof typeof doubtTexts]) : word)
  return (
    <>
      {row.doubts.map((doubt) => (
        <Button
          key={doubt.word}
          look="plain"
          onClick={() => setDeciding({ kind: 'doubt', word: doubt.word, says: sentence(doubt) })}
        >
          {`${t(decisionWords.settle)} · ${sentence(doubt)}`}
        </Button>
      ))}
      {row.hidden === null ? (
        <Button look="quiet" onClick={() => setDeciding({ kind: 'name' })}>
          {t(decisionWords.hide)}
        </Button>
      ) : null}
      {deciding ? (
        <DecideDialog
          raceid={raceid}
          row={row}
          deciding={deciding}
          onClose={() => setDeciding(undefined)}
          onDone={onDone}
        />
      ) : null}
    </>
  )
}

const DecideDialog = ({
  raceid,
  row,
  deciding,
  onClose,
  onDone,
}: Props & { deciding: Deciding; onClose: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const send = useCall(consoleTimingCorrect)
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const hides = deciding.kind === 'name'
  const decide = async () => {
    setRefused(undefined)
    try {
      await send.mutateAsync({
        raceid,
        eventid: row.eventid,
        bib: row.bib,
        change: hides ? { kind: 'name', hidden: true } : { kind: 'doubt', doubt: deciding.word },
        reason,
      })
      toastSuccess(t(words.done))
      onDone()
      onClose()
    } catch (thrown) {
      setRefused(refusedFrom(thrown, lang))
    }
  }
  return (
    <AskDialog
      title={`${t(hides ? decisionWords.hide : decisionWords.settle)} · ${row.bib}`}
      action={t(hides ? decisionWords.hide : decisionWords.settle)}
      busy={send.isPending}
      disabledReason={reason.trim() === '' ? t(words.reason_missing) : undefined}
      refused={refused}
      onClose={onClose}
      onDo={() => void decide()}
    >
      {hides ? null : <p className="font-medium">{deciding.says}</p>}
      <p className="text-soft">{t(hides ? decisionWords.hide_text : decisionWords.settle_text)}</p>
      <TextInput
        label={t(words.reason)}
        value={reason}
        maxLength={300}
        error={refused?.fields.reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </AskDialog>
  )
}
