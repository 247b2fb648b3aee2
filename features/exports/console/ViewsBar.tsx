import { useQueryClient } from '@tanstack/react-query'
import { BookmarkPlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import {
  type TableView,
  consoleExportsViewsList,
  consoleExportsViewsRemove,
  consoleExportsViewsSave,
} from '../views/views.contract.ts'
import { words } from '../views/views.words.ts'

type Place = { raceid: number; table: string }
export type PresentView = { filter: Readonly<Record<string, unknown>>; columns: readonly string[] }

const SaveDialog = (props: Place & { now: PresentView; onClose: () => void; onSaved: (view: TableView) => void }) => {
  const { raceid, table, now, onClose, onSaved } = props
  const t = useWords()
  const queries = useQueryClient()
  const save = useCall(consoleExportsViewsSave)
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const go = async () => {
    const filter = { ...now.filter }
    const { view } = await save.mutateAsync({ raceid, table, name, shared, filter, columns: [...now.columns] })
    await queries.invalidateQueries({ queryKey: [consoleExportsViewsList.path] })
    toastSuccess(t(words.saved, { name: view.name }))
    onSaved(view)
  }
  return (
    <AskDialog
      title={t(words.save)}
      action={t(words.save)}
      busy={save.isPending}
      refused={save.error ?? undefined}
      onClose={onClose}
      onDo={() => void go().catch(() => undefined)}
    >
      <p className="text-soft">{t(words.save_text)}</p>
      <TextInput
        label={t(words.name)}
        value={name}
        maxLength={40}
        error={save.error?.fields.name}
        onChange={(event) => setName(event.target.value)}
      />
      <Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)}>
        {t(words.shared)}
      </Checkbox>
    </AskDialog>
  )
}

const RemoveDialog = (props: Place & { view: TableView; onClose: () => void; onRemoved: () => void }) => {
  const { raceid, table, view, onClose, onRemoved } = props
  const t = useWords()
  const queries = useQueryClient()
  const remove = useCall(consoleExportsViewsRemove)
  const go = async () => {
    await remove.mutateAsync({ raceid, table, id: view.id })
    await queries.invalidateQueries({ queryKey: [consoleExportsViewsList.path] })
    toastSuccess(t(words.removed))
    onRemoved()
  }
  return (
    <AskDialog
      title={t(words.remove_title, { name: view.name })}
      action={t(words.remove)}
      look="danger"
      busy={remove.isPending}
      refused={remove.error ?? undefined}
      onClose={onClose}
      onDo={() => void go().catch(() => undefined)}
    >
      <p>{t(view.shared ? words.remove_shared : words.remove_text)}</p>
    </AskDialog>
  )
}

type Props = Place & {
  now: PresentView
  /** Shows a view. Undefined shows the list without a view. */
  onShow: (view: TableView | undefined) => void
}

export const ViewsBar = ({ raceid, table, now, onShow }: Props) => {
  const t = useWords()
  const views = useAsk(consoleExportsViewsList, { raceid, table }, { quiet: true })
  const [chosen, setChosen] = useState<number>()
  const [dialog, setDialog] = useState<'save' | 'remove'>()
  const items = views.data?.items ?? []
  const view = items.find(({ id }) => id === chosen)
  const close = () => setDialog(undefined)
  return (
    <div className="flex items-center gap-2">
      <Select
        bare
        className="min-w-0 flex-1 md:w-48"
        label={t(words.view)}
        value={String(view?.id ?? '')}
        onChange={(event) => {
          const next = items.find(({ id }) => String(id) === event.target.value)
          setChosen(next?.id)
          onShow(next)
        }}
        options={[
          { value: '', label: t(words.usual) },
          ...items.map(({ id, name, by }) => ({
            value: String(id),
            label: by === null ? name : t(words.by, { name, who: by }),
          })),
        ]}
      />
      {view?.may ? (
        <IconButton label={t(words.remove)} onClick={() => setDialog('remove')}>
          <Trash2 className="size-5" aria-hidden />
        </IconButton>
      ) : null}
      <Button look="plain" icon={<BookmarkPlus className="size-5" aria-hidden />} onClick={() => setDialog('save')}>
        {t(words.save)}
      </Button>
      {dialog === 'save' ? (
        <SaveDialog
          {...{ raceid, table, now }}
          onClose={close}
          onSaved={({ id }) => {
            setChosen(id)
            close()
          }}
        />
      ) : null}
      {dialog === 'remove' && view ? (
        <RemoveDialog
          {...{ raceid, table, view }}
          onClose={close}
          onRemoved={() => {
            setChosen(undefined)
            close()
          }}
        />
      ) : null}
    </div>
  )
}
