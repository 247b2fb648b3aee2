import { text } from './words.ts'

/**
 * The rights of staff, with their words. The server checks a right by its name (`access: { right: 'results.import' }`).
 * The console disables buttons by the same rights.
 */
export const rights = {
  'staff.manage': text('管理工作人员', '管理工作人員', 'Manage staff'),
  'log.read': text('查看操作日志', '檢視操作紀錄', 'Read the log'),
  'outbox.read': text('查看模拟短信', '檢視模擬簡訊', 'Read the sandbox outbox'),
  'accounts.merge': text('合并账号', '合併帳號', 'Merge accounts'),
  'platform.edit': text('修改平台设置', '修改平台設定', 'Change the platform settings'),
  'maps.edit': text('设置地图', '設定地圖', 'Set the map'),
  'integrations.manage': text('管理 API 密钥与 Webhook', '管理 API 金鑰與 Webhook', 'Manage API keys and webhooks'),
  'race.edit': text('编辑赛事', '編輯賽事', 'Edit the race'),
  'events.edit': text('编辑组别与名额', '編輯組別與名額', 'Edit events and places'),
  'race.disrupt': text('延期、缩短或取消赛事', '延期、縮短或取消賽事', 'Postpone, shorten or cancel the race'),
  'safety.broadcast': text('安全广播与天气旗', '安全廣播與天氣旗', 'Broadcast safety messages and raise flags'),
  'notices.edit': text('编辑公告', '編輯公告', 'Edit notices'),
  'registrations.read': text('查看报名', '檢視報名', 'Read registrations'),
  'registrations.edit': text('处理报名', '處理報名', 'Handle registrations'),
  'bulk.undo': text('撤销批量操作', '復原批次操作', 'Undo bulk actions'),
  'registrations.overrule': text('突破组别的年龄与证件限制', '突破組別的年齡與證件限制', "Overrule an event's limits"),
  'registrations.enter': text('现场报名', '現場報名', 'Enter people by hand'),
  'invitations.edit': text('管理邀请码', '管理邀請碼', 'Manage invitation codes'),
  'clubs.manage': text('管理团体名额', '管理團體名額', 'Manage clubs and their quotas'),
  'bans.edit': text('管理禁赛名单', '管理禁賽名單', 'Manage banned runners'),
  'names.decide': text('处理实名核验', '處理實名核驗', 'Decide about real names'),
  'substitutes.decide': text('处理疑似替跑', '處理疑似替跑', 'Decide about suspected substitutes'),
  'teams.edit': text('管理团队', '管理團隊', 'Manage teams'),
  'bibs.edit': text('分配参赛号与出发区', '分配參賽號與出發區', 'Assign bibs and start zones'),
  'checkin.edit': text(
    '管理物资、预约与志愿者',
    '管理物資、預約與志工',
    'Manage race packs, appointments and volunteers',
  ),
  'sealed.open': text('查看证件与联系方式', '檢視證件與聯絡方式', 'Open identity and contact details'),
  'desk.work': text('在领物台发放', '在領物台發放', 'Hand out packs at a desk'),
  'desk.manage': text('管理领物台', '管理領物台', 'Run the desks'),
  'tracking.control': text('赛道监控', '賽道監控', 'Race control'),
  'tracking.devices': text('发放定位设备', '發放定位裝置', 'Hand out tracking devices'),
  'medical.register': text('登记医疗事件', '登記醫療事件', 'Keep the medical register'),
  'medical.open': text('查看医疗信息', '檢視醫療資訊', 'Open medical details'),
  'money.read': text('查看订单', '檢視訂單', 'Read orders'),
  'channels.prove': text('确认支付渠道已验证', '確認付款管道已驗證', 'Vouch for payment channels'),
  'money.refund': text('退款', '退款', 'Refund'),
  'money.reconcile': text('与支付渠道对账', '與付款管道對帳', 'Reconcile with payment channels'),
  'hotels.manage': text('管理合作酒店', '管理合作飯店', 'Manage partner hotels'),
  'hotels.work': text('处理酒店预订', '處理飯店訂房', 'Serve hotel bookings'),
  'invoices.edit': text('开具发票', '開立發票', 'Issue invoices'),
  'results.import': text('导入成绩', '匯入成績', 'Import results'),
  'results.edit': text('修改成绩', '修改成績', 'Correct results'),
  'certificates.edit': text('编辑证书', '編輯證書', 'Edit certificates'),
  'hall.manage': text('管理成绩大厅', '管理成績大廳', 'Run the results hall'),
  'feed.manage': text('管理图文直播', '管理圖文直播', 'Run the live feed'),
  'photos.edit': text('管理照片', '管理照片', 'Manage photos'),
} as const
export type Right = keyof typeof rights

