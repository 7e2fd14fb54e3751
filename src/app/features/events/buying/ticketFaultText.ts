// What keeps tickets, and the answers to an event's questions, from being complete, in words.
import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { EventOption } from '../../../../domain/event.ts'
import { mostOptionText } from '../../../../domain/sales/optionValues.ts'
import { toLongText } from '../../../wizard/fields/personalFaults.ts'
import type { StepFault } from '../../../wizard/flow.ts'
import { type AnswerFault, listOptionFaults, type OptionAnswers } from './optionValues.ts'
import { listTicketFaults, type QuantityFault, type TicketChecks, type TicketFault } from './ticketFaults.ts'

/** For the step that has the picker. */
export function findTicketFaults(i18n: I18n, checks: TicketChecks): StepFault[] {
  return listTicketFaults(checks).map((fault) => ({ field: fault.field, message: toText(i18n, fault) }))
}

/** For a step with `OptionFields`. */
export function findOptionFaults(
  i18n: I18n,
  options: readonly EventOption[],
  answers: OptionAnswers | undefined,
  path: string,
): StepFault[] {
  return listOptionFaults(options, answers, path).map((fault) => ({
    field: fault.field,
    message: toAnswerText(i18n, fault),
  }))
}

function toText(i18n: I18n, fault: TicketFault): string {
  if ('label' in fault) return toAnswerText(i18n, fault)
  switch (fault.is) {
    case 'none-chosen':
      return i18n._(msg`Choose at least one ticket.`)
    case 'too-many-kinds': {
      const { most } = fault
      if (most === 0) return i18n._(msg`This order is full. Take the tickets out to continue.`)
      return i18n._(msg`One order has at most ${most} kinds of tickets. Take one out to continue.`)
    }
    default:
      return toQuantityText(i18n, fault)
  }
}

export function toQuantityText(i18n: I18n, fault: QuantityFault): string {
  switch (fault.is) {
    case 'gone':
      return i18n._(msg`This ticket is no longer offered. Take it out to continue.`)
    case 'ended':
      return i18n._(msg`The sale of this ticket has ended. Take it out to continue.`)
    case 'sold-out':
      return i18n._(msg`This ticket is sold out. Take it out to continue.`)
    case 'few-left': {
      const { left } = fault
      return i18n._(
        msg`${plural(left, {
          one: 'Only # is left. Choose fewer to continue.',
          other: 'Only # are left. Choose fewer to continue.',
        })}`,
      )
    }
    case 'over-limit': {
      const { limit } = fault
      return i18n._(msg`At most ${limit} of these in one order.`)
    }
  }
}

export function toAnswerText(i18n: I18n, { is, label }: AnswerFault): string {
  if (is === 'too-long') return toLongText(i18n, mostOptionText)
  if (is === 'no-such-choice') return i18n._(msg`Choose another answer: ${label}`)
  return i18n._(msg`Answer needed: ${label}`)
}
