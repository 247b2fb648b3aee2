import { Camera, ScanLine } from 'lucide-react'
import { type Ref, useState } from 'react'
import { IconButton } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { CodeCamera } from '#ui/media/camera/CodeCamera.tsx'
import { cameraWords } from '#ui/media/camera/camera.words.ts'

type Props = {
  ref?: Ref<HTMLInputElement>
  label: string
  hint: string
  value: string
  onChange: (value: string) => void
  /** Called with the whole text after Enter, which scanners send, and after the camera has read a code. */
  onRead: (value: string) => void
}
/** A field that a scanner, a camera or a person fills. */
export const ScanField = ({ ref, label, hint, value, onChange, onRead }: Props) => {
  const t = useWords()
  const [filming, setFilming] = useState(false)
  return (
    <div>
      <TextInput
        ref={ref}
        label={label}
        hint={hint}
        value={value}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        inputClassName="text-20"
        before={<ScanLine className="size-5" aria-hidden />}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          if (value.trim() !== '') onRead(value.trim())
        }}
        after={
          <IconButton label={`${t(cameraWords.open)}: ${label}`} onClick={() => setFilming(!filming)}>
            <Camera className="size-5" aria-hidden />
          </IconButton>
        }
      />
      {filming ? (
        <CodeCamera
          onRead={(text) => {
            setFilming(false)
            onChange(text)
            onRead(text)
          }}
          onClose={() => setFilming(false)}
        />
      ) : null}
    </div>
  )
}
