import { Code, Copy, ImageUp, LayoutTemplate, RectangleHorizontal, RectangleVertical } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { path } from '#seam/console/paths.ts'
import { consoleFilesSave } from '#features/files/contract.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { FileInput } from '#ui/form/files/FileInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { useTrying } from '#ui/form/useTrying.ts'
import type { CertificateKind, Definition } from '../../contract.ts'
import { type Design, blanks, checkables, fieldOn, layersOf } from '../../template/layers.rules.ts'
import { paperFor } from '../../rules.ts'
import { consoleCertificatesStart } from '../../template/studio.contract.ts'
import { words } from './studio.words.ts'
import { designOfDefinition } from './useStudio.ts'

const Way = ({
  icon,
  title,
  description,
  children,
}: {
  icon: ReactNode
  title: string
  description: string
  children: ReactNode
}) => (
  <Card className="grid content-start gap-3">
    <h2 className="flex items-center gap-2.5 font-bold">
      <span className="text-strong">{icon}</span>
      {title}
    </h2>
    <p className="text-14 text-soft">{description}</p>
    <div className="flex flex-wrap items-end gap-2">{children}</div>
  </Card>
)

type Props = { raceid: number; definitions: readonly Definition[]; onBegin: (design: Design) => void }

export const StartCards = ({ raceid, definitions, onBegin }: Props) => {
  const t = useWords()
  const [kind, setKind] = useState<CertificateKind>('timing')
  const [copied, setCopied] = useState('')
  const { refused, trying } = useTrying()
  const start = useCall(consoleCertificatesStart)
  const upload = useCall(consoleFilesSave)
  const fresh = { name: t(words.kind_fresh[kind]), kind, eventid: null, published: false, map: {} }
  // A certificate needs the runner's name, and a code and a number by which people verify it. A new certificate has all
  // three from the beginning.
  const blank = (paper: { width: number; height: number }, bg: string | null = null) =>
    onBegin({ ...fresh, bg, ...paper, layers: layersOf([fieldOn(paper, '姓名'), ...checkables(paper)]) })
  const standard = () =>
    trying(async () => {
      const { boxes, ...rest } = await start.mutateAsync({ raceid, kind })
      onBegin({ ...fresh, ...rest, layers: layersOf(boxes) })
    })
  const own = (file: File) =>
    trying(async () => {
      const { path: bg, width, height } = await upload.mutateAsync({ raceid, files: { file } })
      blank(paperFor(width, height), bg)
    })
  const copies = definitions.filter(({ boxes }) => boxes !== null)
  const copy = copies.find(({ id }) => String(id) === copied)
  return (
    <div className="grid gap-4">
      <p className="text-soft">{t(words.start_text)}</p>
      <div className="max-w-96">
        <Segmented
          label={t(words.kind)}
          value={kind}
          onChange={(value) => setKind(value as CertificateKind)}
          options={(['timing', 'reg'] as const).map((value) => ({ value, label: t(words.kind_fresh[value]) }))}
        />
      </div>
      {refused ? (
        <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {refused.msg}
        </p>
      ) : null}
      <div className="grid gap-4 md:grid-cols-2">
        <Way
          icon={<LayoutTemplate className="size-6" aria-hidden />}
          title={t(words.start_standard)}
          description={t(words.start_standard_text)}
        >
          <Button busy={start.isPending} onClick={() => void standard()}>
            {t(words.start_use)}
          </Button>
        </Way>
        <Way
          icon={<RectangleVertical className="size-6" aria-hidden />}
          title={t(words.start_blank)}
          description={t(words.start_blank_text)}
        >
          <Button
            look="plain"
            icon={<RectangleVertical className="size-5" aria-hidden />}
            onClick={() => blank(blanks.portrait)}
          >
            {t(words.start_portrait)}
          </Button>
          <Button
            look="plain"
            icon={<RectangleHorizontal className="size-5" aria-hidden />}
            onClick={() => blank(blanks.landscape)}
          >
            {t(words.start_landscape)}
          </Button>
        </Way>
        <Way
          icon={<ImageUp className="size-6" aria-hidden />}
          title={t(words.start_own)}
          description={t(words.start_own_text)}
        >
          <FileInput
            bare
            label={t(words.start_own)}
            accept=".gif,.jpg,.jpeg,.png,.bmp"
            busy={upload.isPending}
            onFile={(file) => void own(file)}
          />
        </Way>
        {copies.length ? (
          <Way
            icon={<Copy className="size-6" aria-hidden />}
            title={t(words.start_copy)}
            description={t(words.start_copy_text)}
          >
            <Select
              bare
              className="min-w-0 flex-[1_1_12rem]"
              label={t(words.choose)}
              placeholder={t(words.choose)}
              value={copied}
              onChange={(event) => setCopied(event.target.value)}
              options={copies.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
            <Button
              look="plain"
              disabled={!copy}
              onClick={() =>
                copy &&
                onBegin({
                  ...designOfDefinition(copy),
                  name: t(words.copy_of, { name: copy.name }).slice(0, 60),
                  published: false,
                })
              }
            >
              {t(words.double)}
            </Button>
          </Way>
        ) : null}
        <Way
          icon={<Code className="size-6" aria-hidden />}
          title={t(words.start_html)}
          description={t(words.start_html_text)}
        >
          <ButtonLink look="plain" href={path.certificates({ raceid, html: 'new' })}>
            {t(words.start_paste)}
          </ButtonLink>
        </Way>
      </div>
    </div>
  )
}
