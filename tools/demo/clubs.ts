import { chanceFrom } from './chance.ts'

const names = [
  '海屿晨跑团',
  '滨海夜跑联盟',
  '环岛跑者',
  '鹭江跑团',
  '灯塔跑步俱乐部',
  '潮汐跑团',
  '珊瑚礁女子跑团',
  '蓝鲸跑团',
  '海风三人行',
  '第七码头跑团',
  '木棉花跑团',
  '凤凰木跑团',
  '港湾医院跑团',
  '海屿大学校友跑团',
  '银滩马拉松俱乐部',
  '南屏山跑团',
  '云脊跑山会',
  '松坪越野队',
  '老茶马古道跑团',
  '雪线之上',
  'Haiyu Harriers',
  'Seafront Striders',
  'Expat Runners',
  'Kite & Tide RC',
] as const

/**
 * Returns a function that gives the club of the next runner of a result file, or an empty text for a runner without a
 * club. The function uses random numbers of its own, so that the runners stay the same.
 */
export const clubsFor = (seed: number, share: number): ((at: number) => string) => {
  const chance = chanceFrom(seed * 31 + 7)
  return () => {
    const [has, which] = [chance.next() < share, chance.next()]
    // The square makes a few clubs large and many clubs small.
    return has ? names[Math.floor(which * which * names.length)]! : ''
  }
}
