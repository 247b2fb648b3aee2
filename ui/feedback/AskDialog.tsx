import { type ComponentProps, type ReactNode, useId } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../form/Button.tsx'
import { CancelButton } from '../form/unsaved/CancelButton.tsx'
import type { Refused } from '../network/call.ts'
import { Dialog } from './Dialog.tsx'
import { Refusal } from './Refusal.tsx'

type Props = Pick<ComponentProps<typeof Button>, 'look' | 'busy' | 'disabledReason'> & {
  open?: boolean
  title: ReactNode
  /** The text of the button that does the action. */
  action: ReactNode
  onDo: () => void
  onClose: () => void
  refused?: Refused | undefined
  wide?: boolean
  children?: ReactNode
}

/**
 * A dialog with one action and a way to leave without it. The action saves a form or confirms a loss. Enter in a field
 * of one line does the action too.
 */
export const AskDialog = ({
  open = true,
  title,
  action,
  onDo,
  onClose,
  refused,
  wide = false,
  children,
  ...button
}: Props) => {
  const id = useId()
  // The dialog is a child of the page's body. HTML forbids a form inside a form, and the page may have a form around
  // this dialog.
  return createPortal(
    <Dialog
      open={open}
      wide={wide}
      onClose={onClose}
      title={title}
      actions={
        <>
          <CancelButton onClick={onClose} />
          <Button {...button} type="submit" form={id}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="grid gap-4 pb-2"
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          onDo()
        }}
      >
        {children}
        <Refusal refused={refused} />
      </form>
    </Dialog>,
    document.body,
  )
}
