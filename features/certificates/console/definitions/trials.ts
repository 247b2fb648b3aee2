import { sampleValues } from './samples.ts'

/** The trials: invented people with whose facts staff try a certificate. */
export const trials = ['short', 'long', 'rare', 'rtl', 'missing'] as const
export type Trial = (typeof trials)[number]

const names: Readonly<Record<Trial, string>> = {
  short: '周启明',
  long: 'Wolfeschlegelsteinhausen-Bergerdorff Max',
  rare: '李䶮·𬱖',
  rtl: 'محمد عبد الرحمن',
  missing: '王',
}
/** The fields in which all runners of a race have the same values. */
const ofRace = ['赛事名称', '英文名称', '城市', '日期', '项目', '比赛项目'] as const
const gone = [
  '净成绩',
  '名次',
  '性别枪排名',
  '全部净排名',
  '性别净排名',
  '年龄段',
  '年龄段排名',
  '国籍',
  '俱乐部',
  '英文名称',
]

/** Returns the address in the code of a sample certificate. */
export const trialLink = () => `${location.origin}/verify?n=72-7K3M-9QXA-22FC-HT5W`

/**
 * Returns the facts of a test person. `facts` holds the fields of a report of this race, so that each checkpoint has a
 * value.
 */
export const trialValues = (
  trial: Trial,
  race: string,
  map: Readonly<Record<string, string>>,
  facts: Readonly<Record<string, string>> = {},
): Record<string, string> => {
  const own = { ...facts, ...sampleValues('short', race, {}), 姓名: names[trial], name: names[trial] } as Record<
    string,
    string
  >
  for (const field of ofRace) if (facts[field]) own[field] = facts[field]
  if (trial === 'missing') for (const field of gone) own[field] = ''
  return mapped(own, map)
}
/** Copies facts to the names that a definition uses (docs/behaviour/certificates.md, Placeholders: map). */
export const mapped = (
  values: Readonly<Record<string, string>>,
  map: Readonly<Record<string, string>>,
): Record<string, string> => ({
  ...values,
  ...Object.fromEntries(
    Object.entries(map).flatMap(([name, from]) => (from.trim() === '' ? [] : [[name, values[from.trim()] ?? '']])),
  ),
})
