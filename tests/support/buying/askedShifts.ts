// A volunteer without a sign-in confirms what they have asked for, with the link in their mail.
import { expect } from '@playwright/test'
import type { Product } from '../browsers/product.ts'
import { asVisitor } from '../community/elsewhere.ts'
import { readMails } from './buyers.ts'

export async function readShiftsLink(product: Product, email: string): Promise<string> {
  const find = async (): Promise<string | undefined> => {
    const mails = await readMails(product, email)
    return mails.map(({ text }) => /http\S+\/portal\/shifts\S+/.exec(text)?.[0]).find((link) => link)
  }
  await expect.poll(find).toBeDefined()
  return (await find()) ?? ''
}

/** By the server alone, without a page. */
export async function confirmShifts(product: Product, subdomain: string, email: string): Promise<void> {
  const code = new URLSearchParams(new URL(await readShiftsLink(product, email)).hash.slice(1)).get('code')
  await asVisitor(product, subdomain).call('confirm_shifts', {
    key: crypto.randomUUID(),
    code: code ?? '',
  })
}
