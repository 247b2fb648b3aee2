import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { addressOfCheck } from '#features/overview/console/checkPlaces.ts'
import { type Overview, consoleOverviewShow } from '#features/overview/contract.ts'
import { words } from '#features/overview/words.ts'
import { Button } from '#ui/form/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { call } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import type { RaceEdited } from '../contract.ts'
import { deadEntries } from './menuPages.ts'
import { serverNow } from '#ui/network/serverClock.ts'

type Open = NonNullable<Overview['checks']>

/**
 * Tells whether the draft passes a check that the stored race fails. The race is published with the unsaved values of
 * the draft.
 */
const readyInDraft = (draft: RaceEdited, check: Open[number]['check']): boolean =>
  (check === 'picture' && Boolean(draft.header)) ||
  (check === 'disclaimer' && Object.values(draft.settings.consents.disclaimer?.body ?? {}).some((said) => said?.trim()))

/**
 * Lists the checks that the draft of a race fails. A menu entry that leads to no page also counts as a failed check.
 */
const openChecks = async (draft: RaceEdited): Promise<Open> => {
  const { checks } = await call(consoleOverviewShow, { raceid: draft.id })
  const dead = deadEntries(draft.menu)
  return [
    ...(checks ?? []).filter(({ check, ok }) => !ok && !readyInDraft(draft, check)),
    ...(dead.length > 0 ? [{ check: 'menu' as const, ok: false, of: dead }] : []),
  ]
}

/**
 * Tells whether sign-up needs the part that this check looks for. The server does not publish a race without such a
 * part. For other missing parts the page only asks.
 */
const isNeeded = (draft: RaceEdited, check: Open[number]['check']): boolean => {
  if (Date.parse(draft.time) < serverNow()) return false
  return check === 'events' || check === 'disclaimer' || (check === 'channel' && !draft.settings.orders_url)
}

/**
 * Checks a race before it becomes public. If nobody could sign up for the race, the page refuses and names the missing
 * parts. For other missing parts the page asks once.
 */
export const usePublishing = (race: RaceEdited, draft: RaceEdited) => {
  const t = useWords()
  const [question, setQuestion] = useState<{ open: Open; goOn: (free: boolean) => void }>()
  const close = () => setQuestion(undefined)
  const needed = question?.open.filter(({ check }) => isNeeded(draft, check)) ?? []
  const others = question?.open.filter(({ check }) => !isNeeded(draft, check)) ?? []
  return {
    /**
     * Checks a race that is to be published, and continues if nothing is missing. Otherwise the dialog opens. `free` is
     * true if the person confirmed that the events without a fee are free.
     */
    ask: async (goOn: (free: boolean) => void) => {
      const open = draft.published && !race.published ? await openChecks(draft).catch(() => []) : []
      if (open.length === 0) goOn(false)
      else setQuestion({ open, goOn })
    },
    dialog: (
      <Dialog
        open={question !== undefined}
        title={needed.length > 0 ? t(words.publish_not) : t(words.publish_title, { n: others.length })}
        onClose={close}
        actions={
          <>
            {needed.length > 0 ? null : (
              <Button
                look="plain"
                onClick={() => {
                  question?.goOn(others.some(({ check }) => check === 'price'))
                  close()
                }}
              >
                {t(words.publish_anyway)}
              </Button>
            )}
            <Button onClick={close}>{t(words.publish_later)}</Button>
          </>
        }
      >
        <div className="grid gap-3 pb-2">
          {needed.length > 0 ? <p>{t(words.publish_not_says)}</p> : null}
          {needed.length > 0 ? <Missing raceid={race.id} open={needed} onLeave={close} /> : null}
          {needed.length > 0 && others.length > 0 ? <p className="text-soft">{t(words.publish_also)}</p> : null}
          <Missing raceid={race.id} open={others} onLeave={close} />
        </div>
      </Dialog>
    ),
  }
}

const Missing = ({ raceid, open, onLeave }: { raceid: number; open: Open; onLeave: () => void }) => {
  const t = useWords()
  return (
    <ul className="grid gap-2">
      {open.map(({ check, of }) => {
        const to = addressOfCheck(check, raceid)
        return (
          <li key={check} className="flex items-start gap-2">
            <CircleAlert className="mt-0.5 size-5 shrink-0 text-warning-solid" aria-hidden />
            <span className="min-w-0 flex-1">
              {t(words.check[check])}
              {of.length > 0 ? <span className="text-soft">: {of.join(t(words.comma))}</span> : null}
            </span>
            {to && new URL(to, location.href).pathname !== location.pathname ? (
              <Link href={to} onClick={onLeave} className="shrink-0 text-strong hover:underline">
                {t(words.set)}
                <span className="sr-only"> {t(words.check[check])}</span>
              </Link>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
