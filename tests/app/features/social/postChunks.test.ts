// Which posts of the feed are drawn together, while posts come and go.
import { expect, test } from 'vitest'
import { chunkSize, toChunks } from '../../../../src/app/features/social/postChunks.ts'

const makePosts = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ post: { id: from - at } }))
const ids = (chunks: ReturnType<typeof toChunks>) =>
  chunks.map(({ items }) => items.map(({ post }) => post.id))

test('posts that are added below leave the groups above as they are', () => {
  const posts = makePosts(100, chunkSize + 1)
  const before = toChunks(posts, [])
  const after = toChunks([...posts, ...makePosts(50, chunkSize)], before)
  expect(before.map(({ items }) => items.length)).toEqual([chunkSize, 1])
  expect(after.map(({ items }) => items.length)).toEqual([chunkSize, chunkSize, 1])
  expect(after[0]).toBe(before[0])
  expect(after[1]?.key).toBe(before[1]?.key)
  expect(toChunks([...posts, ...makePosts(50, chunkSize)], after)).toEqual(after)
})

test('a post that is deleted or new changes no other group, and each post is there once', () => {
  const posts = makePosts(100, chunkSize * 3)
  const before = toChunks(posts, [])
  const [, ...rest] = posts
  const without = toChunks(rest, before)
  expect(without.map(({ key }) => key)).toEqual(before.map(({ key }) => key))
  expect(without.slice(1)).toEqual(before.slice(1))
  expect(without[1]).toBe(before[1])
  const changed = toChunks([...makePosts(200, chunkSize + 1), ...rest], without)
  expect(changed.slice(2)).toEqual(without)
  expect(changed[3]).toBe(without[1])
  expect(new Set(changed.map(({ key }) => key)).size).toBe(changed.length)
  expect(ids(changed).flat()).toEqual([...makePosts(200, chunkSize + 1), ...rest].map(({ post }) => post.id))
  // a deleted one that comes back
  const back = toChunks(posts, without)
  expect(new Set(back.map(({ key }) => key)).size).toBe(back.length)
  expect(ids(back).flat()).toEqual(posts.map(({ post }) => post.id))
})

test('a post that changes is in a new group of the same name', () => {
  const posts = makePosts(100, chunkSize * 2)
  const before = toChunks(posts, [])
  const after = toChunks([{ post: { id: 100 } }, ...posts.slice(1)], before)
  expect(after[0]).not.toBe(before[0])
  expect(after[0]?.key).toBe(before[0]?.key)
  expect(after[1]).toBe(before[1])
})
