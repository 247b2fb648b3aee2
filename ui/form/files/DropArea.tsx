import { type DragEvent, type ReactNode, useState } from 'react'
import { droppedFiles } from './droppedFiles.ts'

type Props = { disabled: boolean; onFiles: (files: readonly File[]) => void; children: ReactNode }
/** A part of a page that takes dropped files and folders. The field in it does the same for a keyboard or a finger. */
export const DropArea = ({ disabled, onFiles, children }: Props) => {
  const [over, setOver] = useState(false)
  const drag = (event: DragEvent, on: boolean) => {
    event.preventDefault()
    setOver(on && !disabled)
  }
  const drop = async (data: DataTransfer) => {
    const files = await droppedFiles(data)
    if (files.length > 0) onFiles(files)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is a second way beside the field
    <div
      className={
        'rounded border border-dashed px-4 py-5 transition ' + (over ? 'border-strong bg-tint' : 'border-edge bg-sunk')
      }
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false)
        if (!disabled) void drop(event.dataTransfer)
      }}
    >
      {children}
    </div>
  )
}
