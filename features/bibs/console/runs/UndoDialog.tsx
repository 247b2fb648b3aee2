import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { words as kit } from '#ui/language/words.ts'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { consoleBibsUndo } from '../../runs/runs.contract.ts'
import { runWords } from '../../runs/runs.words.ts'
import { ChangesShown } from './ChangesShown.tsx'

type Props = { raceid: number; id: number; onClose: () => void; onDone: () => void }
/** The dialog before a run is undone. It shows who gets a former bib back, and how many keep the present bib. */
export const UndoDialog = ({ raceid, id, onClose, onDone }: Props) => {
  const t = useWords()
  const preview = useAsk(consoleBibsUndo, { raceid, id, dry: true }, { quiet: true, staleTime: 0 })
  const undo = useCall(consoleBibsUndo)
  const go = async () => {
    const { back } = await undo.mutateAsync({ raceid, id, dry: false })
    toastSuccess(t(runWords.undo_done, { n: countText(back) }))
    onDone()
  }
  const { data } = preview
  return (
    <AskDialog
      wide
      title={t(runWords.undo_title)}
      action={t(runWords.undo)}
      look="danger"
      busy={undo.isPending || preview.isLoading}
      disabledReason={
        data?.back === 0 ? t(runWords.undo_nobody) : preview.error && !data ? t(kit.failed_title) : undefined
      }
      refused={undo.error ?? undefined}
      onClose={onClose}
      onDo={() => (data && data.back > 0 ? void go().catch(() => undefined) : undefined)}
    >
      {preview.isPending ? <Skeleton lines={3} className="h-10" /> : null}
      {preview.error ? <ErrorState error={preview.error} onRetry={() => void preview.refetch()} /> : null}
      {data ? (
        <ChangesShown
          said={t(runWords.undo_back, { n: countText(data.back) })}
          sample={data.sample}
          count={data.back}
          warnings={[
            ...(data.left > 0 ? [t(runWords.undo_left, { n: countText(data.left) })] : []),
            ...(data.shown > 0 ? [t(runWords.shown, { n: countText(data.shown) })] : []),
            ...(data.printed > 0 ? [t(runWords.printed, { n: countText(data.printed) })] : []),
          ]}
        />
      ) : null}
    </AskDialog>
  )
}
