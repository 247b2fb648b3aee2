import { Plus } from 'lucide-react'
import { useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import {
  type ConsoleDraw,
  consoleLuckydrawsClose,
  consoleLuckydrawsList,
  consoleLuckydrawsPublish,
} from '../console.contract.ts'
import { DrawForm } from './DrawForm.tsx'
import { StageControl } from './StageControl.tsx'
import { WinnersCard } from './WinnersCard.tsx'
import { consoleWords as words } from './draws.words.ts'

const tones = { draft: 'plain', published: 'success', frozen: 'info', seeded: 'info', closed: 'plain' } as const

export const LuckydrawsPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const list = useAsk(consoleLuckydrawsList, { raceid }, { refetchInterval: 5_000 })
  const [edited, setEdited] = useState<ConsoleDraw | 'new'>()
  const again = () => void list.refetch()
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
      {list.error ? <ErrorState error={list.error} onRetry={again} /> : null}
      {list.data?.items.length === 0 ? <Empty title={t(words.none)} description={t(words.noneHow)} /> : null}
      {list.data?.items.map((draw) => (
        <DrawCard key={draw.id} raceid={raceid} draw={draw} again={again} onEdit={() => setEdited(draw)} />
      ))}
      <WinnersCard raceid={raceid} />
      {edited ? (
        <DrawForm
          raceid={raceid}
          draw={edited === 'new' ? undefined : edited}
          zone={list.data?.zone}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined)
            again()
          }}
        />
      ) : null}
    </DeskPage>
  )
}

type Step = 'publish' | 'close'
const DrawCard = ({
  raceid,
  draw,
  again,
  onEdit,
}: {
  raceid: number
  draw: ConsoleDraw
  again: () => void
  onEdit: () => void
}) => {
  const t = useWords()
  const [asking, setAsking] = useState<Step>()
  const [refused, setRefused] = useState<Refused>()
  const publish = useCall(consoleLuckydrawsPublish, { quiet: true })
  const close = useCall(consoleLuckydrawsClose, { quiet: true })
  const run = async () => {
    try {
      await (asking === 'publish' ? publish : close).mutateAsync({ raceid, id: draw.id })
      setAsking(undefined)
      setRefused(undefined)
      toastSuccess(t(words.saved))
      again()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <Card title={draw.name} aside={<Chip tone={tones[draw.state]}>{t(words[draw.state])}</Chip>}>
      <p className="text-14 text-soft">
        {[t(words[draw.kind]), draw.kind === 'stage' ? '' : t(words.tries, { n: draw.tries })]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <ul className="my-3 grid gap-1">
        {draw.gifts.map((gift) => (
          <li key={gift.gift} className="figures">
            {`${gift.icon} ${t(words.won, { name: gift.name, won: gift.won, pieces: gift.pieces })}`}
          </li>
        ))}
      </ul>
      {draw.promise ? (
        <p className="figures break-all text-14 text-soft">{`${t(words.promise)} ${draw.promise}`}</p>
      ) : null}
      {draw.seed ? <p className="figures break-all text-14 text-soft">{`${t(words.seed)} ${draw.seed}`}</p> : null}
      <div className="mt-4 flex flex-wrap gap-3">
        {draw.state === 'draft' ? (
          <>
            <Button look="plain" onClick={onEdit}>
              {t(words.edit)}
            </Button>
            <Button onClick={() => setAsking('publish')}>{t(words.publish)}</Button>
          </>
        ) : (
          <ButtonLink look="plain" href={`/luckydraw?raceid=${raceid}&id=${draw.id}`}>
            {t(words.page)}
          </ButtonLink>
        )}
        {draw.state === 'published' || draw.state === 'seeded' ? (
          <Button look="danger" onClick={() => setAsking('close')}>
            {t(words.close)}
          </Button>
        ) : null}
      </div>
      {draw.stage && draw.state !== 'draft' ? (
        <StageControl raceid={raceid} draw={draw} stage={draw.stage} again={again} />
      ) : null}
      {asking ? (
        <AskDialog
          open
          title={t(words[asking])}
          action={t(words[asking])}
          busy={publish.isPending || close.isPending}
          refused={refused}
          onClose={() => setAsking(undefined)}
          onDo={() => void run()}
        >
          <p>{t(asking === 'publish' ? words.publishSure : words.closeSure)}</p>
        </AskDialog>
      ) : null}
    </Card>
  )
}
