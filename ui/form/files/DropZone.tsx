import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../Button.tsx'

type Props = {
  /** What the zone says, what the button says, and which files fit. */
  label: string
  action: string
  hint: string
  accept: string
  /** The file that was chosen. */
  file: File | undefined
  /** What the button says once there is one. */
  other: string
  busy?: boolean
  disabled?: boolean
  onFile: (file: File) => void
}
/** A file is dropped here or chosen; the field is the platform's own, so that it works by keyboard and on phones. */
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
        <span className="block break-all font-medium">{file ? file.name : label}</span>
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
