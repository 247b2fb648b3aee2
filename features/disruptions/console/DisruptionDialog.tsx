import type { OutputOf } from '#contract/endpoint.ts'
import { path } from '#seam/console/paths.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { countText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { bookMoney, money } from '#ui/language/money.ts'
import { Link } from '#ui/router/Link.tsx'
import type { consoleDisruptionsList } from '../contract.ts'
import { DraftFields } from './DraftFields.tsx'
import { disruptionDeskWords as words } from './disruptionDesk.words.ts'
import { type Foreseen, useDraft } from './useDraft.ts'

type Props = {
  raceid: number
  list: OutputOf<typeof consoleDisruptionsList>
  onClose: () => void
  onDone: () => void
}

/** Writes a plan, shows what it means, and declares it after a second press. */
export const DisruptionDialog = ({ raceid, list, onClose, onDone }: Props) => {
  const t = useWords()
  const form = useDraft(raceid, () => {
    toastSuccess(t(words.declared))
    onDone()
  })
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t(form.foreseen ? words.next : words.declare)}
      actions={
        form.foreseen ? (
          <>
            <Button look="plain" onClick={form.back}>
              {t(words.back)}
            </Button>
            <Button look="danger" busy={form.busy} onClick={() => void form.declare()}>
              {t(words.confirm)}
            </Button>
          </>
        ) : (
          <Button busy={form.busy} onClick={() => void form.preview()}>
            {t(words.next)}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {form.foreseen ? <Foreseeing raceid={raceid} found={form.foreseen} /> : <DraftFields form={form} list={list} />}
        <Refusal refused={form.refused} />
      </div>
    </Dialog>
  )
}

const Foreseeing = ({ raceid, found }: { raceid: number; found: Foreseen }) => {
  const t = useWords()
  const { lang } = useLang()
  const rows = [
    [words.total, countText(found.total)],
    [words.waiting, found.waiting > 0 ? countText(found.waiting) : ''],
    [words.free, found.free > 0 ? countText(found.free) : ''],
    [words.unpaid, found.unpaid > 0 ? countText(found.unpaid) : ''],
    [words.most, bookMoney(found.most)],
    [words.by_hand, found.by_hand > 0 ? money(found.by_hand, lang) : ''],
  ] as const
  return (
    <>
      <dl className="divide-y divide-line">
        {rows.map(([label, value]) =>
          value === '' ? null : (
            <div key={label.en} className="flex justify-between gap-4 py-2">
              <dt className="text-soft">{t(label)}</dt>
              <dd className="figures shrink-0 font-bold">{value}</dd>
            </div>
          ),
        )}
      </dl>
      {found.announcements > 0 ? (
        <p className="rounded bg-warning-tint p-3 text-warning-ink">
          {t(words.announcements, { n: found.announcements })}{' '}
          <Link href={path.announcements({ raceid })} target="_blank" className="underline">
            {t(words.announcements_open)}
          </Link>
        </p>
      ) : null}
      {found.approval ? <p className="rounded bg-warning-tint p-3 text-warning-ink">{t(words.approval)}</p> : null}
      <p>{t(words.sure)}</p>
    </>
  )
}
