import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { storUpload } from '#features/files/contract.ts'
import { LoginFirst } from '#seam/web/LoginFirst.tsx'
import { useAccount } from '#seam/web/account.tsx'
import { path } from '#seam/web/paths.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { PictureInput } from '#ui/form/files/PictureInput.tsx'
import { TextArea } from '#ui/form/TextInput.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type Refused, call, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { usePageParams } from '#ui/router/Link.tsx'
import { type ProtestShown, resultsProtestFile, resultsProtestShow } from '../../protests/protests.contract.ts'
import { PICTURES_MOST } from '../../protests/protests.rules.ts'
import { protestStateWords } from '../../protests/protests.words.ts'
import { protestWords as words } from './protest.words.ts'

type Found = OutputOf<typeof resultsProtestShow>

export const ProtestPage = () => {
  const t = useWords()
  const account = useAccount()
  const { key = '' } = usePageParams()
  const back = path.result({ key })
  return (
    <Page title={t(words.title)} narrow {...(key === '' ? {} : { backTo: back })}>
      {key === '' ? (
        <Empty
          title={t(words.no_key)}
          description={t(words.description)}
          action={<ButtonLink href={path.report()}>{t(words.result)}</ButtonLink>}
        />
      ) : account.pending ? (
        <SkeletonCards count={2} className="h-48" />
      ) : account.loggedIn ? (
        <Mine id={key} />
      ) : (
        <LoginFirst title={t(words.log_in)} description={t(words.log_in_text)} />
      )}
    </Page>
  )
}

const Mine = ({ id }: { id: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const found = useAsk(resultsProtestShow, { key: id }, { staleTime: 0 })
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <SkeletonCards count={2} className="h-48" />
  const { name, bib, event, until, why, protests } = found.data
  const at = until === null ? '' : dateText(until, lang, 'deadline')
  return (
    <>
      <p className="text-soft">
        <Dotted text={[bib, name, event].filter(Boolean).join(' · ')} />
      </p>
      {protests.length > 0 ? (
        <Card title={t(words.mine)}>
          <ul className="divide-y divide-line">
            {protests.map((one) => (
              <Filed key={one.id} one={one} />
            ))}
          </ul>
        </Card>
      ) : null}
      {why === null ? (
        <ProtestForm key={protests.length} found={found.data} id={id} at={at} onSent={() => void found.refetch()} />
      ) : (
        <p className="rounded bg-tint px-4 py-3">{t(words[why], { at })}</p>
      )}
    </>
  )
}

const Filed = ({ one }: { one: ProtestShown }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <li className="grid gap-2 py-4">
      <p className="flex flex-wrap items-center gap-3">
        <Chip tone={one.state === 'upheld' ? 'success' : one.state === 'open' ? 'warning' : 'plain'}>
          {t(protestStateWords[one.state])}
        </Chip>
        <span className="figures text-14 text-soft">{dateText(one.created_at, lang, 'deadline')}</span>
      </p>
      <p className="whitespace-pre-wrap break-words">{one.content}</p>
      {one.decision ? <p className="font-medium">{t(words.decision, { decision: one.decision })}</p> : null}
      {one.pictures.length > 0 ? (
        <p className="flex flex-wrap gap-2">
          {one.pictures.map((picture, at) => (
            <img
              key={picture}
              src={picture}
              alt={t(words.picture, { n: at + 1 })}
              className="size-20 rounded object-cover"
            />
          ))}
        </p>
      ) : null}
    </li>
  )
}

type FormProps = { found: Found; id: string; at: string; onSent: () => void }
const ProtestForm = ({ found, id, at, onSent }: FormProps) => {
  const t = useWords()
  const send = useCall(resultsProtestFile)
  const [content, setContent] = useState('')
  const [pictures, setPictures] = useState<readonly string[]>([])
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const short = content.trim().length < 5
  const submit = async () => {
    setTried(true)
    setRefused(undefined)
    if (short) return
    try {
      await send.mutateAsync({ key: id, content, pictures: [...pictures] })
      toastSuccess(t(words.sent))
      onSent()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const places = Math.min(PICTURES_MOST, pictures.length + 1)
  return (
    <Card>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p className="text-soft">
          {t(words.description)} <span className="figures font-medium text-ink">{t(words.until, { at })}</span>
        </p>
        <TextArea
          label={t(words.content)}
          hint={t(words.content_hint)}
          rows={5}
          maxLength={1000}
          value={content}
          error={tried && short ? t(words.content_short) : refused?.fields.content}
          onChange={(event) => setContent(event.target.value)}
        />
        {Array.from({ length: places }, (_, n) => (
          <PictureInput
            key={n}
            label={places === 1 ? t(words.pictures) : t(words.picture, { n: n + 1 })}
            optional
            {...(n === 0 ? { hint: t(words.pictures_hint) } : {})}
            value={pictures[n]}
            onChange={(kept) =>
              setPictures((now) => [...now.slice(0, n), ...(kept === undefined ? [] : [kept]), ...now.slice(n + 1)])
            }
            upload={(file, options) =>
              call(storUpload, { raceid: found.raceid, purpose: 'proof' }, { ...options, files: { file } })
            }
          />
        ))}
        <Refusal refused={refused} />
        <Button type="submit" busy={send.isPending}>
          {t(words.send)}
        </Button>
      </form>
    </Card>
  )
}
