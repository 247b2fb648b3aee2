/**
 * Reads from the EXIF block of a picture when the camera took it. The fields are DateTimeOriginal 0x9003,
 * OffsetTimeOriginal 0x9011 and SubSecTimeOriginal 0x9291 in the Exif directory 0x8769 (JEITA CP-3451). The result is
 * undefined for a missing or broken block.
 */
export const takenIn = (block: Uint8Array | undefined): { local: string; offset: string | undefined } | undefined => {
  if (!block) return undefined
  try {
    const start = String.fromCharCode(...block.subarray(0, 4)) === 'Exif' ? 6 : 0
    const view = new DataView(block.buffer, block.byteOffset + start, block.byteLength - start)
    const little = view.getUint16(0) === 0x4949
    if (!little && view.getUint16(0) !== 0x4d4d) return undefined
    const entry = (directory: number, tag: number): number | undefined => {
      const entries = view.getUint16(directory, little)
      for (let nth = 0; nth < entries; nth++)
        if (view.getUint16(directory + 2 + nth * 12, little) === tag) return directory + 2 + nth * 12
      return undefined
    }
    const exif = entry(view.getUint32(4, little), 0x8769)
    if (exif === undefined) return undefined
    const directory = view.getUint32(exif + 8, little)
    const textAt = (tag: number): string | undefined => {
      const at = entry(directory, tag)
      if (at === undefined) return undefined
      const length = view.getUint32(at + 4, little)
      const from = length <= 4 ? at + 8 : view.getUint32(at + 8, little)
      return length > 40
        ? undefined
        : Array.from({ length }, (_, nth) => String.fromCharCode(view.getUint8(from + nth)))
            .join('')
            .replace(/\0.*$/s, '')
            .trim()
    }
    const given = /^(\d{4}):(\d{2}):(\d{2}) (\d{2}):(\d{2}):(\d{2})$/.exec(textAt(0x9003) ?? '')
    if (!given) return undefined
    const fraction = textAt(0x9291)
    const [, year, month, day, hour, minute, second] = given
    return {
      local: `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction && /^\d{1,9}$/.test(fraction) ? `.${fraction}` : ''}`,
      offset: textAt(0x9011),
    }
  } catch {
    return undefined
  }
}
