// The show of the chaos: a club file with enough judges, cars and voters, open now and for days.

import type { ClubFile } from '../../src/server/clubFile/clubFile.ts'
import type { Random } from './random.ts'

export interface ShowSize {
  judges: number
  cars: number
  voters: number
}

export const clubSlug = 'fairground'
const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
const classes = 9
/** With five criteria of eleven scores each, no two sheets for a car need to be equal. */
const criteria = ['Body', 'Paint', 'Engine', 'Interior', 'Chassis']
export const mostScore = 10

export function toJudgeId(number: number): string {
  return String(number).padStart(2, '0')
}

function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

export function makeShow({ judges, cars, voters }: ShowSize, now: number, random: Random): ClubFile {
  return {
    showfield: 1,
    club: { slug: clubSlug, name: 'Fairground Motor Club', timeZone: 'UTC' },
    events: [
      {
        ref: 'show',
        name: 'Fairground Show',
        startDate: toDay(now - dayMs),
        endDate: toDay(now + 2 * dayMs),
        voting: 2,
        // a clock that is three hours off takes it for not begun, or for ended
        votingStart: new Date(now - 2 * hourMs).toISOString(),
        votingEnd: new Date(now + 2 * hourMs).toISOString(),
        votesPerClass: 2,
        classes: Array.from({ length: classes }, (_, at) => ({
          ref: `class-${at + 1}`,
          number: at + 1,
          description: `Class ${at + 1}`,
        })),
        entries: Array.from({ length: cars }, (_, at) => {
          const carClass = (at % classes) + 1
          const number = `${carClass}${String(Math.floor(at / classes) + 1).padStart(2, '0')}`
          return { ref: `car-${number}`, number, carClass, year: '1961', make: 'Jaguar', model: 'E-Type' }
        }),
        judgingForms: [
          {
            ref: 'concours',
            title: 'Concours',
            criteria: criteria.map((title) => ({
              ref: title.toLowerCase(),
              title,
              minScore: 0,
              maxScore: mostScore,
            })),
          },
        ],
        judges: Array.from({ length: judges }, (_, at) => ({
          ref: `judge-${at + 1}`,
          judgeId: toJudgeId(at + 1),
          name: `Judge ${at + 1}`,
          phone: `+1512555${String(1000 + at)}`,
        })),
        voters: Array.from({ length: voters }, (_, at) => ({
          ref: `voter-${at + 1}`,
          uuid: random.uuid(),
        })),
      },
    ],
  }
}
