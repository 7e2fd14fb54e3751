// A sentence for each kind of a refusal, which has what the sentence needs.

type OfKind<Details, By extends PropertyKey, Kind> = Details extends { readonly [K in By]: infer Kinds }
  ? Kind extends Kinds
    ? Details
    : never
  : never

/** A sentence for each of the kinds that `By` tells apart. */
export type Sentences<Details, By extends keyof Details> = {
  readonly [Kind in Details[By] & string]: (details: OfKind<Details, By, Kind>) => string
}
