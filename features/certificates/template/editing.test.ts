import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { type Box, Boxes } from './boxes.contract.ts'
import { contrastOn, templateFindings, findPaleTexts } from './checks.rules.ts'
import type { CanvasContext } from '../render/canvasContext.rules.ts'
import {
  type Design,
  blanks,
  changedBox,
  checkables,
  doubled,
  fieldOn,
  framedBy,
  freshBox,
  imageOn,
  layersOf,
  shiftBox,
  onPaper,
  scaledBy,
  shiftedLayer,
  shifts,
  withBox,
  withoutBox,
} from './layers.rules.ts'
import { outlineOf } from './outlines.rules.ts'
import { paint } from '../render/paint.rules.ts'
import { lacksCode, usualFields } from '../rules.ts'
import { drawStandard } from './standard.rules.ts'

const paper = blanks.portrait
const link = 'https://startline.example/verify?n=72-7K3M-9QXA-22FC-HT5W'
const design = (boxes: readonly Box[], patch: Partial<Design> = {}): Design => ({
  name: '证书',
  kind: 'timing',
  eventid: null,
  published: false,
  map: {},
  bg: null,
  ...paper,
  layers: layersOf(boxes),
  ...patch,
})
const everyKind: Box[] = [
  ...(['text', 'photo', 'rect', 'line', 'qr', 'watermark'] as const).map((kind) => freshBox(kind, paper, '你好')),
  imageOn(paper, `/files/7/${'a'.repeat(32)}.png`, { width: 3000, height: 500 }),
]
const contextOf = (width: number, height: number) => {
  const context = createCanvas(width, height).getContext('2d')
  return {
    context: context as unknown as CanvasContext,
    pixels: (x: number, y: number, w: number, h: number) => context.getImageData(x, y, w, h).data as Uint8ClampedArray,
  }
}

