import { clockText } from '#features/results/rules.ts'

/** The usual values of a finisher, for a preview. */
const usual: Readonly<Record<string, string>> = {
  英文名称: 'Jiangcheng Marathon 2026',
  城市: '江城',
  日期: '2026年4月12日',
  项目: '全程马拉松',
  比赛项目: '全程马拉松',
  性别: '男',
  参赛号: 'A12345',
  成绩: '03:25:41',
  枪成绩: '03:25:41',
  净成绩: '03:24:18',
  名次: '312',
  全部枪排名: '312',
  性别枪排名: '287',
  全部净排名: '309',
  性别净排名: '284',
  年龄段: '男子 35-39',
  年龄段排名: '48',
  证书编号: '72-7K3M-9QXA-22FC-HT5W',
  半程: '01:41:09',
  半程用时: '00:26:11',
  半程配速: '4:45',
  终点用时: '00:10:48',
  终点配速: '4:55',
  配速: '4:52',
  性别总人数: '18020',
  全部总人数: '26598',
  年龄段总人数: '3120',
  国籍: 'CHN',
  俱乐部: '江城跑团',
}
/** The pace of the runner in a preview, in seconds per kilometre. */
const PACE = 292
/**
 * The values of the checkpoint fields, for a runner with an even pace. Without a value the preview would show the name
 * of the field.
 */
const points = Object.fromEntries(
  Object.entries({ '05': 5, '5': 5, '10': 10, '15': 15, '20': 20, '25': 25, '30': 30, '35': 35, '40': 40 }).flatMap(
    ([label, km]) => [
      [label, clockText(km * PACE)],
      [`${label}用时`, clockText(5 * PACE)],
      [`${label}配速`, '4:52'],
    ],
  ),
)
const names = { short: '李䶮', long: '阿卜杜拉·买买提吐尔逊', foreign: 'Wolfeschlegelsteinhausen Alexander' } as const
export type SampleName = keyof typeof names
export const samples = Object.keys(names) as SampleName[]

export const sampleValues = (
  which: SampleName,
  race: string,
  map: Readonly<Record<string, string>>,
): Record<string, string> => {
  const values: Record<string, string> = { ...points, ...usual, 赛事名称: race, 姓名: names[which], name: names[which] }
  for (const [name, from] of Object.entries(map)) if (from.trim() !== '') values[name] = values[from.trim()] ?? ''
  return values
}

/** The difference between two values of a colour channel (0–255) at which a pixel begins to count as different. */
const TOLERANCE = 24
/** Compares two pictures with the same size. Returns the share of the pixels that differ. */
export const pictureDifferenceOf = (one: HTMLCanvasElement, other: HTMLCanvasElement): number => {
  const pixels = (canvas: HTMLCanvasElement) =>
    canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data
  const [a, b] = [pixels(one), pixels(other)]
  let off = 0
  for (let at = 0; at < a.length; at += 4) {
    if (
      Math.abs(a[at]! - b[at]!) > TOLERANCE ||
      Math.abs(a[at + 1]! - b[at + 1]!) > TOLERANCE ||
      Math.abs(a[at + 2]! - b[at + 2]!) > TOLERANCE
    )
      off++
  }
  return off / (a.length / 4)
}
