import { expect, it } from 'vitest'
import { listWrittenTables } from '../../../src/server/db/writtenTables.ts'

it.each([
  ['select id from event where id = $1', []],
  ['select 1 from voter for update skip locked', []],
  ['select 1 from voter for no key update', []],
  ['insert into "sheet" ("key") values ($1) on conflict do nothing returning 1', ['sheet']],
  ['insert into receipt as r (key) values ($1) on conflict (key) do update set attempts = 1', ['receipt']],
  ['update event set revision = revision + 1', ['event']],
  ['update only "public"."club" set name = $1', ['club']],
  ['delete from "entry" where id = $1', ['entry']],
  ['merge into vendor using x on true', ['vendor']],
  [
    'with gone as (delete from shift returning id) insert into ticket select id from gone',
    ['shift', 'ticket'],
  ],
  ['\n  INSERT INTO event_class (id) values (1)', ['event_class']],
  ['vacuum (analyze) "event"', []],
])('%s', (statement, tables) => {
  expect(listWrittenTables(statement)).toEqual(tables)
})

it.each([
  'truncate event',
  'copy event from stdin',
  'do $$ begin end $$',
  'alter table event add column x int',
])('any table may be written by: %s', (statement) => {
  expect(listWrittenTables(statement)).toEqual(['*'])
})
