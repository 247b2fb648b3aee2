import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { langOf, text } from '#contract/words.ts'
import { type PageAnswer, type PageRequest, hiddenInputs, framedPage, sendBack } from '../payment/shell.ts'
import { type FaceWeather, faceWeathers } from './server.ts'

/** The page on which a person chooses the next answer of the sandbox that compares faces. */
export const FACE_PAGE = '/pretend/faces'

const words = {
  title: text('模拟人脸核验', '模擬人臉核驗', 'Sandbox face check'),
  notice: text(
    '这是演示用的模拟人脸核验，不比对照片，也不保存照片。',
    '這是示範用的模擬人臉核驗，不比對照片，也不儲存照片。',
    'This service is only pretended, for demonstration: it compares no picture and keeps none.',
  ),
  choose: text('下一次核验返回什么结果？', '下一次核驗傳回什麼結果？', 'Which answer comes next?'),
  stays: text(
    '选择后一直有效，直到再次更改。',
    '選擇後一直有效，直到再次變更。',
    'The choice stays until you change it.',
  ),
  match: text('一致', '相符', 'Match'),
  no_match: text('不一致', '不符', 'No match'),
  several: text('多张脸', '多張臉', 'Several faces'),
  none: text('没有人脸', '沒有人臉', 'No face'),
  dark: text('太暗', '太暗', 'Too dark'),
  slow: text('超时（等待 8 秒）', '逾時（等候 8 秒）', 'Too slow (wait 8 seconds)'),
  down: text('服务中断', '服務中斷', 'Service down'),
} as const

const isWeather = (said: string | null): said is FaceWeather => faceWeathers.some((one) => one === said)

/**
 * Returns the chosen answer, which is kept in a file, because each process of a server runs a sandbox of its own.
 * Without a known answer in the file, the answer is a match.
 */
export const weatherIn = (folder: string): { answer: FaceWeather } => {
  const file = join(folder, 'faces.txt')
  return {
    get answer() {
      try {
        const said = readFileSync(file, 'utf8')
        return isWeather(said) ? said : 'match'
      } catch {
        return 'match'
      }
    },
    set answer(to) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(`${file}.${process.pid}`, to)
      renameSync(`${file}.${process.pid}`, file)
    },
  }
}

/** Answers a request for the page. The form on the page sets `weather.answer`. */
export const facePage = (
  weather: { answer: FaceWeather },
  { method, query, form, acceptLanguage }: PageRequest,
): PageAnswer => {
  const chosen = form.get('answer')
  const lang = langOf(form.get('lang') ?? query.get('lang') ?? acceptLanguage.split(',')[0])
  if (method === 'POST') {
    if (isWeather(chosen)) weather.answer = chosen
    return sendBack(`${FACE_PAGE}?lang=${lang}`)
  }
  const now = weather.answer
  const buttons = faceWeathers.map((one) => {
    const on = one === now
    return `<button name="answer" value="${one}" aria-pressed="${on}" class="${on ? 'go' : 'no'}">${words[one][lang]}</button>`
  })
  const inner =
    `<h1>${words.choose[lang]}</h1><p class="hint">${words.stays[lang]}</p>` +
    `<form method="post" action="${FACE_PAGE}">${hiddenInputs([['lang', lang]])}${buttons.join('')}</form>`
  return framedPage(lang, 200, inner, query, FACE_PAGE, '', words)
}
