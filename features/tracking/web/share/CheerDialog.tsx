import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { CheerForm, type CheeredRun } from './CheerForm.tsx'
import { words } from './share.words.ts'

export const CheerDialog = ({ run, onClose }: { run: CheeredRun; onClose: () => void }) => {
  const t = useWords()
  return (
    <Dialog open onClose={onClose} title={t(words.cheer)}>
      <div className="pb-2">
        <CheerForm run={run} onSent={onClose} />
      </div>
    </Dialog>
  )
}