/** Rights that belong to no race. A director does not have them, and a race's own role cannot give them. */
export const platformRights: readonly Right[] = [
  'staff.manage',
  'outbox.read',
  'accounts.merge',
  'channels.prove',
  'platform.edit',
  'maps.edit',
]

/**
 * The rights of each role. A member of staff holds a role for one race or for all races. The role of an owner is always
 * for all races.
 */
export const roles = {
  owner: { label: text('所有者', '擁有者', 'Owner'), rights: Object.keys(rights) as Right[] },
  director: {
    label: text('赛事总监', '賽事總監', 'Race director'),
    rights: (Object.keys(rights) as Right[]).filter((right) => !platformRights.includes(right)),
  },
  registrar: {
    label: text('报名管理', '報名管理', 'Registrar'),
    rights: [
      'registrations.read',
      'registrations.edit',
      'registrations.enter',
      'invitations.edit',
      'clubs.manage',
      'names.decide',
      'teams.edit',
      'bibs.edit',
      'checkin.edit',
      'desk.work',
      'desk.manage',
      'sealed.open',
    ] as Right[],
  },
  cashier: {
    label: text('财务', '財務', 'Cashier'),
    rights: ['registrations.read', 'money.read', 'money.refund', 'money.reconcile', 'invoices.edit'] as Right[],
  },
  timer: {
    label: text('计时', '計時', 'Timekeeper'),
    rights: [
      'registrations.read',
      'results.import',
      'results.edit',
      'substitutes.decide',
      'hall.manage',
      'tracking.control',
      'tracking.devices',
    ] as Right[],
  },
  editor: {
    label: text('内容编辑', '內容編輯', 'Editor'),
    rights: [
      'race.edit',
      'events.edit',
      'notices.edit',
      'certificates.edit',
      'hall.manage',
      'photos.edit',
      'feed.manage',
    ] as Right[],
  },
  gate: {
    label: text('检录', '檢錄', 'Gate'),
    rights: ['registrations.read', 'registrations.enter', 'checkin.edit', 'desk.work', 'tracking.devices'] as Right[],
  },
  hotel: { label: text('酒店', '飯店', 'Hotel'), rights: ['hotels.work'] as Right[] },
  medic: { label: text('医疗', '醫療', 'Medical staff'), rights: ['medical.register', 'medical.open'] as Right[] },
  photographer: { label: text('摄影', '攝影', 'Photographer'), rights: ['photos.edit'] as Right[] },
  viewer: { label: text('只读', '唯讀', 'Viewer'), rights: ['registrations.read', 'money.read'] as Right[] },
} as const satisfies Record<string, { label: ReturnType<typeof text>; rights: Right[] }>
export type Role = keyof typeof roles

/** A role that staff made for one race. The number is the id of the role. */
export type OwnRole = `own:${number}`
/**
 * A role that a member of staff holds, for one race or (raceid null) for all races. `name` and `rights` belong to a
 * race's own role.
 */
export type RoleHeld = {
  raceid: number | null
  role: Role | OwnRole
  name?: string | null | undefined
  rights?: Right[] | null | undefined
}
export const isBuiltIn = (role: string): role is Role => Object.hasOwn(roles, role)
/** Returns the rights that a held role gives. A role that a race made and later deleted gives no right. */
export const rightsOfHeld = ({ role, rights: own }: RoleHeld): readonly Right[] =>
  isBuiltIn(role) ? roles[role].rights : (own ?? [])
