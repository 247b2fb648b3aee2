import { Images, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { path } from '#seam/console/paths.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRace, useRaceId } from '#seam/console/useRace.ts'
import { Button, ButtonLink, IconButton } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Link, useGo, usePageParams } from '#ui/router/Link.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type Definition, consoleCertificatesList, consoleCertificatesRemove } from '../../contract.ts'
import { words as room } from '../../words.ts'
import { CertificateEditor } from './CertificateEditor.tsx'
import { DefinitionThumb } from './DefinitionThumb.tsx'
import { words } from './editor.words.ts'
import { FontsCard } from '../fonts/FontsCard.tsx'
import { ExportCertificatesDialog } from '../export/ExportCertificatesDialog.tsx'
import { ExportsCard, useExports } from '../export/ExportsCard.tsx'
import { words as exportWords } from '../export/export.words.ts'

export const CertificatesPage = () => {
  const t = useWords()
  const go = useGo()
  const raceid = useRaceId()
  const race = useRace()
  const definitions = useAsk(consoleCertificatesList, { raceid }, { staleTime: 0 })
  const remove = useCall(consoleCertificatesRemove)
  // On this page staff edit definitions that came as HTML. Definitions with boxes have another editor.
  const { html } = usePageParams()
  const edited: Definition | 'new' | undefined =
    html === 'new' ? 'new' : definitions.data?.items.find(({ id }) => String(id) === html)
  const exports = useExports(raceid)
  const [drawn, setDrawn] = useState<Definition>()
  const [leaving, setLeaving] = useState<Definition>()
  const [refused, setRefused] = useState<Refused>()
  const close = () => {
    if (html !== undefined) go(path.certificates({ raceid }), { replace: true })
    setLeaving(undefined)
    setRefused(undefined)
    void definitions.refetch()
  }
  const failed = definitions.error
  return (
    <DeskPage
      title={t(room.certificates)}
      actions={
        <>
          {edited ? null : (
            <ButtonLink icon={<Plus className="size-5" aria-hidden />} href={path.certificate({ raceid })}>
              {t(words.write)}
            </ButtonLink>
          )}
        </>
      }
    >
      {edited ? (
        <CertificateEditor
          key={`editor ${edited === 'new' ? 'new' : edited.id}`}
          raceid={raceid}
          race={race?.name ?? ''}
          before={edited === 'new' ? undefined : edited}
          again={definitions.refetch}
          onDone={close}
          onCancel={close}
        />
      ) : null}
      {failed ? <ErrorState error={failed} onRetry={() => void definitions.refetch()} /> : null}
      {!failed && definitions.isPending ? <SkeletonCards count={2} className="h-20" /> : null}
      {definitions.data?.items.length === 0 && !edited ? (
        <Empty title={t(words.none)} description={t(words.none_text)} />
      ) : null}
      {definitions.data?.items.length ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {definitions.data.items.map((one) => (
              <DefinitionRow
                key={one.id}
                race={race?.name ?? ''}
                one={one}
                onDraw={() => setDrawn(one)}
                onRemove={() => setLeaving(one)}
              />
            ))}
          </ul>
        </Card>
      ) : null}
      {definitions.data?.items.length ? <ExportsCard raceid={raceid} exports={exports} /> : null}
      {definitions.data ? <FontsCard key={`fonts ${raceid}`} raceid={raceid} /> : null}
      {drawn ? (
        <ExportCertificatesDialog
          raceid={raceid}
          definition={drawn}
          browser={exports.data?.pages[0]?.browser ?? true}
          onClose={() => setDrawn(undefined)}
          onBegun={() => {
            setDrawn(undefined)
            void exports.refetch()
          }}
        />
      ) : null}
      <Dialog
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={t(words.remove)}
        actions={
          <>
            <Button look="quiet" onClick={() => setLeaving(undefined)}>
              {t(words.cancel)}
            </Button>
            <Button
              look="danger"
              busy={remove.isPending}
              onClick={() =>
                leaving &&
                void remove
                  .mutateAsync({ raceid: leaving.raceid, id: leaving.id })
                  .then(() => {
                    toastSuccess(t(words.removed_done))
                    close()
                  })
                  .catch((thrown: unknown) => setRefused(refusedFrom(thrown)))
              }
            >
              {t(words.remove)}
            </Button>
          </>
        }
      >
        <p>{t(words.remove_sure, { name: leaving?.name ?? '' })}</p>
        {refused ? (
          <p role="alert" className="mt-3 text-danger-ink">
            {refused.msg}
          </p>
        ) : null}
      </Dialog>
    </DeskPage>
  )
}

const DefinitionRow = (props: { race: string; one: Definition; onDraw: () => void; onRemove: () => void }) => {
  const { race, one, onDraw, onRemove } = props
  const { raceid } = one
  const t = useWords()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-6">
      <DefinitionThumb one={one} race={race} />
      <span className="min-w-0 flex-[1_1_14rem]">
        <span className="block truncate font-medium">{one.name}</span>
        <span className="figures block text-14 text-soft">
          {[
            t(one.kind === 'reg' ? words.reg : words.timing),
            t(one.form === 'boxes' ? words.boxes : words.html),
            `${one.width} × ${one.height}`,
            t(words.version, { n: one.version }),
          ].join(' · ')}
        </span>
      </span>
      <Chip tone={one.published ? 'success' : 'plain'}>{t(one.published ? words.published : words.draft)}</Chip>
      <span className="-mr-2 ml-auto flex">
        <Button look="quiet" icon={<Images className="size-5" aria-hidden />} onClick={onDraw}>
          {t(exportWords.begin)}
          <span className="sr-only">{one.name}</span>
        </Button>
        <Link
          href={
            one.html === '' ? path.certificate({ raceid, id: one.id }) : path.certificates({ raceid, html: one.id })
          }
          aria-label={`${t(words.edit)} ${one.name}`}
          title={`${t(words.edit)} ${one.name}`}
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-full transition hover:bg-sunk"
        >
          <Pencil className="size-5" aria-hidden />
        </Link>
        <IconButton label={`${t(words.remove)} ${one.name}`} onClick={onRemove}>
          <Trash2 className="size-5" aria-hidden />
        </IconButton>
      </span>
    </li>
  )
}
