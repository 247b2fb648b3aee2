import { useState } from 'react'
import { consoleRacesList, consoleRacesShow } from '#features/races/contract.ts'
import { path } from '#seam/console/paths.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { useGo } from '#ui/router/Link.tsx'
import { consoleRacesArchive, consoleRacesRemove } from '../contract.ts'
import { archiveWords as words } from './archive.words.ts'

/** Takes a race out of the lists, puts it back, or deletes it while nobody has signed up. */
export const ArchiveCard = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  const go = useGo()
  const races = useAsk(consoleRacesList, {})
  const race = useAsk(consoleRacesShow, { raceid }, { staleTime: Infinity })
  const archive = useCall(consoleRacesArchive)
  const remove = useCall(consoleRacesRemove)
  const [dialog, setDialog] = useState<'archive' | 'remove'>()
  const [refused, setRefused] = useState<Refused>()
  const archived = races.data?.items.find(({ id }) => id === raceid)?.archived ?? false
  const ask = (what: typeof dialog) => {
    setRefused(undefined)
    setDialog(what)
  }
  const doing = async (work: () => Promise<unknown>, said: string) => {
    setRefused(undefined)
    try {
      await work()
      await races.refetch()
      setDialog(undefined)
      toastSuccess(said)
      return true
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
      return false
    }
  }
  const setArchived = (next: boolean) =>
    void doing(
      async () => {
        await archive.mutateAsync({ raceid, archived: next })
        await race.refetch()
      },
      t(next ? words.archived : words.restored),
    )
  return (
    <Card title={t(words.title)}>
      <p className="text-14 text-soft">{t(archived ? words.is_archived : words.description)}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        {archived ? (
          <Button look="plain" busy={archive.isPending} onClick={() => setArchived(false)}>
            {t(words.restore)}
          </Button>
        ) : (
          <Button look="plain" onClick={() => ask('archive')}>
            {t(words.archive)}
          </Button>
        )}
        {races.data?.may_create ? (
          <Button look="danger" onClick={() => ask('remove')}>
            {t(words.remove)}
          </Button>
        ) : null}
      </div>
      <AskDialog
        open={dialog === 'archive'}
        title={t(words.archive)}
        action={t(words.archive)}
        busy={archive.isPending}
        refused={refused}
        onClose={() => setDialog(undefined)}
        onDo={() => setArchived(true)}
      >
        <p>{t(words.archive_says)}</p>
      </AskDialog>
      <AskDialog
        open={dialog === 'remove'}
        title={t(words.remove)}
        action={t(words.remove)}
        look="danger"
        busy={remove.isPending}
        refused={refused}
        onClose={() => setDialog(undefined)}
        onDo={() =>
          void doing(() => remove.mutateAsync({ number: raceid }), t(words.removed)).then((done) => {
            if (done) go(path.front())
          })
        }
      >
        <p>{t(words.remove_says, { name: race.data?.name ?? String(raceid) })}</p>
      </AskDialog>
    </Card>
  )
}
