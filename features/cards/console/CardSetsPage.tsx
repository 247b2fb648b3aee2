import { Plus } from 'lucide-react'
import { useState } from 'react'
import { WinnersCard } from '#features/luckydraws/console/WinnersCard.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { type ConsoleSet, consoleCardsList } from '../contract.ts'
import { SetForm } from './SetForm.tsx'
import { setWords as words } from './sets.words.ts'

export const CardSetsPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const list = useAsk(consoleCardsList, { raceid }, { refetchInterval: 10_000 })
  const [edited, setEdited] = useState<ConsoleSet | 'new'>()
  return (
    <DeskPage
      title={t(words.title)}
      actions={
        <Button icon={<Plus className="size-5" aria-hidden />} onClick={() => setEdited('new')}>
          {t(words.write)}
        </Button>
      }
    >
      {list.isPending ? <SkeletonCards count={2} className="h-40" /> : null}
      {list.error ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data?.items.length === 0 ? <Empty title={t(words.none)} description={t(words.noneHow)} /> : null}
      {list.data?.items.map((set) => (
        <Card
          key={set.id}
          title={set.name}
          aside={
            <Chip tone={set.published_at ? 'success' : 'plain'}>
              {t(set.published_at ? words.published : words.draft)}
            </Chip>
          }
        >
          <p className="figures text-14 text-soft">{`${t(words.players, { n: set.players })} · ${t(words.gifts, { left: set.gift.left, pieces: set.gift.pieces })}`}</p>
          <ul className="my-3 grid gap-1 md:grid-cols-2">
            {set.kinds.map((kind) => (
              <li
                key={kind.card}
                className="figures"
              >{`${kind.icon} ${t(words.drawn, { name: kind.name, drawn: countText(kind.drawn), pieces: countText(kind.pieces) })}`}</li>
            ))}
          </ul>
          {set.published_at ? (
            <ButtonLink look="plain" href={`/cards?raceid=${raceid}`}>
              {t(words.page)}
            </ButtonLink>
          ) : (
            <Button look="plain" onClick={() => setEdited(set)}>
              {t(words.edit)}
            </Button>
          )}
        </Card>
      ))}
      <WinnersCard raceid={raceid} room="cards" />
      {edited ? (
        <SetForm
          raceid={raceid}
          set={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined)
            void list.refetch()
          }}
        />
      ) : null}
    </DeskPage>
  )
}
