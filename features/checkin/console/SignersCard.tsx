import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { useMe } from '#features/staff/console/useMe.ts'
import { Button } from '#ui/form/Button.tsx'
import { call, useCall } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { Card } from '#ui/layout/Card.tsx'
import { ChoiceChip, Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SignatureShown } from '#ui/media/SignaturePad.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import {
  type DeclarationKind,
  type Signer,
  consoleCheckinDeclarationsOpen,
  consoleCheckinDeclarationsSigned,
} from '../contract.ts'
import { deskWords as words } from './desk.words.ts'
import { EditDialog } from './editedList.tsx'
import { useDoing } from './useDesk.ts'

const read = (raceid: number, kind: DeclarationKind, doctor: boolean, after: string | null) =>
  call(consoleCheckinDeclarationsSigned, {
    raceid,
    kind,
    limit: 50,
    ...(doctor ? { doctor: true } : {}),
    ...(after === null ? {} : { after }),
  })

/**
 * The signers, and the runners who should see a doctor. Staff open a signer's answers one by one, and each time give a
 * reason.
 */
export const SignersCard = ({ raceid, kind, zone }: { raceid: number; kind: DeclarationKind; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const { may } = useMe(raceid)
  const [doctor, setDoctor] = useState(false)
  const [opening, setOpening] = useState<Signer>()
  const [reason, setReason] = useState('')
  const [opened, setOpened] = useState<OutputOf<typeof consoleCheckinDeclarationsOpen>>()
  const open = useCall(consoleCheckinDeclarationsOpen)
  const { refused, clear, doing } = useDoing(() => undefined)
  const list = usePages([consoleCheckinDeclarationsSigned.path, raceid, kind, doctor], (after) =>
    read(raceid, kind, doctor, after),
  )
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const allowed = may('sealed.open')
  const close = () => {
    setOpening(undefined)
    setOpened(undefined)
    setReason('')
    clear()
  }
  return (
    <Card
      title={t(words.who_signed)}
      aside={
        <ChoiceChip chosen={doctor} onClick={() => setDoctor(!doctor)}>
          {t(words.only_doctor)}
        </ChoiceChip>
      }
    >
      {list.isPending ? <SkeletonCards count={3} className="h-12" /> : null}
      {list.error && !list.isFetchNextPageError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && items.length === 0 ? <p className="py-4 text-soft">{t(words.none_signed)}</p> : null}
      {items.length ? (
        <Table
          caption={t(words.who_signed)}
          rows={items}
          rowKey={(row) => row.registrationid}
          columns={[
            { key: 'runner', title: t(words.runner), cell: (row) => <span className="font-medium">{row.name}</span> },
            { key: 'event', title: t(words.event), cell: (row) => row.event },
            { key: 'bib', title: t(words.bib), cell: (row) => row.bib ?? '—', figures: true },
            { key: 'at', title: t(words.at), cell: (row) => dateText(row.at, lang, 'deadline', zone), figures: true },
            {
              key: 'state',
              title: t(words.state),
              cell: (row) => (
                <Chip tone={row.doctor ? 'warning' : 'success'}>{t(row.doctor ? words.doctor : words.signed)}</Chip>
              ),
            },
            {
              key: 'open',
              title: <span className="sr-only">{t(words.open)}</span>,
              cell: (row) => (
                <Button
                  look="quiet"
                  className="px-3"
                  disabledReason={allowed ? undefined : t(words.no_right)}
                  onClick={() => setOpening(row)}
                >
                  {t(words.open)}
                  <span className="sr-only">{row.name}</span>
                </Button>
              ),
            },
          ]}
        />
      ) : null}
      <MoreButton list={list} className="mt-3" />
      {opening ? (
        <EditDialog
          title={opening.name}
          busy={open.isPending}
          refused={refused}
          onClose={close}
          description={t(words.open)}
          onSave={() =>
            void doing(
              async () =>
                setOpened(await open.mutateAsync({ raceid, registrationid: opening.registrationid, kind, reason })),
              () => undefined,
              words.open,
            )
          }
        >
          {opened ? (
            <>
              <dl className="divide-y divide-line">
                {opened.questions.map(({ name, label, kind: form }) => (
                  <div key={name} className="py-3">
                    <dt className="text-14 text-soft">{label}</dt>
                    <dd className="font-medium">
                      {form === 'yesno' && opened.answers[name]
                        ? t(opened.answers[name] === 'yes' ? words.yes : words.no)
                        : (opened.answers[name] ?? '—')}
                      {opened.notes[name] ? <span className="block font-normal">{opened.notes[name]}</span> : null}
                    </dd>
                  </div>
                ))}
              </dl>
              {opened.guardian ? (
                <p>
                  {t(words.guardian)}: {opened.guardian}
                </p>
              ) : null}
              <SignatureShown strokes={opened.strokes} typed={opened.typed} label={t(words.signature)} />
            </>
          ) : (
            <TextInput
              label={t(words.reason)}
              hint={t(words.open_text)}
              value={reason}
              error={refused?.fields.reason}
              maxLength={200}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </EditDialog>
      ) : null}
    </Card>
  )
}
