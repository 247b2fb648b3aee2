import { ChevronRight, Plus } from 'lucide-react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { useRaceId } from '#seam/console/useRace.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Link } from '#ui/router/Link.tsx'
import { nameIn } from '#contract/words.ts'
import { consoleTrailsList } from '../console.contract.ts'
import { trailDeskWords as words } from './trailDesk.words.ts'

/** The trails of a race, drafts too. */
export const TrailsPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const raceid = useRaceId()
  const list = useAsk(consoleTrailsList, { raceid }, { staleTime: 0 })
  const add = (
    <ButtonLink href={path.trail({ raceid })} icon={<Plus className="size-5" aria-hidden />}>
      {t(words.add)}
    </ButtonLink>
  )
  return (
    <DeskPage title={t(words.title)} description={t(words.intro)} actions={add}>
      {list.isPending ? <SkeletonCards count={3} className="h-16" /> : null}
      {list.error ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data?.items.length === 0 ? <Empty title={t(words.none)} description={t(words.none_text)} /> : null}
      {list.data && list.data.items.length > 0 ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {list.data.items.map((trail) => (
              <li key={trail.id}>
                <Link
                  href={path.trail({ raceid, id: trail.id })}
                  className="flex min-h-16 items-center gap-4 px-4 hover:bg-tint md:px-6"
                >
                  <span className="min-w-0 flex-1">
                    <span className="block font-medium">{nameIn(lang, trail.name, trail.names)}</span>
                    <span className="figures block text-14 text-soft">
                      {t(words.points_n, { n: trail.points.length })}
                    </span>
                  </span>
                  <Chip tone={trail.published_at === null ? 'plain' : 'success'}>
                    {t(trail.published_at === null ? words.draft : words.shown)}
                  </Chip>
                  <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden />
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </DeskPage>
  )
}
