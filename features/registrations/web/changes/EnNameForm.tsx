import { CircleAlert } from 'lucide-react'
import { isEnglishName } from '#features/people/rules.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { path } from '#seam/web/paths.ts'
import { bibWords } from '../../bib.words.ts'
import type { Fetched } from './editForm.ts'
import { editWords as words } from './edit.words.ts'
import { useEdit } from './useEdit.ts'

const longest = 60
export const EnNameForm = ({ fetched, again }: { fetched: Fetched; again: () => Promise<Fetched | undefined> }) => {
  const t = useWords()
  const form = useEdit(fetched, again, 'enname')
  const { registration, draft } = form
  const status = path.queryDetail({ _key: registration._key })
  const changeable = form.may.includes('enname')
  const toStatus = (
    <ButtonLink look="plain" wide="phone" href={status}>
      {t(words.toStatus)}
    </ButtonLink>
  )
  if (!changeable)
    return (
      <Page title={t(words.enTitle)} backTo={status} narrow>
        <Empty title={t(words.enNotAsked)} action={toStatus} />
      </Page>
    )
  const reason = form.why ?? (form.changed ? undefined : t(words.nothing))
  return (
    <Page
      title={t(words.enTitle)}
      backTo={status}
      narrow
      foot={
        <Button wide="phone" busy={form.saving} disabledReason={reason} onClick={form.save}>
          {t(words.enSave)}
        </Button>
      }
    >
      <Preview
        name={draft.enname}
        bib={registration.bib ? `${registration.prefix_bib ?? ''}${registration.bib}` : null}
        due={registration.status.shows.bib}
        event={registration.meta.event.name}
        race={registration.race.name}
      />
      <Card>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!reason) form.save()
          }}
        >
          <TextInput
            label={t(words.enLabel)}
            hint={t(words.enHow)}
            value={draft.enname}
            onChange={(event) => form.change({ enname: event.target.value })}
            onBlur={() => form.leave('enname')}
            error={form.errorAt('enname')}
            disabled={form.why !== undefined}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            maxLength={longest}
            lang="en"
          />
        </form>
      </Card>
      {form.refused ? (
        <p
          role="alert"
          className={
            'flex items-start gap-2 rounded border border-danger-ink ' +
            'bg-danger-tint p-4 font-medium text-danger-ink'
          }
        >
          <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
          <span>{form.refused.msg}</span>
        </p>
      ) : null}
    </Page>
  )
}

/** Shows the name in print: on a bib, and on a certificate's line. */
const Preview = (props: { name: string; bib: string | null; due: boolean; event: string; race: string }) => {
  const { name, bib, due, event, race } = props
  const t = useWords()
  const typed = name.trim()
  const printed = typed === '' ? t(words.enEmpty) : typed
  const right = typed !== '' && isEnglishName(typed)
  const tone = right ? '' : 'text-soft'
  const pin = 'absolute size-2 rounded-full bg-line'
  return (
    <div className="grid gap-4 md:grid-cols-2" aria-live="polite">
      <figure>
        <div className="relative flex aspect-[8/5] flex-col overflow-hidden rounded bg-surface shadow-card">
          <span aria-hidden className={`${pin} left-2 top-2`} />
          <span aria-hidden className={`${pin} right-2 top-2`} />
          <span aria-hidden className={`${pin} bottom-2 left-2`} />
          <span aria-hidden className={`${pin} bottom-2 right-2`} />
          <span className="bg-fill px-6 py-1.5 text-center text-14 font-medium text-on-fill">
            <span className="block truncate">{race}</span>
          </span>
          <span
            className={
              'flex flex-1 items-center justify-center ' + (bib ? 'display text-64 leading-none' : 'text-20 text-soft')
            }
          >
            {bib ?? (due ? t(bibWords.bib_before_race) : null)}
          </span>
          <span lang="en" className={`px-4 text-center text-20 font-bold uppercase break-words ${tone}`}>
            {printed}
          </span>
          <span className="px-6 pb-3 text-center text-14 text-soft">{event}</span>
        </div>
        <figcaption className="mt-2 text-center text-14 text-soft">{t(words.enPreviewBib)}</figcaption>
      </figure>
      <figure>
        <div
          className={
            'flex aspect-[8/5] flex-col items-center justify-center gap-2 rounded border-4 ' +
            'border-double border-line bg-surface p-4 text-center shadow-card'
          }
        >
          <span className="text-14 text-soft">{t(words.enCertificateLine)}</span>
          <span lang="en" className={`w-full border-b border-line pb-2 text-20 font-bold break-words ${tone}`}>
            {printed}
          </span>
          <span className="text-14">{race}</span>
          <span className="text-14 text-soft">{event}</span>
        </div>
        <figcaption className="mt-2 text-center text-14 text-soft">{t(words.enPreviewCertificate)}</figcaption>
      </figure>
    </div>
  )
}
