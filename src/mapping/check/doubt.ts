/** What may be wrong in a feed although every rule of the portal is kept. Codes of issues, all of them warnings. */
export const doubtCodes = [
  'area_unit',
  'price_thousands',
  'price_per_area',
  'currency_doubtful',
  'coordinates_zero',
  'coordinates_swapped',
  'coordinates_far',
  'text_double_encoded',
  'text_double_escaped',
  'contacts_in_text',
  'photo_placeholder',
] as const;
type DoubtCode = (typeof doubtCodes)[number];

/** One doubt about one payload; `pointer` and `value` as in an issue. */
export interface Doubt {
  code: DoubtCode;
  pointer: string;
  message: string;
  value?: string;
}

export type Payload = Readonly<Record<string, unknown>>;
