import encodeQR from 'qr'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'

/**
 * Samples for tests that compare certificates: a paper, a background, a photo, and runners whose names are difficult to
 * typeset.
 */
export const size = { width: 1280, height: 1810 }
export const link = 'https://startline.example/verify?n=7K3M-9QXA-22FC-HT5W'

export const usual = {
  赛事名称: '2026江城马拉松',
  英文名称: 'Jiangcheng Marathon 2026',
  项目: '全程马拉松',
  参赛号: 'A12345',
  年龄段: '男子35-39岁',
  枪成绩: '03:25:41',
  净成绩: '03:24:18',
  全部枪排名: '312 / 26598',
  性别枪排名: '287 / 18020',
  日期: '2026年11月22日',
}
export const runners: Record<string, Record<string, string>> = {
  'a short name with a rare character': { ...usual, 姓名: '李䶮' },
  'a long name with rare characters': {
    ...usual,
    姓名: '阿卜杜拉·买买提吐尔逊·𬱖',
    英文名称: 'The Extraordinarily Long Named Jiangcheng International Marathon & Half Marathon',
    赛事名称: '2026江城国际马拉松赛暨全国马拉松锦标赛（江城站）',
  },
  'a foreign name of forty-four letters': { ...usual, 姓名: 'Wolfeschlegelsteinhausen Alexander Maximilian' },
  'a name from right to left': { ...usual, 姓名: 'محمد عبد الرحمن' },
  'a name that would be HTML': { ...usual, 姓名: '<b>O\'Neill</b> & "Söhne"' },
  'missing fields': { ...usual, 姓名: '王', 年龄段: '', 净成绩: '', 性别枪排名: '' },
}

const svgPicture = async (inside: string, width: number, height: number) =>
  `data:image/jpeg;base64,${(
    await sharp(
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`),
    )
      .jpeg({ quality: 90 })
      .toBuffer()
  ).toString('base64')}`
export const background = () =>
  svgPicture(
    '<defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fde8d8"/><stop offset="1" stop-color="#d8ecfd"/></linearGradient></defs><rect width="1280" height="1810" fill="url(#g)"/><rect x="30" y="30" width="1220" height="1750" fill="none" stroke="#8b1a1a" stroke-width="6"/>',
    size.width,
    size.height,
  )
export const portrait = () =>
  svgPicture('<rect width="600" height="800" fill="#3a7"/><circle cx="300" cy="300" r="200" fill="#fc6"/>', 600, 800)

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
/** Fills the template by simple text replacement, so that the browser's rendering uses nothing of the tested code. */
export const filledByHand = (
  html: string,
  values: Readonly<Record<string, string>>,
  pictures: { bg: string; photo: string; link: string },
): string => {
  const modules = encodeQR(pictures.link, 'raw', { ecc: 'medium', border: 2 })
  const dark = modules
    .flatMap((row, y) => row.map((on, x) => (on ? `<rect x="${x}" y="${y}" width="1" height="1"/>` : '')))
    .join('')
  const code = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules.length} ${modules.length}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/>${dark}</svg>`
  const all: Record<string, string> = {
    bg: pictures.bg,
    photo: pictures.photo,
    qr: `data:image/svg+xml;base64,${Buffer.from(code).toString('base64')}`,
  }
  for (const [name, value] of Object.entries(values)) all[name] = escaped(value)
  return Object.entries(all).reduce((filled, [name, value]) => filled.replaceAll(`%${name}%`, value), html)
}

export const readCode = async (picture: Buffer): Promise<string> => {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQR(
    { width: info.width, height: info.height, data: new Uint8Array(data) },
    { effort: Infinity, timeLimit: Infinity },
  )
}
