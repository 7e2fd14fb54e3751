// Customers of the account, with the cards that are attached to them.
import type { Stripe } from 'stripe'
import { type Books, mergeMetadata } from './books.ts'
import { invalid } from './faults.ts'
import type { Parameters } from './form.ts'
import { attachPaymentMethod, detachPaymentMethod } from './paymentMethods.ts'

export interface CustomerParameters {
  readonly description?: string
  readonly email?: string
  readonly invoice_settings?: { readonly default_payment_method?: string }
  readonly metadata?: Parameters | ''
  readonly name?: string
  readonly payment_method?: string
  readonly phone?: string
  readonly preferred_locales?: string[]
}

export async function createCustomer(books: Books, parameters: CustomerParameters): Promise<Stripe.Customer> {
  const customer: Stripe.Customer = {
    id: books.newId('customer'),
    object: 'customer',
    balance: 0,
    created: books.now,
    default_source: null,
    delinquent: false,
    description: null,
    email: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
  }
  await books.put<'customer'>(customer)
  if (parameters.payment_method !== undefined) {
    await attachPaymentMethod(books, parameters.payment_method, customer.id)
  }
  const created = await write(books, customer, parameters)
  await books.emit('customer.created', created)
  return created
}

export async function updateCustomer(
  books: Books,
  id: string,
  parameters: CustomerParameters,
): Promise<Stripe.Customer> {
  const customer = await books.lock('customer', id)
  if (customer.deleted) throw invalid(`No such customer: '${id}'`, { code: 'resource_missing', param: 'id' })
  const updated = await write(books, customer, parameters)
  await books.emit('customer.updated', updated)
  return updated
}

async function write(
  books: Books,
  customer: Stripe.Customer,
  parameters: CustomerParameters,
): Promise<Stripe.Customer> {
  const wanted = parameters.invoice_settings?.default_payment_method
  if (wanted !== undefined && wanted !== '') {
    const method = await books.get('payment_method', wanted, 'invoice_settings[default_payment_method]')
    if (method.customer !== customer.id) {
      throw invalid(`The customer does not have a payment method with the ID ${wanted}.`, {
        code: 'resource_missing',
        param: 'invoice_settings[default_payment_method]',
      })
    }
  }
  const settings = customer.invoice_settings
  const text = (given: string | undefined, old: string | null | undefined): string | null =>
    given === undefined ? (old ?? null) : given === '' ? null : given
  const written: Stripe.Customer = {
    ...customer,
    description: text(parameters.description, customer.description),
    email: text(parameters.email, customer.email),
    invoice_settings:
      wanted === undefined
        ? settings
        : { ...settings, default_payment_method: wanted === '' ? null : wanted },
    metadata: mergeMetadata(customer.metadata, parameters.metadata),
    name: text(parameters.name, customer.name),
    phone: text(parameters.phone, customer.phone),
    preferred_locales: parameters.preferred_locales ?? customer.preferred_locales ?? [],
  }
  await books.put<'customer'>(written)
  return written
}

/** The customer's cards are detached too. */
export async function deleteCustomer(books: Books, id: string): Promise<Stripe.DeletedCustomer> {
  const customer = await books.lock('customer', id)
  if (customer.deleted) throw invalid(`No such customer: '${id}'`, { code: 'resource_missing', param: 'id' })
  const methods = await books.list({ kind: 'payment_method', customer: id, limit: 1000 })
  for (const method of methods) await detachPaymentMethod(books, method.id)
  const deleted: Stripe.DeletedCustomer = { id, object: 'customer', deleted: true }
  await books.put<'customer'>(deleted)
  await books.emit('customer.deleted', customer)
  return deleted
}
