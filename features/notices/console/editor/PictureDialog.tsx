import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { PictureInput, type UploadOptions } from '#ui/form/files/PictureInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { wrong } from '#contract/wrong.ts'
import { pictureShares } from './blocks.ts'
import { editorWords as words } from './editor.words.ts'

export type KeptNoticePicture = { path: string; width: number; height: number }
type Props = {
  editor: Editor
  upload: (file: File, options: UploadOptions) => Promise<KeptNoticePicture>
  onClose: () => void
}
type Chosen = { src?: string | undefined; alt: string; width?: unknown; height?: unknown; share: string | null }

/** The dialog that adds a picture to an article, or changes the chosen picture. */
export const PictureDialog = ({ editor, upload, onClose }: Props) => {
  const t = useWords()
  const isOld = editor.isActive('picture')
  const [picture, setPicture] = useState<Chosen>(() =>
    isOld ? (editor.getAttributes('picture') as Chosen) : { alt: '', share: null },
  )
  const [decorative, setDecorative] = useState(isOld && picture.alt === '')
  const [tried, setTried] = useState(false)
  const alt = decorative ? '' : picture.alt.trim()
  const send = async (file: File, options: UploadOptions) => {
    const kept = await upload(file, options)
    setPicture((before) => ({ ...before, width: kept.width, height: kept.height }))
    return kept
  }
  const put = () => {
    setTried(true)
    if (!picture.src || (!decorative && alt === '')) return
    const attrs = { ...picture, alt }
    if (isOld) editor.chain().focus().updateAttributes('picture', attrs).run()
    else editor.chain().focus().insertContent({ type: 'picture', attrs }).run()
    onClose()
  }
  return (
    <AskDialog title={t(words.picture)} action={t(words.apply)} onClose={onClose} onDo={put}>
      <PictureInput
        label={t(words.picture_file)}
        value={picture.src}
        error={tried && !picture.src ? t(words.picture_missing) : undefined}
        upload={send}
        onChange={(src) => setPicture((before) => ({ ...before, src }))}
      />
      <TextInput
        label={t(words.picture_alt)}
        value={decorative ? '' : picture.alt}
        error={tried && !decorative && alt === '' ? t(wrong.required) : undefined}
        disabled={decorative}
        maxLength={300}
        onChange={(event) => setPicture((before) => ({ ...before, alt: event.target.value }))}
      />
      <Checkbox checked={decorative} onChange={(event) => setDecorative(event.target.checked)}>
        {t(words.picture_decorative)}
      </Checkbox>
      <Select
        label={t(words.picture_width)}
        value={picture.share ?? ''}
        options={[
          { value: '', label: t(words.picture_natural) },
          ...[...new Set([...pictureShares, ...(picture.share ? [picture.share] : [])])].map((share) => ({
            value: share,
            label: t(words.picture_share, { share }),
          })),
        ]}
        onChange={(event) => setPicture((before) => ({ ...before, share: event.target.value || null }))}
      />
    </AskDialog>
  )
}
