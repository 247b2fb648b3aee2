import { X } from 'lucide-react'
import { type ReactNode, createContext, useContext, useEffect, useId, useRef, useState } from 'react'
import { Button, IconButton } from '../form/Button.tsx'
import { GivesUp } from '../form/unsaved/CancelButton.tsx'
import { useHold } from '../form/unsaved/useHold.ts'
import { useFollow } from '../form/useFollow.ts'
import { useWords } from '../language/lang.tsx'
import { words } from '../language/words.ts'

type Props = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** Buttons at the foot. The main button is the last. */ actions?: ReactNode
  wide?: boolean
  /** True if typed text in the dialog is no loss, as in a search. */
  forgets?: boolean
}

/** The context that tells whether a dialog with typed text asks before it closes. */
export const AsksBeforeClosing = createContext(false)

/**
 * A sheet from below on phones, a dialog in the middle on desktops. The browser's own `<dialog>` keeps the focus,
 * closes by Escape and gives the focus back.
 */
export const Dialog = ({ open, onClose, title, children, actions, wide, forgets = false }: Props) => {
  const t = useWords()
  const id = useId()
  const asks = useContext(AsksBeforeClosing) && !forgets
  const [typed, setTyped] = useState(false)
  // The step after the person answers: the dialog closes, or the browser goes to the page that was asked for.
  const [going, setGoing] = useState<{ go: () => void }>()
  const asking = going !== undefined
  useFollow(open, () => {
    setTyped(false)
    setGoing(undefined)
  })
  const holds = open && typed && asks
  const giveUp = (go: () => void) => (holds ? setGoing({ go }) : go())
  const stay = () => setGoing(undefined)
  const close = () => (asking ? stay() : giveUp(onClose))
  useHold(holds, (leave) =>
    setGoing({
      go: () => {
        onClose()
        leave()
      },
    }),
  )
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
  }, [open])
  return (
    // The press is on the area around the dialog. Escape is the key for the same action, and `onCancel` handles this
    // key.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape
    <dialog
      ref={ref}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClick={(event) => {
        if (event.target === ref.current) close()
      }}
      className={
        'fixed inset-x-0 bottom-0 top-auto m-0 max-h-[92dvh] w-full overflow-y-auto rounded-t-[20px] ' +
        'bg-surface shadow-card backdrop:bg-black/50 open:animate-rise backdrop:animate-fade ' +
        'md:inset-0 md:m-auto md:h-fit md:rounded-[20px] ' +
        (wide ? 'md:max-w-[44rem]' : 'md:max-w-[28rem]')
      }
    >
      {open ? (
        <div className={`flex flex-col ${actions ? '' : 'pb-[max(1rem,env(safe-area-inset-bottom))]'}`}>
          <div className="sticky top-0 z-10 flex items-center justify-between gap-4 bg-surface py-2 pl-5 pr-2">
            <h2 id={id} className="text-20 font-bold">
              {asking ? t(words.discard_title) : title}
            </h2>
            <IconButton label={t(words.close)} onClick={close}>
              <X className="size-6" aria-hidden />
            </IconButton>
          </div>
          {asking ? <p className="px-5 pb-2">{t(words.discard_text)}</p> : null}
          {/*
           * While the dialog asks its question, the form is hidden and not removed, so that typed text stays in it.
           */}
          {/*
           * The buttons of a stepper change a value without an event of a field, so a click counts as typing too. A key
           * on such a button causes a click.
           */}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- stepper */}
          <div
            className="px-5 pb-2"
            hidden={asking}
            onChange={() => setTyped(true)}
            onClick={(event) => {
              if ((event.target as Element).closest('[data-changes]')) setTyped(true)
            }}
          >
            {children}
          </div>
          {actions || asking ? (
            <div
              className={
                'sticky bottom-0 z-10 flex flex-col-reverse gap-2 bg-surface px-5 ' +
                'pb-[max(1rem,env(safe-area-inset-bottom))] pt-3 md:flex-row md:justify-end'
              }
            >
              {asking ? (
                <>
                  <Button look="plain" onClick={() => going?.go()}>
                    {t(words.discard_go)}
                  </Button>
                  <Button onClick={stay}>{t(words.keep_editing)}</Button>
                </>
              ) : (
                <GivesUp value={giveUp}>{actions}</GivesUp>
              )}
            </div>
          ) : null}
        </div>
      ) : null}
    </dialog>
  )
}
