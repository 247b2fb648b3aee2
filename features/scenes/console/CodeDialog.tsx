import { Dialog } from '#ui/feedback/Dialog.tsx'
import { QrCode } from '#ui/media/QrCode.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { SceneLine } from '../console.contract.ts'
import { words } from '../words.ts'

/** Shows the ordinary code of a scene, to try it with a phone. */
export const CodeDialog = ({ scene, onClose }: { scene: SceneLine; onClose: () => void }) => {
  const t = useWords()
  return (
    <Dialog open onClose={onClose} title={scene.label}>
      <div className="grid justify-items-center gap-3 pb-4 text-center">
        <QrCode text={scene.address} size={240} label={t(words.show)} />
        <p className="figures break-all text-14 text-soft">{scene.address}</p>
        <p className="figures break-all text-14">
          {t(words.scene)} {scene.scene}
        </p>
      </div>
    </Dialog>
  )
}
