import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { useRaceId } from '#seam/console/useRace.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { BulkItem } from './BulkItem.tsx'
import { words } from './bulkDesk.words.ts'
import { useBulks } from './useBulks.ts'

export const BulkPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const bulks = useBulks(raceid, 50)
  const list = path.registrations({ raceid })
  return (
    <DeskPage title={t(words.title)} back={{ href: list, label: t(words.back) }}>
      {bulks.isPending ? <SkeletonCards /> : null}
      {bulks.error ? <ErrorState error={bulks.error} onRetry={() => void bulks.refetch()} /> : null}
      {bulks.data?.items.length === 0 ? (
        <Empty
          title={t(words.none)}
          description={t(words.none_text)}
          action={
            <ButtonLink look="plain" href={list}>
              {t(words.to_list)}
            </ButtonLink>
          }
        />
      ) : null}
      {bulks.data?.items.map((bulk) => (
        <BulkItem key={bulk.id} raceid={raceid} bulk={bulk} />
      ))}
    </DeskPage>
  )
}
