import { words } from '#features/registrations/signup/consents.words.ts'

/** The invented organiser of the demo's first race, with the addresses of the texts at the foot of its pages. */
export const lanjiangContact = {
  organiser: {
    name: { 'zh-cn': '澜江马拉松组委会', 'zh-tw': '瀾江馬拉松組委會', en: 'Lanjiang Marathon organising committee' },
    phone: '0571-0000 2026',
    email: 'service@lanjiang-marathon.example',
    wechat: '澜江马拉松',
    hours: {
      'zh-cn': '周一至周五 9:00–17:30',
      'zh-tw': '週一至週五 9:00–17:30',
      en: 'Monday to Friday, 9:00–17:30',
    },
  },
  agreement_url: 'https://lanjiang-marathon.example/agreement',
  privacy_url: 'https://lanjiang-marathon.example/privacy',
  icp: '浙ICP备00002026号-1',
}
/** The settings of a race whose desks may compare faces: it asks each registrant for the consent. */
export const withFaces = {
  consents: { face: { version: '2026-11-27', title: words.face_title, body: words.face_body } },
}
