import { snapdom } from '@zumer/snapdom'
import { PAPER_SCALE } from '../template/boxes.contract.ts'
import { MissingPicture, qrModules } from '../render/paint.rules.ts'
import { FIRST_FACE, PAPER_PAGE, PAPER_POLICY, emptyPaper } from '../template/paper.rules.ts'
import { fillText } from '../rules.ts'
import { facesInside, withSlices } from './faces.ts'
import { inlined, loadPicture } from './pictures.ts'
import type { CertificateSheet } from './sheet.ts'

/** The empty picture for a runner without a photo. */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

const qrPicture = (link: string): string => {
  const modules = qrModules(link)
  const canvas = document.createElement('canvas')
  const each = Math.ceil(900 / modules.length)
  canvas.width = canvas.height = modules.length * each
  const context = canvas.getContext('2d')!
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000000'
  modules.forEach((row, down) =>
    row.forEach((dark, across) => dark && context.fillRect(across * each, down * each, each, each)),
  )
  return canvas.toDataURL('image/png')
}

const address = /(%(?:bg|photo|qr)%|\/files\/\d+\/[0-9a-z.]+)/g

/**
 * Removes again the parts that the server's cleaning has removed. The function runs before the layout and before the
 * rasteriser, which may load addresses.
 */
const disarm = (page: DocumentFragment): void => {
  for (const element of page.querySelectorAll(
    'script,link,meta,base,iframe,frame,object,embed,svg,math,form,template,noscript,video,audio',
  ))
    element.remove()
  const own = (css: string) =>
    css
      .replace(/@import[^;]*;?/gi, '')
      .replace(
        /(url|src|image|image-set|-webkit-image-set)\(\s*(?!["']?(data:image|%(bg|photo|qr)%|\/files\/\d))[^)]*\)/gi,
        'none',
      )
  for (const element of page.querySelectorAll('*')) {
    for (const { name, value } of Array.from(element.attributes)) {
      const pictured = name === 'src' || name === 'background'
      if (
        name.startsWith('on') ||
        (pictured && !/^(data:image\/|%(bg|photo|qr)%$|\/files\/\d)/.test(value)) ||
        ['srcset', 'href', 'srcdoc', 'poster', 'data', 'action'].includes(name)
      )
        element.removeAttribute(name)
      else if (name === 'style') element.setAttribute(name, own(value))
    }
    if (element.tagName === 'IMG' && !element.hasAttribute('src')) element.remove()
    if (element.tagName === 'STYLE') element.textContent = own(element.textContent ?? '')
  }
}

/** Puts values into text nodes only, as text. Pictures go into `src`, `background` and style sheets, as data. */
const fillFragment = async (page: DocumentFragment, sheet: CertificateSheet): Promise<void> => {
  const found = new Map<string, Promise<string>>()
  const pictureFor = (name: string): Promise<string> => {
    const known = found.get(name)
    if (known) return known
    const address =
      name === '%bg%'
        ? sheet.bg
        : name === '%photo%'
          ? (sheet.photo ?? NOTHING)
          : name === '%qr%'
            ? qrPicture(sheet.link)
            : name
    const data = address === null ? Promise.reject(new MissingPicture('%bg%')) : inlined(address)
    found.set(name, data)
    return data
  }
  const withPictures = async (text: string): Promise<string> => {
    const names = [...new Set(text.match(address))]
    const pictures = new Map(await Promise.all(names.map(async (name) => [name, await pictureFor(name)] as const)))
    return text.replace(address, (name) => pictures.get(name)!)
  }
  const waiting: Promise<void>[] = []
  for (const element of page.querySelectorAll('*')) {
    for (const name of ['src', 'background', 'style']) {
      const given = element.getAttribute(name)
      if (given && address.test(given))
        waiting.push(withPictures(given).then((filled) => element.setAttribute(name, filled)))
      address.lastIndex = 0
    }
    for (const node of element.childNodes) {
      if (node.nodeType !== 3 || !node.nodeValue) continue
      if (element.tagName === 'STYLE')
        waiting.push(withPictures(node.nodeValue).then((filled) => void (node.nodeValue = filled)))
      else node.nodeValue = fillText(node.nodeValue, sheet.values)
    }
  }
  await Promise.all(waiting)
}

/**
 * Lays the runner's photo below the HTML: in the place of the element with the title 照片, or with `beneath` below the
 * whole page. A background without a window would hide the photo, so in that case the photo fills the element.
 */
const layPhoto = async (page: Document, sheet: CertificateSheet): Promise<void> => {
  const marked = page.querySelector<HTMLElement>('[title="照片"]:not(img)')
  if (sheet.photo === null || (!marked && !sheet.beneath)) return
  const data = await inlined(sheet.photo)
  const opaque = sheet.html.includes('%bg%') && !sheet.bg?.endsWith('.png')
  if (marked && opaque) {
    marked.style.background = `url(${data}) center / cover no-repeat`
    return
  }
  const { left, top, width, height } = marked?.getBoundingClientRect() ?? { left: 0, top: 0, ...sheet }
  const round = marked ? page.defaultView!.getComputedStyle(marked).borderRadius : '0'
  const content = page.createElement('div')
  content.style.cssText = `position:absolute;left:0;top:0;width:${sheet.width}px;height:${sheet.height}px`
  content.append(...page.body.childNodes)
  const photo = page.createElement('img')
  photo.src = data
  photo.style.cssText =
    `position:absolute;left:${left}px;top:${top}px;width:${width}px;height:${height}px;` +
    `object-fit:cover;border-radius:${round};margin:0;max-width:none`
  page.body.append(photo, content)
}

type Faces = Awaited<ReturnType<typeof facesInside>>

/** Parses and fills the template. Returns the HTML, its style sheets and its visible text. */
const filledPage = async (sheet: CertificateSheet): Promise<{ html: string; styles: string[]; said: string }> => {
  // A template's content is no document, so the page's own policy reports no style sheet in it.
  const template = document.createElement('template')
  template.innerHTML = sheet.html
  const page = template.content
  disarm(page)
  await fillFragment(page, sheet)
  const { fonts = [] } = sheet
  const said = page.textContent ?? ''
  if (fonts.length > 0) {
    for (const element of page.querySelectorAll('[style],[face]'))
      for (const name of ['style', 'face']) {
        const given = element.getAttribute(name)
        if (given !== null) element.setAttribute(name, withSlices(given, fonts, said))
      }
    for (const style of page.querySelectorAll('style'))
      style.textContent = withSlices(style.textContent ?? '', fonts, said)
  }
  // The page's own policy also applies in the frame and forbids style sheets in the text, so the frame gets them as
  // objects.
  const styles = [...page.querySelectorAll('style')].map((style) => {
    style.remove()
    return style.textContent ?? ''
  })
  return { html: template.innerHTML, styles, said }
}

/** Opens an empty sandboxed frame outside of the screen. `size` is the style with the width and height of the frame. */
const openFrame = async (size: string): Promise<HTMLIFrameElement> => {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-same-origin')
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  frame.style.cssText = `position:fixed;left:-20000px;top:0;${size};border:0;visibility:visible;pointer-events:none`
  const loaded = () => new Promise<void>((resolve) => frame.addEventListener('load', () => resolve(), { once: true }))
  // The rasteriser tests its style sheets in a frame. The policy of the server's empty page allows this.
  frame.src = PAPER_PAGE
  let loading = loaded()
  document.body.append(frame)
  await loading
  if (!frame.contentDocument?.querySelector('meta[name="paper"]')) {
    loading = loaded()
    frame.srcdoc = emptyPaper(`<meta http-equiv="Content-Security-Policy" content="${PAPER_POLICY}">`)
    await loading
  }
  return frame
}

/** Lays out the filled template in a sandboxed frame, and waits until every picture and font has loaded. */
const layOut = async (sheet: CertificateSheet): Promise<{ frame: HTMLIFrameElement; faces: Faces }> => {
  const { html, styles, said } = await filledPage(sheet)
  const size = `width:${sheet.width}px;height:${sheet.height}px`
  const frame = await openFrame(size)
  const inside = frame.contentDocument
  const window = inside?.defaultView as (Window & typeof globalThis) | null | undefined
  if (!inside || !window) throw new Error('The frame can not be read')
  inside.body.innerHTML = html
  // geometricPrecision places text on parts of a pixel, as on a phone. The frame and the rasteriser's picture both use
  // it.
  const ground =
    `html{text-rendering:geometricPrecision;font-family:${FIRST_FACE}}html,body{margin:0;background:#fff}` +
    `body{${size};overflow:hidden}`
  inside.adoptedStyleSheets = [ground, ...styles].map((text) => {
    const rules = new window.CSSStyleSheet()
    rules.replaceSync(text)
    return rules
  })
  const faces = await facesInside(inside, sheet.fonts ?? [], said)
  await inside.fonts.ready
  await layPhoto(inside, sheet)
  await Promise.all(
    [...inside.images].map((image) => image.decode().catch(() => Promise.reject(new MissingPicture(image.src)))),
  )
  return { frame, faces }
}

const SAMPLE = 64
const sampled = (source: CanvasImageSource): Uint8ClampedArray => {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SAMPLE
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, SAMPLE, SAMPLE)
  context.drawImage(source, 0, 0, SAMPLE, SAMPLE)
  return context.getImageData(0, 0, SAMPLE, SAMPLE).data
}
/**
 * The least share of the background's coloured pixels that the drawn picture must show. Parts of the template may cover
 * the rest of these pixels.
 */
const SHOWS = 0.2

/** Tells whether the drawn picture shows its background. WebKit's first picture may lack the background. */
const showsBackground = (drawn: HTMLCanvasElement, background: CanvasImageSource): boolean => {
  const [is, should] = [sampled(drawn), sampled(background)]
  let tinted = 0
  let seen = 0
  for (let at = 0; at < is.length; at += 4) {
    const near = (other: Uint8ClampedArray | readonly number[], from: number) =>
      Math.max(...[0, 1, 2].map((channel) => Math.abs(should[at + channel]! - other[from + channel]!)))
    if (near([255, 255, 255], 0) < 12) continue
    tinted++
    if (near(is, at) < 12) seen++
  }
  return tinted < 8 || seen >= tinted * SHOWS
}

const webkit = (): boolean => /AppleWebKit/.test(navigator.userAgent) && !/Chrom(e|ium)|Edg/.test(navigator.userAgent)

const capture = async (body: HTMLElement, sheet: CertificateSheet, faces: Faces): Promise<HTMLCanvasElement> => {
  const taken = await snapdom.toCanvas(body, {
    scale: PAPER_SCALE,
    dpr: 1,
    embedFonts: faces.length > 0,
    localFonts: faces,
    backgroundColor: '#ffffff',
    cache: 'disabled',
    placeholders: false,
  })
  const canvas = document.createElement('canvas')
  canvas.width = sheet.width * PAPER_SCALE
  canvas.height = sheet.height * PAPER_SCALE
  const context = canvas.getContext('2d', { alpha: false })!
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(taken, 0, 0)
  return canvas
}

/**
 * Draws an HTML definition with the layout of the runner's browser. A picture without its background is an error
 * (`MissingPicture`) and never a certificate.
 */
export const drawHtml = async (sheet: CertificateSheet): Promise<HTMLCanvasElement> => {
  const usesBackground = sheet.html.includes('%bg%')
  const background = usesBackground && sheet.bg !== null ? await loadPicture(sheet.bg) : null
  const { frame, faces } = await layOut(sheet)
  try {
    const body = frame.contentDocument!.body
    if (webkit()) await capture(body, sheet, faces)
    for (let tries = 0; tries < 3; tries++) {
      const drawn = await capture(body, sheet, faces)
      if (!background || showsBackground(drawn, background.source as CanvasImageSource)) return drawn
    }
    throw new MissingPicture('%bg%')
  } finally {
    frame.remove()
  }
}
