import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { nameIn } from '#contract/words.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRace, useRaceId } from '#seam/console/useRace.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { daysText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { dayIn } from '#contract/days.ts'
import { serverNow } from '#ui/network/serverClock.ts'
import { type ConsoleChallenge, consoleChallengesList } from '../contract.ts'
import { ChallengeDialog } from './ChallengeDialog.tsx'
import { challengeDeskWords as words } from './challengeDesk.words.ts'
import { ProofsPanel } from './ProofsPanel.tsx'

export const ChallengesPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const zone = useRace()?.zone ?? 'Asia/Shanghai'
  const list = useAsk(consoleChallengesList, { raceid }, { staleTime: 0 })
  const [edited, setEdited] = useState<ConsoleChallenge | 'new'>()
  const [open, setOpen] = useState<number>()
  const items = list.data?.items ?? []
  const shown = items.find(({ id }) => id === open) ?? items.find(({ waiting }) => waiting > 0) ?? items[0]
  return (
    <DeskPage
      title={t(words.title)}
      description={t(words.intro)}
      actions={
        <Button icon={<Plus className="size-5" aria-hidden />} onClick={() => setEdited('new')}>
          {t(words.add)}
        </Button>
      }
    >
      {list.isPending ? <SkeletonCards count={3} className="h-16" /> : null}
      {list.error ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data && items.length === 0 ? <Empty title={t(words.none)} description={t(words.none_text)} /> : null}
      {items.length > 0 ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {items.map((one) => (
              <Line
                key={one.id}
                challenge={one}
                isOpen={one.id === shown?.id}
                onOpen={() => setOpen(one.id)}
                onEdit={() => setEdited(one)}
              />
            ))}
          </ul>
        </Card>
      ) : null}
      {shown ? (
        <ProofsPanel key={shown.id} raceid={raceid} challenge={shown} again={() => void list.refetch()} />
      ) : null}
      {edited ? (
        <ChallengeDialog
          raceid={raceid}
          challenge={edited === 'new' ? undefined : edited}
          today={dayIn(zone, new Date(serverNow()))}
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

type LineProps = { challenge: ConsoleChallenge; isOpen: boolean; onOpen: () => void; onEdit: () => void }
const Line = ({ challenge, isOpen, onOpen, onEdit }: LineProps) => {
  const t = useWords()
  const { lang } = useLang()
  const name = nameIn(lang, challenge.name, challenge.names)
  return (
    <li className={`flex items-center gap-3 pr-2 md:pr-4 ${isOpen ? 'bg-tint' : ''}`}>
      <button
        type="button"
        aria-pressed={isOpen}
        onClick={onOpen}
        className="flex min-h-16 min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-left hover:bg-tint md:px-6"
      >
        <span className="min-w-0 flex-[1_1_12rem]">
          <span className="block font-medium">{name}</span>
          <span className="figures block text-14 text-soft">
            {`${daysText(challenge.starts_on, challenge.ends_on, lang)} · ${t(words.people_n, { n: challenge.people })}`}
          </span>
        </span>
        {challenge.waiting > 0 ? <Chip tone="warning">{t(words.waiting_n, { n: challenge.waiting })}</Chip> : null}
        <Chip tone={challenge.published_at === null ? 'plain' : 'success'}>
          {t(challenge.published_at === null ? words.draft : words.shown)}
        </Chip>
      </button>
      <IconButton label={`${t(words.edit)} ${name}`} onClick={onEdit}>
        <Pencil className="size-5" aria-hidden />
      </IconButton>
    </li>
  )
}
