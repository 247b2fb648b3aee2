import { toastWarn } from '#ui/feedback/Toast.tsx'
import { currentLang } from '#ui/language/lang.tsx'
import { words as kit } from '#ui/language/words.ts'
import { saveBlob } from '#ui/network/handOver.ts'
import { loadTwice } from '#ui/network/loadTwice.ts'
import { PAPER_SCALE } from '../template/boxes.contract.ts'

/** Saves a finished picture as a PDF of one page. If saving fails, a toast says so. */
export const saveAsPdf = async (
  jpeg: Blob,
  paper: { width: number; height: number },
  /** The name of the file, without its ending. */ file: string,
): Promise<void> => {
  try {
    const { pdfOf } = await loadTwice(() => import('./pdf.ts'))
    saveBlob(pdfOf(jpeg, paper.width * PAPER_SCALE, paper.height * PAPER_SCALE), `${file}.pdf`)
  } catch {
    toastWarn(kit.unreadable[currentLang()])
  }
}
