// The addresses of the classifieds: what is searched for, in which order, and whether the editor is open.

export const listingSorts = ['newest', 'cheapest', 'dearest'] as const
export type ListingSort = (typeof listingSorts)[number]

export interface ListingsSearch {
  search?: string
  /** Left out: the newest first. */
  sort?: ListingSort
  edit?: 'new'
}

/** As much as a search takes. */
export const longestSearch = 64

export function parseListingsSearch({ search, sort, edit }: Record<string, unknown>): ListingsSearch {
  const order = listingSorts.find((one) => one === sort)
  const words = typeof search === 'string' ? search.slice(0, longestSearch) : ''
  return {
    ...(words === '' ? {} : { search: words }),
    ...(order === undefined || order === 'newest' ? {} : { sort: order }),
    ...(edit === 'new' ? { edit } : {}),
  }
}

export interface ListingSearch {
  edit?: 'listing'
}

export function parseListingSearch({ edit }: Record<string, unknown>): ListingSearch {
  return edit === 'listing' ? { edit } : {}
}

let lastList: ListingsSearch = {}

/** So that every way back leads to the list as it was left. */
export function noteList({ search, sort }: ListingsSearch): void {
  lastList = {
    ...(search === undefined ? {} : { search }),
    ...(sort === undefined ? {} : { sort }),
  }
}

/** What somebody did to a listing before they came back to the list. */
export type ListingNews = 'new' | 'changed' | 'removed'
let news: ListingNews | undefined

export function noteNews(is: ListingNews): void {
  news = is
}

/** Only once. */
export function takeNews(): ListingNews | undefined {
  const taken = news
  news = undefined
  return taken
}

export function getLastList(): ListingsSearch {
  return lastList
}
