import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { type Overview, consoleOverviewShow } from '#features/overview/contract.ts'
import { words } from '#features/overview/words.ts'
import { Button } from '#ui/form/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { call } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import type { RaceEdited } from '../contract.ts'
import { deadEntries } from './menuPages.ts'

type Open = NonNullable<Overview['checks']>

/** What of the list before publishing is not in order, menu entries without a page among it. */
const openChecks = async (draft: RaceEdited): Promise<Open> => {
  const { checks } = await call(consoleOverviewShow, { raceid: draft.id })
  const dead = deadEntries(draft.menu)
  return [
    // What is typed and not saved yet counts: the picture is judged as it will be.
    ...(checks ?? []).filter(({ check, ok }) => !ok && !(check === 'picture' && draft.header)),
    ...(dead.length > 0 ? [{ check: 'menu' as const, ok: false, of: dead }] : []),
  ]
}

/** A race that becomes public with something missing is asked about, once, with what is missing. */
export const usePublishing = (race: RaceEdited, draft: RaceEdited) => {
  const t = useWords()
  const [asked, setAsked] = useState<{ open: Open; goOn: () => void }>()
  return {
    ask: async (goOn: () => void) => {
      const open = draft.published && !race.published ? await openChecks(draft).catch(() => []) : []
      if (open.length === 0) goOn()
      else setAsked({ open, goOn })
    },
    dialog: (
      <Dialog
        open={asked !== undefined}
        title={t(words.publish_title, { n: asked?.open.length ?? 0 })}
        onClose={() => setAsked(undefined)}
        actions={
          <>
            <Button
              look="plain"
              onClick={() => {
                asked?.goOn()
                setAsked(undefined)
              }}
            >
              {t(words.publish_anyway)}
            </Button>
            <Button onClick={() => setAsked(undefined)}>{t(words.publish_later)}</Button>
          </>
        }
      >
        <ul className="grid gap-2 pb-2">
          {asked?.open.map(({ check, of }) => (
            <li key={check} className="flex items-start gap-2">
              <CircleAlert className="mt-0.5 size-5 shrink-0 text-warning-solid" aria-hidden />
              <span>
                {t(words.check[check])}
                {of.length > 0 ? <span className="text-soft">: {of.join(t(words.comma))}</span> : null}
              </span>
            </li>
          ))}
        </ul>
      </Dialog>
    ),
  }
}
