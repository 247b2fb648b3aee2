import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Button } from '#ui/form/Button.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { words as kit } from '#ui/language/words.ts'
import { Facts } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import { consoleDesksWindows } from '../../figures/figures.contract.ts'
import { words } from './supervisor.words.ts'

/** Assigns each runner to the desk that serves the runner's bib, and shows how many runners each desk got. */
export const WindowsDialog = ({ raceid, onClose }: { raceid: number; onClose: () => void }) => {
  const t = useWords()
  const assign = useCall(consoleDesksWindows)
  const people = (n: number) => t(words.people, { n: countText(n) })
  const { data } = assign
  if (data)
    return (
      <Dialog
        open
        title={t(words.windows_done)}
        onClose={onClose}
        actions={
          <Button look="plain" onClick={onClose}>
            {t(kit.close)}
          </Button>
        }
      >
        <Facts
          rows={[
            ...data.desks.map(({ name, count }) => [name, people(count)] as const),
            [t(words.windows_without), people(data.without)],
          ]}
        />
      </Dialog>
    )
  return (
    <AskDialog
      title={t(words.windows_title)}
      action={t(words.windows)}
      busy={assign.isPending}
      refused={assign.error ?? undefined}
      onClose={onClose}
      onDo={() => assign.mutate({ raceid })}
    >
      <p>{t(words.windows_what)}</p>
    </AskDialog>
  )
}
