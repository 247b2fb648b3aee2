import { X } from 'lucide-react'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, call, refusedFrom, useCall } from '#ui/network/call.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { type PhotoEdited, consolePhotosList, consolePhotosTag } from '../console.contract.ts'
import { bibsTyped } from '../rules.ts'
import { words } from './console.words.ts'

/**
 * The dialog in which a person tags one photo after another with the keyboard. `first` is the first photo. Without a
 * first photo the dialog begins at photos without a bib.
 */
export const TaggingDialog = ({
  raceid,
  albumid,
  first,
  onClose,
}: {
  raceid: number
  albumid: number
  first: PhotoEdited | undefined
  onClose: () => void
}) => {
  const t = useWords()
  const tag = useCall(consolePhotosTag)
  const [queue, setQueue] = useState<PhotoEdited[] | undefined>(first && [first])
  const [after, setAfter] = useState<string | null>(null)
  const [left, setLeft] = useState(first ? 1 : 0)
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const input = useRef<HTMLInputElement>(null)
  const load = async (from: string | null) => {
    try {
      const page = await call(consolePhotosList, {
        raceid,
        albumid,
        state: 'untagged',
        limit: 50,
        ...(from === null ? {} : { after: from }),
      })
      setQueue(page.items)
      setAfter(page.after)
      if (from === null) setLeft(page.counts.untagged)
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const begin = useEffectEvent(() => {
    if (!first) void load(null)
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- state is set after the answer has arrived
    begin()
  }, [])
  const photo = queue?.[0]
  useEffect(() => input.current?.focus(), [photo?.id])
  const next = () => {
    setTyped('')
    setLeft(Math.max(0, left - 1))
    const rest = queue?.slice(1) ?? []
    if (rest.length === 0 && after !== null) {
      setQueue(undefined)
      void load(after)
    } else setQueue(rest)
    if (first) onClose()
  }
  const save = async (add: string[], remove: string[] = []) => {
    if (!photo) return
    setRefused(undefined)
    try {
      const { items } = await tag.mutateAsync({ raceid, ids: [photo.id], add, remove })
      if (remove.length > 0) setQueue([items[0]!, ...(queue?.slice(1) ?? [])])
      else next()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const bibs = bibsTyped(typed)
    if (bibs.length > 0) void save(bibs)
    else if (typed.trim() === '') next()
  }
  return (
    // The dialog needs no warning about unsaved text, because each photo is saved when it is tagged.
    <Dialog forgets open wide onClose={onClose} title={t(words.tag)}>
      {queue === undefined && !refused ? <Skeleton className="aspect-[4/3]" /> : null}
      {queue?.length === 0 ? <p className="py-8 text-center text-20">{t(words.tag_done)}</p> : null}
      {photo ? (
        <form onSubmit={submit} className="grid gap-3">
          <div className="flex h-[45dvh] items-center justify-center overflow-hidden rounded bg-black">
            {photo.url ? (
              <img src={photo.url} alt={photo.filename} className="max-h-full max-w-full object-contain" />
            ) : null}
          </div>
          <p className="figures flex flex-wrap justify-between gap-2 text-14 text-soft">
            <span className="min-w-0 truncate">{photo.filename}</span>
            <span>{t(words.tag_left, { n: left })}</span>
          </p>
          {photo.bibs.length ? (
            <ul className="flex flex-wrap gap-2">
              {photo.bibs.map(({ bib, known }) => (
                <li key={bib}>
                  <button
                    type="button"
                    aria-label={t(words.untag, { bib })}
                    title={known ? undefined : t(words.unknown)}
                    onClick={() => void save([], [bib])}
                    className={
                      'figures flex min-h-11 items-center gap-1.5 rounded-full border px-4 ' +
                      (known ? 'border-edge' : 'border-danger-ink text-danger-ink')
                    }
                  >
                    {bib}
                    <X className="size-4" aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          ) : null}
          <TextInput
            ref={input}
            label={t(words.tag_hint)}
            autoCapitalize="characters"
            inputClassName="figures"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          {refused ? (
            <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
              {refused.msg}
            </p>
          ) : null}
          <div className="flex flex-wrap justify-end gap-3 pb-2">
            <Button look="plain" onClick={next}>
              {t(words.skip)}
            </Button>
            <Button type="submit" busy={tag.isPending}>
              {t(words.next)}
            </Button>
          </div>
        </form>
      ) : refused ? (
        <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {refused.msg}
        </p>
      ) : null}
    </Dialog>
  )
}
