import type { Text } from '#contract/words.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { call } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { type AnnouncementReader, consoleAnnouncementsReaders } from '../contract.ts'
import { messageOutcomeWords, words } from '../words.ts'

const read = (raceid: number, id: number, after: string | null) =>
  call(consoleAnnouncementsReaders, { raceid, id, limit: 20, ...(after === null ? {} : { after }) })

/** The readers of an announcement, with the outcome of each channel. */
export const Readers = ({ raceid, id, moving }: { raceid: number; id: number; moving: boolean }) => {
  const t = useWords()
  const { lang } = useLang()
  const list = usePages([consoleAnnouncementsReaders.path, raceid, id, lang], (after) => read(raceid, id, after), {
    refetchInterval: moving ? 5_000 : false,
  })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const outcomeText = (said: string | null) =>
    said === null
      ? t(words.none_sent)
      : t((messageOutcomeWords as Readonly<Record<string, Text>>)[said] ?? words.none_sent)
  const box = ({ outcome, read: isRead }: AnnouncementReader) =>
    t(outcome === null ? words.open : outcome === 'left' ? words.left : isRead ? words.read : words.unread)
  return (
    <div className="pt-4">
      {list.isPending ? <SkeletonCards count={2} className="h-12" /> : null}
      {list.error && !list.isFetchNextPageError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {items.length > 0 ? (
        <div role="region" aria-label={t(words.report)} tabIndex={0} className="overflow-x-auto">
          <table className="w-full min-w-[36rem] text-left text-14">
            <thead className="text-soft">
              <tr>
                {[words.name, words.event, words.in_box, words.sms, words.mail].map((label) => (
                  <th key={label.en} scope="col" className="py-2 pr-4 font-medium">
                    {t(label)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {items.map((one) => (
                <tr key={one.id}>
                  <th scope="row" className="py-2 pr-4 font-medium">
                    {one.name ?? one.id}
                  </th>
                  <td className="py-2 pr-4">{one.event}</td>
                  <td className="py-2 pr-4">{box(one)}</td>
                  <td className="py-2 pr-4">{outcomeText(one.text)}</td>
                  <td className="py-2 pr-4">{outcomeText(one.mail)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <MoreButton list={list}>{t(words.older)}</MoreButton>
    </div>
  )
}
