import { expect, test } from 'vitest'
import { type ApiDocument, callsIn, callsMatching, requestOf } from './apiDocument.ts'

const document: ApiDocument = {
  paths: {
    '/console/registrations/list': {
      post: {
        description: 'Lists registrations.',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                allOf: [{ $ref: '#/components/schemas/shared' }, { $ref: '#/components/schemas/list%20input' }],
              },
            },
          },
        },
      },
    },
    '/series/{raceid}/list': {
      get: { parameters: [{ name: 'raceid', in: 'path' }, { name: 'q', in: 'query' }, { $ref: '#/x/lang' }] },
    },
    '/stor/upload': { post: { requestBody: { content: { 'multipart/form-data': {} } } } },
  },
  components: {
    schemas: {
      shared: { type: 'object', properties: { _token: { type: 'string' } }, required: ['_token'] },
      'list input': {
        type: 'object',
        required: ['raceid', 'state', 'ids', 'inner'],
        properties: {
          raceid: { type: 'integer' },
          state: { enum: ['paid', 'open'] },
          ids: { type: 'array', items: { type: 'integer' } },
          inner: { type: 'object', required: ['deep'], properties: { deep: { type: 'boolean' } } },
          optional: { type: 'string' },
        },
      },
    },
    parameters: { lang: { name: '_lang', in: 'query' } },
  },
}

test('calls of JSON and queries are listed with a sample of their required fields; uploads are not', () => {
  const calls = callsIn(document)
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /console/registrations/list',
    'GET /series/{raceid}/list',
  ])
  expect(JSON.parse(calls[0]!.sample)).toEqual({ raceid: 1, state: 'paid', ids: [], inner: { deep: false } })
  expect(JSON.parse(calls[1]!.sample)).toEqual({ raceid: 1, q: '' })
  expect(callsMatching(calls, 'REGISTRATIONS lists')).toHaveLength(1)
  expect(callsMatching(calls, 'nothing')).toEqual([])
})

test('a typed input becomes a body, or a path with a query; anything but an object is refused', () => {
  const get = { method: 'GET' as const, path: '/series/{raceid}/list' }
  expect(requestOf(get, '{"raceid": 7, "q": "王 a&b", "after": ""}')).toEqual({
    address: '/series/7/list?q=%E7%8E%8B+a%26b',
    body: undefined,
  })
  expect(requestOf(get, '{"raceid": "../admin"}')!.address).toBe('/series/..%2Fadmin/list')
  const post = { method: 'POST' as const, path: '/a' }
  expect(requestOf(post, '{"a": [1]}')).toEqual({ address: '/a', body: '{"a":[1]}' })
  expect(requestOf(post, '')).toEqual({ address: '/a', body: '{}' })
  for (const wrong of ['[1]', 'null', '"a"', '{', 'a=1']) expect(requestOf(post, wrong), wrong).toBeUndefined()
})
