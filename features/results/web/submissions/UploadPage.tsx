import { ImageUp } from 'lucide-react'
import { useRef, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { LoginFirst } from '#seam/web/LoginFirst.tsx'
import { useAccount } from '#seam/web/account.tsx'
import { raceShow } from '#features/races/contract.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText, shortDuration } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Field } from '#ui/form/Field.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { link } from '#ui/router/address.ts'
import { useOwnPicture } from '#ui/media/ownPicture.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Page } from '#ui/layout/Page.tsx'
import { isPictureName, pictureTypes, whyNotOpened } from '#ui/media/pictureFile.ts'
import { pictureWords } from '#ui/media/picture.words.ts'
import { Select } from '#ui/form/Select.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { useObjectUrl } from '#ui/media/useObjectUrl.ts'
import { path } from '#seam/web/paths.ts'
import { type HandedIn, resultsHandin, resultsMine } from '../../submissions/submissions.contract.ts'
import { resultUploadWords as words } from '../films/video.words.ts'
import { NoRace } from '../list/NoRace.tsx'

type Entries = OutputOf<typeof resultsMine>['entries']

/** The page on which a runner submits a result with its proof, and sees its state. */
export const UploadPage = () => {
  const t = useWords()
  const account = useAccount()
  const { raceid } = link()
  const race = useAsk(
    raceShow,
    { raceid: raceid ?? 0 },
    { enabled: raceid !== undefined, quiet: true, staleTime: 300_000 },
  )
  return (
    <Page title={t(words.title)} narrow>
      {raceid === undefined ? (
        <NoRace />
      ) : race.error ? (
        <ErrorState error={race.error} onRetry={() => void race.refetch()} />
      ) : account.pending || race.isPending ? (
        <SkeletonCards count={2} className="h-48" />
      ) : !account.loggedIn && !race.data.settings.hand_in ? (
        <Closed />
      ) : account.loggedIn ? (
        <Mine raceid={raceid} />
      ) : (
        <LoginFirst title={t(words.logIn)} description={t(words.description)} />
      )}
    </Page>
  )
}

const Closed = () => {
  const t = useWords()
  return (
    <Empty
      title={t(words.closed)}
      description={t(words.closedHow)}
      action={
        <ButtonLink look="plain" href={path.report()}>
          {t(words.see)}
        </ButtonLink>
      }
    />
  )
}

const Mine = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  const mine = useAsk(resultsMine, { raceid })
  if (mine.error) return <ErrorState error={mine.error} onRetry={() => void mine.refetch()} />
  if (!mine.data) return <SkeletonCards count={2} className="h-48" />
  const { open, entries, handed } = mine.data
  if (!open && handed.length === 0) return <Closed />
  return (
    <>
      <p className="text-soft">{t(words.description)}</p>
      {entries.length === 0 ? (
        <Empty
          title={t(words.none)}
          description={t(words.noneHow)}
          action={
            <ButtonLink look="plain" href={path.report()}>
              {t(words.see)}
            </ButtonLink>
          }
        />
      ) : !open || entries.every(({ why }) => why !== null) ? (
        <>
          <p className="rounded bg-tint px-4 py-3">{t(open ? words.allDone : words.closed)}</p>
          <ButtonLink look="plain" className="justify-self-start" href={path.report()}>
            {t(words.see)}
          </ButtonLink>
        </>
      ) : (
        <SubmissionForm key={handed.length} entries={entries} onSent={() => void mine.refetch()} />
      )}
      {handed.length > 0 ? (
        <Card title={t(words.handed)}>
          <ul className="divide-y divide-line">
            {handed.map((one) => (
              <li key={one.id}>
                <Handed one={one} />
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </>
  )
}

/** Tells whether a refusal is about the time. The form then shows it beside the time. */
const isOfTime = (refused: Refused | undefined): boolean =>
  refused?.refusal === 'handin_implausible' || refused?.refusal === 'handin_too_early'

const SubmissionForm = ({ entries, onSent }: { entries: Entries; onSent: () => void }) => {
  const t = useWords()
  const send = useCall(resultsHandin)
  const [key, setKey] = useState(() => entries.find(({ why }) => why === null)!.key)
  const [time, setTime] = useState('')
  const [note, setNote] = useState('')
  const [file, setFile] = useState<File>()
  const [unfit, setUnfit] = useState<keyof typeof pictureWords>()
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const form = useRef<HTMLFormElement>(null)
  const timeError = !tried
    ? undefined
    : time.trim() === ''
      ? t(words.timeNeeded)
      : /^(\d{1,3}:)?[0-5]?\d:[0-5]\d$/.test(time.trim())
        ? isOfTime(refused)
          ? refused?.msg
          : refused?.fields.time
        : t(words.timeWrong)
  const ofFile = ['same_file', 'not_a_picture', 'picture_too_large', 'body_too_large', 'file_missing'].includes(
    refused?.refusal ?? '',
  )
  const fileError = unfit
    ? t(pictureWords[unfit])
    : tried && !file
      ? t(words.proofNeeded)
      : ofFile
        ? refused?.msg
        : undefined
  const submit = async () => {
    setTried(true)
    setRefused(undefined)
    const wrong = !file || !/^(\d{1,3}:)?[0-5]?\d:[0-5]\d$/.test(time.trim())
    if (wrong || !file)
      return requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
    try {
      await send.mutateAsync({ key, time: time.trim(), note, files: { file } })
      toastSuccess(t(words.sent))
      onSent()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
    }
  }
  const take = async (given: File | undefined) => {
    // The page ignores files that are no pictures, without a message (docs/behaviour/screens.md, Uploads).
    if (!given || !isPictureName(given.name)) return
    setRefused(undefined)
    const why = await whyNotOpened(given)
    setUnfit(why)
    // If the page refuses the new file, the earlier file stays chosen.
    if (!why) setFile(given)
  }
  return (
    <Card>
      <form
        ref={form}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Select
          label={t(words.whose)}
          value={key}
          onChange={(event) => setKey(event.target.value)}
          options={entries.map((one) => ({
            value: one.key,
            label:
              [one.event, one.name, ...(one.bib ? [one.bib] : [])].join(' · ') +
              (one.why ? `（${t(words[one.why])}）` : ''),
            disabled: one.why !== null,
          }))}
        />
        <TextInput
          label={t(words.time)}
          hint={t(words.timeHint)}
          error={timeError}
          value={time}
          onChange={(event) => setTime(event.target.value.replaceAll('：', ':'))}
          inputMode="text"
          maxLength={10}
          autoComplete="off"
          inputClassName="figures min-h-14 text-20"
        />
        <ProofField file={file} error={fileError} onFile={(given) => void take(given)} />
        <TextInput
          label={t(words.note)}
          optional
          value={note}
          onChange={(event) => setNote(event.target.value)}
          maxLength={200}
        />
        {refused && !ofFile && !isOfTime(refused) && Object.keys(refused.fields).length === 0 ? (
          <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
            {refused.msg}
          </p>
        ) : null}
        <Button type="submit" wide busy={send.isPending}>
          {t(words.send)}
        </Button>
      </form>
    </Card>
  )
}

const ProofField = ({
  file,
  error,
  onFile,
}: {
  file: File | undefined
  error: string | undefined
  onFile: (file: File | undefined) => void
}) => {
  const t = useWords()
  const shown = useObjectUrl(file)
  return (
    <Field label={t(words.proof)} hint={t(words.proofHint)} error={error}>
      {(control) => (
        <div
          className={
            'relative flex min-h-32 items-center justify-center overflow-hidden rounded border ' +
            'bg-surface has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ' +
            `has-focus-visible:outline-ink ${error ? 'border-danger-ink' : 'border-edge'} ` +
            (shown ? '' : 'border-dashed')
          }
        >
          <input
            {...control}
            type="file"
            accept={pictureTypes}
            className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
            onChange={(event) => {
              onFile(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          {shown ? (
            <img src={shown} alt="" className="max-h-72 w-full bg-sunk object-contain" />
          ) : (
            <span className="flex flex-col items-center gap-2 py-6 text-strong">
              <ImageUp className="size-8" aria-hidden />
              {t(words.choose)}
            </span>
          )}
          {shown ? (
            <span
              className={'absolute bottom-2 right-2 rounded-full bg-surface px-3 py-1 text-14 font-medium shadow-card'}
            >
              {t(words.change)}
            </span>
          ) : null}
        </div>
      )}
    </Field>
  )
}

const tones = { waiting: 'info', taken: 'success', refused: 'warning' } as const
const clock = (time: string) => shortDuration(time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0))

const Handed = ({ one }: { one: HandedIn }) => {
  const t = useWords()
  const { lang } = useLang()
  const proof = useOwnPicture(one.proof)
  return (
    <div className="flex items-start gap-4 py-4">
      {proof ? (
        <img
          src={proof}
          alt={t(words.proof)}
          loading="lazy"
          className="size-16 shrink-0 rounded bg-sunk object-cover"
        />
      ) : (
        <div className="bone size-16 shrink-0 rounded" />
      )}
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          <Dotted text={`${one.event} · ${one.name}`} />
        </p>
        <p className="figures text-14 text-soft">{dateText(one.created_at, lang, 'deadline')}</p>
        {one.state === 'taken' && one.taken_time ? (
          <p className="mt-1 text-14">{t(words.takenAs, { time: clock(one.taken_time) })}</p>
        ) : null}
        {one.reason ? <p className="mt-1 text-14">{t(words.why, { reason: one.reason })}</p> : null}
      </div>
      <div className="shrink-0 text-right">
        <p className="display text-28 leading-none">{clock(one.time)}</p>
        <div className="mt-2 flex justify-end">
          <Chip tone={tones[one.state]}>{t(words[one.state])}</Chip>
        </div>
      </div>
    </div>
  )
}
