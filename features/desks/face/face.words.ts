import { refusal, text } from '#contract/words.ts'
import type { DetectOutcome, FaceOutcome } from './face.rules.ts'

export const faceRefusals = {
  face_check_off: refusal(
    '404',
    '没有开启人脸核验，请核对证件或扫描二维码',
    '沒有開啟人臉核驗，請核對證件或掃描 QR Code',
    'Faces are not checked here. Please check the document or scan the QR code',
  ),
  face_not_agreed: refusal(
    '409',
    '该选手未同意人脸核验，请核对证件或扫描二维码',
    '該選手未同意人臉核驗，請核對證件或掃描 QR Code',
    'This runner has not agreed to a face check. Please check the document or scan the QR code',
  ),
} as const

/**
 * The sentence for each answer. Each sentence except `match` and `one` names another way to prove identity.
 */
export const faceOutcomeWords = {
  match: text('人脸与证件一致', '人臉與證件相符', 'The face matches the document'),
  no_match: text(
    '人脸与证件不一致，请核对证件原件或扫描二维码',
    '人臉與證件不符，請核對證件正本或掃描 QR Code',
    'The face does not match. Please check the document itself or scan the QR code',
  ),
  several: text(
    '照片里不止一张脸，请只拍选手一人，或核对证件、扫描二维码',
    '照片裡不只一張臉，請只拍選手一人，或核對證件、掃描 QR Code',
    'The picture shows several faces. Take the runner alone, or check the document or the QR code',
  ),
  none: text(
    '照片里没有人脸，请正对镜头重拍，或核对证件、扫描二维码',
    '照片裡沒有人臉，請正對鏡頭重拍，或核對證件、掃描 QR Code',
    'There is no face in the photo. Please take it again from the front, or check the document or QR code',
  ),
  dark: text(
    '照片太暗，请到亮处重拍，或核对证件、扫描二维码',
    '照片太暗，請到亮處重拍，或核對證件、掃描 QR Code',
    'The picture is too dark. Take it again in the light, or check the document or the QR code',
  ),
  slow: text(
    '人脸核验等待超时，请核对证件或扫描二维码',
    '人臉核驗等候逾時，請核對證件或掃描 QR Code',
    'The face check takes too long. Please check the document or scan the QR code',
  ),
  down: text(
    '人脸核验暂时不可用，请核对证件或扫描二维码',
    '人臉核驗暫時無法使用，請核對證件或掃描 QR Code',
    'The face check is not available. Please check the document or scan the QR code',
  ),
  one: text('照片里有一张人脸', '照片裡有一張人臉', 'The picture shows one face'),
} as const satisfies Record<FaceOutcome | DetectOutcome, unknown>

export const faceWords = {
  title: text('人脸核验', '人臉核驗', 'Face check'),
  about: text(
    '选手已同意。照片只用于本次核验，不保存。也可以只核对证件或二维码。',
    '選手已同意。照片只用於本次核驗，不保存。也可以只核對證件或 QR Code。',
    'The runner agreed. The picture is used once and not kept. Document or QR code work as well.',
  ),
  choose: text('模拟服务：选择下一次的结果', '模擬服務：選擇下一次的結果', 'Sandbox: choose its next answer'),
  take: text('拍照核验人脸', '拍照核驗人臉', 'Take a picture to check the face'),
} as const
