// All SQL about judging forms and their criteria.
import type { JudgingForm } from '../../../domain/event.ts'
import type { Tx } from '../../db/open.ts'

export async function listForms(tx: Tx, eventId: number): Promise<JudgingForm[]> {
  const rows = await tx
    .selectFrom('judging_form as form')
    .leftJoin('criterion', 'criterion.judging_form_id', 'form.id')
    .where('form.event_id', '=', eventId)
    .orderBy('form.position')
    .orderBy('form.id')
    .orderBy('criterion.position')
    .orderBy('criterion.id')
    .select([
      'form.id as formId',
      'form.title as formTitle',
      'criterion.id',
      'criterion.title',
      'criterion.min_score',
      'criterion.max_score',
      'criterion.weight',
    ])
    .execute()
  const forms = new Map<number, JudgingForm>()
  for (const row of rows) {
    const form = forms.get(row.formId) ?? { id: row.formId, title: row.formTitle, criteria: [] }
    forms.set(row.formId, form)
    const { id, title, min_score, max_score, weight } = row
    if (id === null || title === null || min_score === null || max_score === null || weight === null) continue
    form.criteria.push({ id, title, minScore: min_score, maxScore: max_score, weight })
  }
  return [...forms.values()]
}
