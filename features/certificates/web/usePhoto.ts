import { useCallback, useEffect, useState } from 'react'
import { dropPicture, keepOnDevice, readPicture } from '#features/certificates/web/devicePictures.ts'
import { useFollow } from '#ui/form/useFollow.ts'
import { fileMark } from '#ui/media/pictureFile.ts'

/** A runner's cut photo. Only this device keeps it, and every poster and the certificate can use it. */
export type ChosenPhoto = { blob: Blob; address: string; mark: string }

const keyOf = (whose: string): string => `certi202311-photo-${whose}`
const photoFrom = async (blob: Blob): Promise<ChosenPhoto> => ({
  blob,
  address: URL.createObjectURL(blob),
  mark: await fileMark(new File([blob], 'photo.jpg')),
})

/**
 * Returns the cut photo. The result is `undefined` until the device has answered, and null if there is no cut photo.
 * Without `whose` the hook does not ask the device.
 */
export const usePhoto = (
  whose: string | undefined,
): { photo: ChosenPhoto | null | undefined; take: (blob: Blob) => Promise<void>; drop: () => Promise<void> } => {
  const [photo, setPhoto] = useState<ChosenPhoto | null>()
  useFollow(whose, (next) => {
    if (next !== undefined) setPhoto(undefined)
  })
  useEffect(() => {
    if (whose === undefined) return undefined
    let gone = false
    readPicture(keyOf(whose))
      .then(async (blob) => (blob ? photoFrom(blob) : null))
      .catch(() => null)
      .then((found) => gone || setPhoto(found))
    return () => void (gone = true)
  }, [whose])
  useEffect(() => () => void (photo && URL.revokeObjectURL(photo.address)), [photo])
  const take = useCallback(
    async (blob: Blob) => {
      if (whose !== undefined) await keepOnDevice(keyOf(whose), blob)
      setPhoto(await photoFrom(blob))
    },
    [whose],
  )
  const drop = useCallback(async () => {
    if (whose !== undefined) await dropPicture(keyOf(whose))
    setPhoto(null)
  }, [whose])
  return { photo, take, drop }
}
