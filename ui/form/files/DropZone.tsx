import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../Button.tsx'

type Props = {
  /** The texts of the zone and of its button, and the kinds of files that fit. */
  label: string
  action: string
  hint: string
  accept: string
  file: File | undefined
  /** The text of the button once a file is chosen. */
  other: string
  busy?: boolean
  disabled?: boolean
  onFile: (file: File) => void
}
/**
 * A zone in which a person drops or chooses a file. The field is the browser's own field, so it works by keyboard and
 * on phones.
 */
export const DropZone = ({ label, action, hint, accept, file, other, busy, disabled, onFile }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drag = (event: DragEvent, on: boolean) => {
    event.preventDefault()
    setOver(on && !disabled)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is a second way beside the button
    <div
      className={
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded border border-dashed px-4 py-5 transition ' +
        (over ? 'border-strong bg-tint' : 'border-edge bg-sunk')
      }
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false)
        const dropped = event.dataTransfer.files[0]
        if (dropped && !disabled && !busy) onFile(dropped)
      }}
    >
      <input
        ref={input}
        type="file"
        accept={accept}
        className="sr-only"
        tabIndex={-1}
        aria-label={action}
        disabled={disabled}
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          event.target.value = ''
          if (chosen) onFile(chosen)
        }}
      />
      <span className="min-w-0 flex-[1_1_14rem]">
        <span className="block font-medium [overflow-wrap:anywhere]">{file ? file.name : label}</span>
        <span className="block text-14 text-soft">{hint}</span>
      </span>
      <Button
        look={file ? 'plain' : 'strong'}
        icon={<FileUp className="size-5" aria-hidden />}
        busy={busy ?? false}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {file ? other : action}
      </Button>
    </div>
  )
}
