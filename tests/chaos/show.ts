// The show of the chaos: a club file with enough judges, cars and voters, open now and for days.

import type { ClubFile } from '../../src/server/assembly/clubFile.ts'
import { toOwnSlug } from '../support/browsers/ownNames.ts'
import { defineWorld } from '../support/clubs/world.ts'
import type { Random } from './random.ts'

export interface ShowSize {
  judges: number
  cars: number
  voters: number
}

export const clubSlug = toOwnSlug('fairground')
const hourMs = 60 * 60 * 1000
const classes = 9
/** With five criteria of eleven scores each, no two sheets for a car need to be equal. */
const criteria = ['Body', 'Paint', 'Engine', 'Interior', 'Chassis']
export const mostScore = 10

export function toJudgeId(number: number): string {
  return String(number).padStart(2, '0')
}

const each = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))

export function makeShow({ judges, cars, voters }: ShowSize, now: number, random: Random): ClubFile {
  const show = {
    days: [-1, 2] as const,
    voting: 2 as const,
    // a clock that is three hours off takes it for not begun, or for ended
    votingStart: new Date(now - 2 * hourMs).toISOString(),
    votingEnd: new Date(now + 2 * hourMs).toISOString(),
    votesPerClass: 2,
    classes: Object.fromEntries(each(classes, (at) => [at + 1, `Class ${at + 1}`])),
    entries: each(cars, (at) => {
      const carClass = (at % classes) + 1
      const number = `${carClass}${String(Math.floor(at / classes) + 1).padStart(2, '0')}`
      return { ref: `car-${number}`, number, carClass, year: '1961', make: 'Jaguar', model: 'E-Type' }
    }),
    judgingForms: [
      {
        ref: 'concours',
        title: 'Concours',
        criteria: criteria.map((title) => ({ ref: title, title, minScore: 0, maxScore: mostScore })),
      },
    ],
    judges: each(judges, (at) => ({
      ref: `judge-${at + 1}`,
      judgeId: toJudgeId(at + 1),
      name: `Judge ${at + 1}`,
      phone: `+1512555${1000 + at}`,
    })),
    voters: each(voters, (at) => ({ ref: `voter-${at + 1}`, uuid: random.uuid() })),
  }
  const clubs = { fairground: { name: 'Fairground Motor Club', events: { 'Fairground Show': show } } }
  return defineWorld({ clubs }).fairground.file
}
