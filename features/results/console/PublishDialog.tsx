import type { OutputOf } from '#contract/endpoint.ts'
import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Facts } from '#ui/layout/Card.tsx'
import { countText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type consoleResultsSheets, consoleResultsPublish } from '../contract.ts'
import { words } from './console.words.ts'

export type SheetListed = OutputOf<typeof consoleResultsSheets>['events'][number]
type Props = { raceid: number; sheet: SheetListed; onClose: () => void; onDone: () => void }

/**
 * Publishes an event's results or takes them back. Before that it shows the facts: the number of results with
 * registrations, without names, with doubts or with late changes, and the missing things; or that runners have seen
 * them.
 */
export const PublishDialog = ({ raceid, sheet, onClose, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const publish = useCall(consoleResultsPublish)
  const [refused, setRefused] = useState<Refused>()
  const published = sheet.published_at === null
  const off = published
    ? [
        sheet.registered > 0 && sheet.matched < sheet.results
          ? t(words.off_unmatched, { n: countText(sheet.results - sheet.matched) })
          : undefined,
        sheet.nameless > 0 ? t(words.off_nameless, { n: countText(sheet.nameless) }) : undefined,
        sheet.doubtful > 0 ? t(words.off_doubtful, { n: countText(sheet.doubtful) }) : undefined,
      ].filter((line) => line !== undefined)
    : []
  const title = published ? (off.length > 0 ? words.publish_anyway : words.publish) : words.take_back
  const show = async () => {
    setRefused(undefined)
    try {
      await publish.mutateAsync({ raceid, eventid: sheet.id, published })
      toastSuccess(t(published ? words.published_now : words.taken_back))
      onDone()
      onClose()
    } catch (thrown) {
      setRefused(refusedFrom(thrown, lang))
    }
  }
  return (
    <AskDialog
      title={`${t(published ? words.publish : words.take_back)} · ${sheet.name}`}
      action={t(title)}
      look={published ? 'strong' : 'danger'}
      busy={publish.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void show()}
    >
      {published ? (
        <>
          <Facts
            rows={[
              [t(words.results), countText(sheet.results)],
              [t(words.fact_matched), countText(sheet.matched)],
              [t(words.fact_nameless), countText(sheet.nameless)],
              [t(words.fact_doubtful), countText(sheet.doubtful)],
              [t(words.fact_changed), countText(sheet.changed)],
            ]}
          />
          {off.length > 0 ? (
            <div className="grid gap-1 rounded bg-warning-tint px-4 py-3 text-warning-ink" role="alert">
              {off.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </div>
          ) : null}
        </>
      ) : (
        <p>{t(words.take_back_text)}</p>
      )}
    </AskDialog>
  )
}