describe('layers', () => {
  test('a new box of each kind can be saved, lies on the paper, and has a key of its own', () => {
    let now = design([])
    for (const box of everyKind) now = withBox(now, box).design
    expect(Boxes.parse(now.layers.map(({ box }) => box))).toEqual(everyKind)
    expect(now.layers.map(({ key }) => key)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(withBox(withoutBox(now, 3), everyKind[0]!).key).toBe(8)
    const { context } = contextOf(8, 8)
    for (const small of [paper, blanks.landscape, { width: 100, height: 100 }]) {
      for (const kind of ['text', 'photo', 'rect', 'qr'] as const) Boxes.parse([freshBox(kind, small, 'a')])
      expect(
        templateFindings(context, {
          ...design(checkables(paper)),
          known: new Set(usualFields),
          trials: [{ 证书编号: '7-7K3M-9QXA-22FC-HT5W' }],
          link,
        }).map(({ what }) => what),
      ).toEqual(['no_name'])
    }
    expect(lacksCode(checkables(paper))).toBe(false)
    expect(fieldOn(paper, '姓名').size).toBeGreaterThan(fieldOn(paper, '城市').size)
  })
  test('a layer that is moved and moved back is unchanged; an empty change is no change', () => {
    for (const box of everyKind) expect(shiftBox(shiftBox(box, 7, -13), -7, 13)).toEqual(box)
    const one = design(everyKind)
    expect(changedBox(one, 2, (box) => box)).toBe(one)
    expect(
      changedBox(one, 2, (box) => ({ ...box })),
      'the same values again',
    ).toBe(one)
    expect(changedBox(one, 99, (box) => shiftBox(box, 1, 1))).toBe(one)
  })
  test('a layer never leaves the limits of saving, however far a person drags it', () => {
    for (const box of everyKind)
      expect(
        Boxes.safeParse([
          shiftBox(box, 99_999, -99_999),
          framedBy(box, { x: -99_999, y: 0, width: 99_999, height: 0 }),
          scaledBy(box, 0.01),
        ]).error,
        box.kind,
      ).toBeUndefined()
  })
  test('a text takes a new width and keeps its height; a code stays square', () => {
    const [text, , , , code] = everyKind as [
      Extract<Box, { kind: 'text' }>,
      Box,
      Box,
      Box,
      Extract<Box, { kind: 'qr' }>,
    ]
    expect(framedBy(text, { x: 10, y: 999, width: 300, height: 5 })).toMatchObject({
      x: 10,
      y: text.y,
      width: 300,
      size: text.size,
    })
    expect(framedBy(code, { x: 10, y: 20, width: 300, height: 5 })).toMatchObject({ x: 10, y: 20, size: 300 })
  })
  test('order: to the front, to the back, by one step; at the end nothing happens', () => {
    const one = design(everyKind)
    const keys = (now: Design) => now.layers.map(({ key }) => key)
    expect(keys(shiftedLayer(one, 1, 'front'))).toEqual([2, 3, 4, 5, 6, 7, 1])
    expect(keys(shiftedLayer(one, 7, 'back'))).toEqual([7, 1, 2, 3, 4, 5, 6])
    expect(keys(shiftedLayer(one, 3, 'up'))).toEqual([1, 2, 4, 3, 5, 6, 7])
    expect(shiftedLayer(one, 7, 'up')).toBe(one)
    for (const to of shifts) expect(keys(shiftedLayer(one, 4, to)).toSorted()).toEqual(keys(one))
    const { design: two, key } = doubled(one, 2)
    expect(two.layers.map((layer) => layer.key)).toEqual([1, 2, 8, 3, 4, 5, 6, 7])
    expect(key).toBe(8)
  })
  test('on a paper of another width everything keeps its place in proportion', () => {
    const half = onPaper(design(everyKind), '/files/7/x.jpg', { width: 640, height: 905 })
    const [before, after] = [everyKind[3], half.layers[3]!.box] as [
      Extract<Box, { kind: 'line' }>,
      Extract<Box, { kind: 'line' }>,
    ]
    expect([after.x1, after.y1, after.x2]).toEqual([before.x1 / 2, before.y1 / 2, before.x2 / 2])
    Boxes.parse(half.layers.map(({ box }) => box))
    expect(onPaper(design(everyKind), null, { width: 1280, height: 1000 }).layers.map(({ box }) => box)).toEqual(
      everyKind,
    )
  })
})

describe('outlines', () => {
  const { context, pixels } = contextOf(400, 400)
  const text = Boxes.parse([
    {
      kind: 'text',
      x: 60,
      y: 80,
      width: 200,
      text: '%姓名%',
      font: 'Noto Sans CJK SC, sans-serif',
      size: 40,
      weight: 400,
      colour: '#000000',
      align: 'right',
      line: 60,
      fit: 'shrink',
    },
  ])[0] as Extract<Box, { kind: 'text' }>
  /** Tells whether all painted pixels of a box lie inside its outline. */
  const within = (box: Box, slack: number): boolean => {
    const outline = outlineOf(context, box, { 姓名: '李䶮永' })!
    paint(
      context,
      {
        width: 400,
        height: 400,
        background: null,
        boxes: [box],
        values: { 姓名: '李䶮永' },
        pictures: new Map(),
        photo: null,
        link,
      },
      1,
    )
    const data = pixels(0, 0, 400, 400)
    const angle = (-outline.rotate * Math.PI) / 180
    let painted = 0
    for (let at = 0; at < 400 * 400; at++) {
      if (data[at * 4]! > 200) continue
      painted++
      const [dx, dy] = [
        (at % 400) + 0.5 - outline.x - outline.width / 2,
        Math.floor(at / 400) + 0.5 - outline.y - outline.height / 2,
      ]
      const [across, down] = [dx * Math.cos(angle) - dy * Math.sin(angle), dx * Math.sin(angle) + dy * Math.cos(angle)]
      if (Math.abs(across) > outline.width / 2 + slack || Math.abs(down) > outline.height / 2 + slack) return false
    }
    return painted > 100
  }
  test('are where the painter paints, also for turned and vertical texts and texts without a width', () => {
    const cases: Partial<typeof text>[] = [
      {},
      { rotate: 30 },
      { vertical: true },
      { vertical: true, rotate: -45 },
      { width: null },
      { width: null, rotate: 60, x: 160 },
      { text: '%姓名%\n第二行' },
    ]
    for (const patch of cases) expect(within({ ...text, ...patch }, 3), JSON.stringify(patch)).toBe(true)
    expect(within({ ...text, width: null, rotate: 60, x: 160, text: '' }, 3), 'nothing painted is no proof').toBe(false)
  })
})

describe('what the editor warns of', () => {
  const { context, pixels } = contextOf(1280, 1810)
  const known = new Set(usualFields)
  const long = 'Wolfeschlegelsteinhausen-Bergerdorff Max'
  const check = (boxes: readonly Box[], patch: Partial<Design> = {}) =>
    templateFindings(context, {
      ...design(boxes, patch),
      known,
      trials: [
        { 姓名: '李䶮', 证书编号: '7-7K3M-9QXA-22FC-HT5W' },
        { 姓名: long, 证书编号: '7-7K3M-9QXA-22FC-HT5W' },
      ],
      link,
    })
  const name = fieldOn(paper, '姓名')
  test('gives no warning about the standard certificates', () => {
    for (const kind of ['timing', 'reg'] as const) {
      const { boxes, width, height } = drawStandard({ kind, primary: '#c8102e', city: '江城' })
      expect(check(boxes), kind).toEqual([])
      const white = {
        width,
        height,
        background: null,
        boxes,
        values: { 姓名: '李䶮' },
        pictures: new Map(),
        photo: null,
        link,
      }
      const pale = findPaleTexts(context, pixels, white, layersOf(boxes), 1).map(({ key }) => boxes[key! - 1]!)
      expect(
        pale.every((box) => box.kind === 'text' && box.colour === '#ffffff'),
        'white words want the coloured head',
      ).toBe(true)
    }
  })
  test('of missing facts, and of names without a value', () => {
    expect(check([]).map(({ what }) => what)).toEqual(['no_code', 'no_number', 'no_name'])
    expect(check([...checkables(paper), name, freshBox('photo', paper, ''), freshBox('photo', paper, '')])).toEqual([
      { what: 'photos', key: 5 },
    ])
    const odd = { ...name, size: 30, text: '%姓名% %年龄组% %芯片%' }
    expect(check([...checkables(paper), odd])).toEqual([{ what: 'unknown', key: 3, detail: '%年龄组% %芯片%' }])
    expect(check([...checkables(paper), odd], { map: { 年龄组: '年龄段', 芯片: '俱乐部' } })).toEqual([])
  })
  test('of a long name that does not fit, but not of a name that shrinks', () => {
    const of = (patch: Partial<typeof name>) =>
      check([...checkables(paper), { ...name, ...patch }]).map(({ what }) => what)
    expect(of({})).toEqual([])
    expect(of({ fit: 'none' })).toEqual(['over'])
    expect(of({ fit: 'none', width: null, x: 100, align: 'left' })).toEqual(['outside'])
    expect(of({ width: 300 })).toEqual(['squeezed'])
    expect(of({ fit: 'wrap', width: 400 }), 'one word is wider than its room').toEqual(['over'])
    expect(of({ text: ' ' })).toEqual(['no_name', 'empty'])
  })
  test('of layers outside the paper; a coloured bar may cross the edge', () => {
    const of = (box: Box) => check([...checkables(paper), name, box])
    const bar = freshBox('rect', paper, '')
    expect(of(shiftBox(bar, -600, 0))).toEqual([])
    expect(of(shiftBox(bar, -2000, 0))).toEqual([{ what: 'outside', key: 4 }])
    expect(of(shiftBox({ ...name, rotate: 90 }, 0, -700))).toEqual([{ what: 'outside', key: 4 }])
    expect(check([shiftBox(checkables(paper)[0]!, 200, 0), checkables(paper)[1]!, name])).toEqual([
      { what: 'outside', key: 1 },
    ])
  })
  test('of a code whose modules are too small to be read', () => {
    const [code, number] = checkables(paper) as [Extract<Box, { kind: 'qr' }>, Box]
    const found = check([{ ...code, size: 60 }, number, name])
    expect(found).toEqual([{ what: 'qr_small', key: 1, detail: expect.stringMatching(/^\d+$/) as string }])
    expect(check([{ ...code, size: Number(found[0]!.detail) }, number, name])).toEqual([])
  })
  test('of letters that hardly differ from their background', () => {
    const ground: Box = {
      kind: 'rect',
      x: 0,
      y: 0,
      width: 1280,
      height: 1810,
      colour: '#777777',
      border: null,
      radius: 0,
      rotate: 0,
      opacity: 1,
    }
    const of = (patch: Partial<typeof name>) => {
      const boxes = [ground, { ...name, text: '文字', ...patch }]
      return findPaleTexts(
        context,
        pixels,
        { ...paper, background: null, boxes, values: {}, pictures: new Map(), photo: null, link },
        layersOf(boxes),
        0.5,
      )
    }
    expect(of({ colour: '#888888' })).toEqual([{ what: 'pale', key: 2, detail: '1.3' }])
    expect(of({ colour: '#ffffff' })).toEqual([])
    expect(of({ colour: '#ffffff', size: 20, weight: 400 }), 'small letters want more').toMatchObject([
      { what: 'pale' },
    ])
    expect(of({ colour: '#ffffff', opacity: 0.3 })).toMatchObject([{ what: 'pale' }])
    expect(of({ colour: '#888888', shadow: { x: 0, y: 2, blur: 6, colour: '#000000' } })).toEqual([])
    expect(
      of({ colour: '#888888', rotate: 90, x: 0, y: -600 }),
      'where nothing is on the paper there is no ground',
    ).toEqual([])
    expect(contrastOn(new Uint8ClampedArray([255, 255, 255, 255]), '#000000', 1)).toBeCloseTo(21)
  })
})
