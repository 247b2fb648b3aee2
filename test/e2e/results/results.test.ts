import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, type Visitor, openStage } from '../browser/browser.ts'
import { noFaults } from '../browser/pictures.ts'
import { importRace226 } from '../browser/race.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await importRace226(stage.world)
})
afterAll(() => stage?.close())

const keptPictures = ({ page }: Visitor) =>
  page.evaluate(
    () =>
      new Promise<{ at: number; type: string; bytes: number[] }[]>((resolve, reject) => {
        const opening = indexedDB.open('ihp-certificates', 99)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const all = opening.result.transaction('pictures').objectStore('pictures').getAll()
          all.onsuccess = async () => {
            opening.result.close()
            resolve(
              await Promise.all(
                (all.result as { at: number; blob: Blob }[]).map(async ({ at, blob }) => ({
                  at,
                  type: blob.type,
                  bytes: [...new Uint8Array(await blob.arrayBuffer())],
                })),
              ),
            )
          }
        }
      }),
  )

const codeIn = async (jpeg: Uint8Array): Promise<string> => {
  const { data, info } = await sharp(jpeg).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQR(
    { width: info.width, height: info.height, data: new Uint8Array(data) },
    { effort: Infinity, timeLimit: Infinity },
  )
}

test('a result is looked up, its certificate drawn, kept and drawn again, and its code read', async () => {
  const phone = await stage.visit('phone', 'zh-cn')
  const { page } = phone
  await phone.open('/query?raceid=226&type=score')
  await page.getByRole('heading', { name: '查询成绩与证书' }).waitFor()
  await page.getByRole('searchbox').or(page.getByLabel('请输入证件号码')).fill('没有此人')
  await page.getByRole('button', { name: '查询', exact: true }).first().click()
  await page.getByText('您还没有成绩信息~').first().waitFor()
  await noFaults(phone, '30-no-score')
  // The page changes the text to capital letters before the search.
  await page.getByLabel('请输入证件号码').fill('a1002')
  await page.getByRole('button', { name: '查询', exact: true }).first().click()
  await page.getByText('找到 1 位选手').waitFor()
  expect(await page.getByLabel('请输入证件号码').inputValue()).toBe('A1002')
  await noFaults(phone, '31-score-found')
  await page.getByRole('link', { name: /沈若溪/ }).click()

  await page.getByText('3:24:08').first().waitFor()
  await page.getByRole('img', { name: '沈若溪的证书' }).waitFor()
  await page.getByRole('button', { name: '查看大图' }).waitFor()
  await noFaults(phone, '32-score')
  const first = await keptPictures(phone)
  expect(first).toHaveLength(1)
  expect(first[0]).toMatchObject({ type: 'image/jpeg' })

  // After a reload the page shows the kept picture and draws nothing.
  await page.reload()
  await page.getByRole('button', { name: '查看大图' }).waitFor()
  expect((await keptPictures(phone)).map(({ at }) => at)).toEqual([first[0]!.at])
  await page.getByRole('button', { name: '重新生成' }).click()
  await expect.poll(async () => (await keptPictures(phone))[0]?.at ?? 0).toBeGreaterThan(first[0]!.at)
  await page.getByRole('button', { name: '查看大图' }).click()
  await page.getByText('长按保存照片到相册').waitFor()
  await noFaults(phone, '33-large')

  // The code in the picture leads to the public page that confirms the result.
  const [again] = await keptPictures(phone)
  const code = await codeIn(new Uint8Array(again!.bytes))
  expect(new URL(code).origin).toBe(stage.origin)
  const desk = await stage.visit('desktop', 'en')
  await desk.open(code.slice(stage.origin.length))
  await desk.page.getByText('This certificate is genuine').waitFor()
  await noFaults(desk, '34-verify')
})
