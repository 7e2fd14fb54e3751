// T2.34: a new field for texts is filled with the corpus, or says why no screen can be harmed by it.
import { expect, test } from 'vitest'
import { listForgottenFields, listSentFields, listTextFields } from '../../../support/corpora/textFields.ts'

test('each text of the contract is filled by a journey, or has a reason why not', () => {
  expect(listForgottenFields()).toEqual([])
  expect(listTextFields()).toEqual(
    expect.arrayContaining([
      'create_post message',
      'create_event_customer entries[].values[].value.value',
      'order:donation address2',
      'submit_judging_form notes',
    ]),
  )
})

test('what a call has sent is found in orders and in batches', () => {
  const order = { kind: 'event', payload: { entries: [{ make: 'Ford', model: '<b>' }] } }
  expect(listSentFields({ action: 'create_payment_intent', amount: 1, order })).toEqual([
    'create_payment_intent order.payload.entries[].model',
    'order:event entries[].model',
  ])
  const entries = [{ action: 'submit_ballot', fname: '<!--', votes: ['101'] }]
  expect(listSentFields({ action: 'submit_batch', entries })).toEqual(['submit_ballot fname'])
  expect(listSentFields({ action: 'create_entries', entries: [{ year: '<b>' }] })).toEqual([
    'create_entries entries[].year',
  ])
})
