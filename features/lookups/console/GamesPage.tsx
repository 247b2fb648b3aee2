import { useInfiniteQuery } from '@tanstack/react-query'
import { FileUp, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { ListImport } from '#features/volunteers/console/ListImport.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { type Refused, call, refusedFrom, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type Game, consoleGamesImport, consoleGamesList, consoleGamesSave, gameColumns } from '../contract.ts'
import { words } from '../words.ts'

const read = (raceid: number, after: string | null) =>
  call(consoleGamesList, { raceid, limit: 50, ...(after === null ? {} : { after }) })

export const GamesPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const listed = useInfiniteQuery<Awaited<ReturnType<typeof read>>, Refused>({
    queryKey: [consoleGamesList.path, raceid],
    queryFn: ({ pageParam }) => read(raceid, pageParam as string | null),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
  })
  const [edited, setEdited] = useState<Game | 'new'>()
  const [filled, setFilled] = useState<Game>()
  const items = listed.data?.pages.flatMap((page) => page.items) ?? []
  const again = () => void listed.refetch()
  const error = listed.error
  return (
    <DeskPage
      title={t(words.title)}
      description={t(words.description)}
      actions={
        <Button icon={<Plus className="size-5" aria-hidden />} onClick={() => setEdited('new')}>
          {t(words.add)}
        </Button>
      }
    >
      {listed.isPending ? <SkeletonCards count={3} className="h-20" /> : null}
      {error && !listed.isFetchNextPageError ? (
        <ErrorState error={error} onRetry={() => void listed.refetch()} />
      ) : null}
      {listed.data && items.length === 0 ? <Empty title={t(words.none)} /> : null}
      {items.length ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {items.map((game) => (
              <li key={game.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 md:px-6">
                <div className="min-w-0 flex-[1_1_16rem]">
                  <p className="font-medium">{game.name}</p>
                  <p className="figures text-14 text-soft">
                    {t(words.runners, { n: countText(game.runners) })} · /query?raceid={game.raceid}
                    &amp;type=game&amp;gameid={game.id}
                  </p>
                </div>
                <Chip tone={game.published_at ? 'success' : 'plain'}>
                  {t(game.published_at ? words.public : words.draft)}
                </Chip>
                <div className="-mr-2 ml-auto flex">
                  <IconButton label={`${t(words.import)} ${game.name}`} onClick={() => setFilled(game)}>
                    <FileUp className="size-5" aria-hidden />
                  </IconButton>
                  <IconButton label={`${t(words.edit)} ${game.name}`} onClick={() => setEdited(game)}>
                    <Pencil className="size-5" aria-hidden />
                  </IconButton>
                </div>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      <MoreButton list={listed} />
      {edited ? (
        <GameDialog
          raceid={raceid}
          game={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined)
            again()
          }}
        />
      ) : null}
      {filled ? <RunnersDialog game={filled} onClose={() => setFilled(undefined)} onDone={again} /> : null}
    </DeskPage>
  )
}

const GameDialog = ({
  raceid,
  game,
  onClose,
  onSaved,
}: {
  raceid: number
  game: Game | undefined
  onClose: () => void
  onSaved: () => void
}) => {
  const t = useWords()
  const save = useCall(consoleGamesSave)
  const [name, setName] = useState(game?.name ?? '')
  const [certificateid, setCertificateid] = useState(String(game?.certificateid ?? ''))
  const [posterid, setPosterid] = useState(String(game?.posterid ?? ''))
  const [published, setPublished] = useState(game ? game.published_at !== null : true)
  const [refused, setRefused] = useState<Refused>()
  const submit = async () => {
    setRefused(undefined)
    try {
      await save.mutateAsync({
        raceid,
        ...(game ? { id: game.id } : {}),
        name,
        ...(certificateid ? { certificateid } : {}),
        ...(posterid ? { posterid } : {}),
        published,
      })
      toastSuccess(t(words.saved))
      onSaved()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <AskDialog
      title={game ? game.name : t(words.add)}
      action={t(words.save)}
      busy={save.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void submit()}
    >
      <TextInput
        label={t(words.name_of_game)}
        value={name}
        error={refused?.fields.name}
        onChange={(event) => setName(event.target.value)}
        maxLength={80}
      />
      <TextInput
        label={t(words.certificateid)}
        optional
        inputMode="numeric"
        value={certificateid}
        error={refused?.fields.certificateid}
        onChange={(event) => setCertificateid(event.target.value)}
        maxLength={10}
      />
      <TextInput
        label={t(words.posterid)}
        optional
        inputMode="numeric"
        value={posterid}
        error={refused?.fields.posterid}
        onChange={(event) => setPosterid(event.target.value)}
        maxLength={10}
      />
      <Checkbox checked={published} onChange={(event) => setPublished(event.target.checked)}>
        {t(words.published)}
      </Checkbox>
    </AskDialog>
  )
}

const RunnersDialog = ({ game, onClose, onDone }: { game: Game; onClose: () => void; onDone: () => void }) => {
  const t = useWords()
  const take = useCall(consoleGamesImport)
  const [left, setLeft] = useState<readonly string[]>([])
  return (
    <ListImport<OutputOf<typeof consoleGamesImport>>
      title={`${t(words.import)} · ${game.name}`}
      description={t(words.import_text)}
      meanings={gameColumns.map((value) => ({ value, label: t(words[value]) }))}
      send={({ files, ...given }, before) =>
        take.mutateAsync({
          raceid: game.raceid,
          id: game.id,
          ...given,
          extra: (before?.extra ?? []).filter((title) => !left.includes(title)),
          ...(files ? { files } : {}),
        })
      }
      onClose={onClose}
      onDone={onDone}
    >
      {({ extra }) =>
        extra.length ? (
          <fieldset>
            <legend className="mb-1 font-medium">{t(words.extra)}</legend>
            {extra.map((title) => (
              <Checkbox
                key={title}
                checked={!left.includes(title)}
                onChange={(event) =>
                  setLeft(event.target.checked ? left.filter((one) => one !== title) : [...left, title])
                }
              >
                {title}
              </Checkbox>
            ))}
          </fieldset>
        ) : null
      }
    </ListImport>
  )
}
